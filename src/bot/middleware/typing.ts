import type { Clock } from '../../client/index.js'
import type { Params } from '../../protocol/index.js'
import { checkOptions, type Duration, type OptionNames } from '../../text/index.js'
import { errorFields } from '../base/log.js'
import { spanOf } from '../base/spanOf.js'
import type { Context, Middleware } from '../context/context.js'
import { peopleBeside } from '../delivery/place.js'
import { named } from './named.js'

export interface TypingOptions {
  /** How long to wait before people see that the bot is typing: milliseconds, or a string. (default: 500) */
  readonly after?: Duration
  /** (default: `ctx.clock`) */
  readonly clock?: Clock
}

const typingOptions: OptionNames<TypingOptions> = { after: true, clock: true }

/**
 * Shows in the conversation that the bot is typing while the inner middleware and the handler run. It never delays a
 * reply, and if the server refuses the notice, that is only logged.
 *
 * @throws {BotSetupError} if `after` is an invalid time span.
 * @example bot.use(typing())
 */
export function typing(options: TypingOptions = {}): Middleware {
  checkOptions('typing', options, typingOptions)
  const { after = 500, clock: given } = options
  const wait = spanOf(after)
  return named('typing', async (ctx, next) => {
    const stop = showTyping(ctx, given ?? ctx.clock, wait)
    try {
      await next()
    } finally {
      stop()
    }
  })
}

/** Shows that the bot is typing after `wait` milliseconds. Returns a function that ends it. Never throws. */
export function showTyping(ctx: Context, clock: Clock, wait: number): () => void {
  const where = conversationOf(ctx)
  let isShown = false
  let last: Promise<void> = Promise.resolve()
  let cancel = () => {}
  // Notices aren't awaited: the webhook's own answer may go out only once the handler has ended.
  const send = (op: 'start' | 'stop') => {
    last = last.then(() => notify(ctx, { ...where, op }))
  }
  const show = () => {
    isShown = true
    send('start')
    cancel = clock.later(repeatAfter, show)
  }
  cancel = clock.later(wait, show)
  return () => {
    cancel()
    if (isShown) send('stop')
    isShown = false
  }
}

/** Milliseconds; apps hide a notice that isn't repeated for about 15 seconds. */
const repeatAfter = 10_000

type Notice = Params<'typing.send'>

async function notify(ctx: Context, notice: Notice): Promise<void> {
  try {
    await ctx.client.typing.send(notice, { timeout: longestNotice })
  } catch (error) {
    ctx.log.debug(errorFields(error), 'Failed to send a typing notice')
  }
}

/** Milliseconds; any later, the notice would be out of date. */
const longestNotice = 5_000

function conversationOf({ message, bot }: Context): Omit<Notice, 'op'> {
  if (message.type === 'stream') return { type: 'stream', stream_id: message.stream_id, topic: message.subject }
  return { type: 'direct', to: peopleBeside(message, bot.email) }
}
