import { checkOptions, type Duration, type OptionNames } from '../../text/index.js'
import { UserError } from '../base/errors.js'
import { spanOf } from '../base/spanOf.js'
import type { Context, Middleware } from '../context/context.js'
import { runOf } from '../conversation/deliveryContext.js'
import { claim, claimantKey, unclaim } from './messageClaim.js'
import { named } from './named.js'

export interface IdempotenceOptions {
  /** How long a message is remembered: milliseconds, or a string such as `'7d'`. (default: a day) */
  readonly remember?: Duration
  /** Identifies what is done once. (default: the message) */
  readonly key?: (ctx: Context) => string
}

const idempotenceOptions: OptionNames<IdempotenceOptions> = { remember: true, key: true }

/**
 * Lets each message through once, however often it is delivered; repeats get no answer. It is kept in the bot's storage:
 * several processes share it, and it survives a restart if the storage does. A message counts from when its handling
 * begins: if the process is killed meanwhile, it isn't handled again, unless it comes from a queue, which continues with
 * it. If its handler failed, it is forgotten and may come again.
 *
 * @throws {BotSetupError} for an invalid time span.
 * @example bot.use(idempotence({ remember: '2d' }))
 */
export function idempotence(options: IdempotenceOptions = {}): Middleware {
  checkOptions('idempotence', options, idempotenceOptions)
  const { remember = '1d', key = claimantKey } = options
  const time = spanOf(remember)
  return named('idempotence', async (ctx, next) => {
    // After a question the same message continues.
    if (ctx.resumed) return next()
    const what = ['once', key(ctx)]
    const before = await claim(ctx, what, time)
    // A message that a queue brings again after its process died was not handled.
    const run = runOf(ctx)
    // It may also be another handler of the same message.
    const isSame = before?.isOwn === true && (run?.mayComeAgain === true || run?.handler !== undefined)
    if (before !== undefined && !isSame) {
      ctx.log.info({ message: ctx.message.id }, 'The message was handled before')
      return
    }
    await next()
    // A refusal is an answer like any other.
    if (ctx.error !== undefined && !(ctx.error instanceof UserError)) await unclaim(ctx, what)
  })
}
