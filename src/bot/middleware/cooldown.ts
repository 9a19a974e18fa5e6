import { type Duration, longestDuration, type OptionNames, readDuration } from '../../text/index.js'
import { checkOptions } from '../checkOptions.js'
import type { Context, Layer, Middleware } from '../context.js'
import { commandOf } from '../delivery/deliveryContext.js'
import { claim, sentAt } from '../delivery/messageClaim.js'
import { BotSetupError, UserError } from '../errors.js'
import { sentencesOf } from '../sentences/choose.js'
import { named } from './named.js'

export interface CooldownOptions {
  /**
   * Tells it from other cool-downs of the bot, which are told apart by their spans unless they have names. What has the
   * same name is waited for together.
   */
  readonly name?: string
}

const cooldownOptions: OptionNames<CooldownOptions> = { name: true }

/**
 * Lets each person through once in a while; who comes too early reads how long to wait. Kept in the bot's storage, and so
 * by the storage's clock: several processes share it, and it outlives a restart where the storage does. For a single
 * command, its `cooldown` does the same.
 *
 * @throws {BotSetupError} for what is no span of time.
 */
export function cooldown(span: Duration, options: CooldownOptions = {}): Middleware {
  checkOptions('cooldown', options, cooldownOptions)
  const { name = `every ${spanOf(span)}` } = options
  return cooldownLayer(span, () => `all ${name}`)
}

/** The cool-down of a single command, however it is called. */
export const commandCooldown = (span: Duration): Layer => cooldownLayer(span, (ctx) => `command ${commandOf(ctx)}`)

/** @param nameOf Names what is waited for; the same in every process that runs the bot. */
export function cooldownLayer(span: Duration, nameOf: (ctx: Context) => string): Layer {
  const wait = spanOf(span)
  return named('cooldown', async (ctx, next) => {
    // After a question it is the same use that goes on.
    if (ctx.resumed) return next()
    const last = await claim(ctx, ['cooldown', nameOf(ctx), String(ctx.sender.id)], wait)
    // A message that is delivered once more does not wait for itself.
    if (last !== undefined && last.message !== ctx.message.id) {
      refuse(ctx, Math.min(Math.max(last.until - sentAt(ctx), 1), wait))
    }
    await next()
  })
}

function refuse(ctx: Context, left: number): never {
  ctx.log.debug({ left }, 'Somebody came too early')
  const unit = left < anHour ? 1_000 : 60_000
  throw new UserError(sentencesOf(ctx).tooEarly(Math.ceil(left / unit) * unit))
}

/** Milliseconds. @throws {BotSetupError} for what is no span of time. */
export function spanOf(span: Duration): number {
  const read = readDuration(span)
  if (read !== undefined && read > 0 && read <= longestDuration) return read
  throw new BotSetupError(
    'invalid_duration',
    `${JSON.stringify(span)} is no span of time. Give milliseconds, or a string such as '30s' or '1h30m'.`,
  )
}

const anHour = 3_600_000
