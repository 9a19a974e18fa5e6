import { checkOptions, type Duration, type OptionNames } from '../../text/index.js'
import { UserError } from '../base/errors.js'
import { sentAt } from '../base/messageKey.js'
import { spanOf } from '../base/spanOf.js'
import type { Context, Layer, Middleware } from '../context/context.js'
import { commandOf, sentencesOf } from '../conversation/deliveryContext.js'
import { claim } from './messageClaim.js'
import { named } from './named.js'

export interface CooldownOptions {
  /** Identifies it among the bot's cool-downs; those with the same name share one wait. (default: its time span) */
  readonly name?: string
}

const cooldownOptions: OptionNames<CooldownOptions> = { name: true }

/**
 * Lets each person through once per time span; if they come back too early, they are told how long to wait. It is kept in
 * the bot's storage, by the storage's clock: several processes share it, and it survives a restart if the storage does.
 * For a single command, use its `cooldown`.
 *
 * @throws {BotSetupError} for an invalid time span.
 * @example bot.use(cooldown('10s'))
 */
export function cooldown(span: Duration, options: CooldownOptions = {}): Middleware {
  checkOptions('cooldown', options, cooldownOptions)
  const { name = `every ${spanOf(span)}` } = options
  return cooldownLayer(span, () => `all ${name}`)
}

/** The cool-down of a single command, however it is called. */
export const commandCooldown = (span: Duration): Layer => cooldownLayer(span, (ctx) => `command ${commandOf(ctx)}`)

/** @param nameOf Names the cool-down; the same in every process that runs the bot. */
export function cooldownLayer(span: Duration, nameOf: (ctx: Context) => string): Layer {
  const wait = spanOf(span)
  return named('cooldown', async (ctx, next) => {
    // After a question the same use continues.
    if (ctx.resumed) return next()
    const last = await claim(ctx, ['cooldown', nameOf(ctx), String(ctx.sender.id)], wait)
    // What is delivered again, or goes to several handlers, doesn't wait for itself.
    if (last !== undefined && !last.isSame) {
      refuse(ctx, Math.min(Math.max(last.until - sentAt(ctx.message), 1), wait))
    }
    await next()
  })
}

function refuse(ctx: Context, left: number): never {
  ctx.log.debug({ left }, 'The sender is still in the cool-down')
  const unit = left < anHour ? 1_000 : 60_000
  throw new UserError(sentencesOf(ctx).tooEarly(Math.ceil(left / unit) * unit))
}

const anHour = 3_600_000
