import type { Duration, OptionNames } from '../../text/index.js'
import { checkOptions } from '../checkOptions.js'
import type { Context, Middleware } from '../context.js'
import { isOfEvent, runOf } from '../delivery/deliveryContext.js'
import { claim, unclaim } from '../delivery/messageClaim.js'
import { UserError } from '../errors.js'
import { spanOf } from './cooldown.js'
import { named } from './named.js'

export interface IdempotenceOptions {
  /** How long a message is remembered: milliseconds, or a text such as `'7d'`. A day unless given. */
  readonly remember?: Duration
  /** Names what is done once; the message unless given. */
  readonly key?: (ctx: Context) => string
}

const idempotenceOptions: OptionNames<IdempotenceOptions> = { remember: true, key: true }

/**
 * Lets each message through once, however often it is delivered; a repeat is not answered. Kept in the bot's storage:
 * several processes share it, and it outlives a restart where the storage does. A message counts from when its handling
 * begins, so that one whose process is killed meanwhile is not handled again, but for one that comes out of a queue,
 * which goes on with it; one whose handler failed is forgotten, so that it may come again.
 *
 * @throws {BotSetupError} for what is no span of time.
 */
export function idempotence(options: IdempotenceOptions = {}): Middleware {
  checkOptions('idempotence', options, idempotenceOptions)
  const { remember = '1d', key = ownKey } = options
  const time = spanOf(remember)
  return named('idempotence', async (ctx, next) => {
    // After a question it is the same message that goes on.
    if (ctx.resumed) return next()
    const what = ['once', key(ctx)]
    const before = await claim(ctx, what, time)
    // What a queue brings again for the process that died with it was not handled.
    const isSame = before?.isOwn === true && runOf(ctx)?.mayComeAgain === true
    if (before !== undefined && !isSame) {
      ctx.log.info({ message: ctx.message.id }, 'The message was handled before')
      return
    }
    await next()
    // A refusal is an answer like any other.
    if (ctx.error !== undefined && !(ctx.error instanceof UserError)) await unclaim(ctx, what)
  })
}

/** Several events may be about one message. */
const ownKey = (ctx: Context) => (isOfEvent(ctx) ? `${ctx.message.id} ${ctx.deliveryId}` : String(ctx.message.id))
