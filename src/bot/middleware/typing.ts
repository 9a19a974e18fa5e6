import type { Clock } from '../../client/index.js'
import type { Params } from '../../protocol/index.js'
import type { Duration, OptionNames } from '../../text/index.js'
import { checkOptions } from '../checkOptions.js'
import type { Context, Middleware } from '../context.js'
import { errorFields } from '../log.js'
import { spanOf } from './cooldown.js'
import { named } from './named.js'

export interface TypingOptions {
  /** How long a handler may take before people see that the bot is typing: milliseconds (default: 500), or a text. */
  readonly after?: Duration
  /** `ctx.clock` unless given. */
  readonly clock?: Clock
}

const typingOptions: OptionNames<TypingOptions> = { after: true, clock: true }

/**
 * Shows in the conversation that the bot is typing, while everything further in takes its time. It never holds a reply
 * up, and a notice that the server refuses is only a line in the log.
 *
 * @throws {BotSetupError} when `after` is no span of time.
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

/** Shows that the bot is typing, from so many milliseconds on until what it returns is called. Never fails. */
export function showTyping(ctx: Context, clock: Clock, wait: number): () => void {
  const where = conversationOf(ctx)
  let isShown = false
  let last: Promise<void> = Promise.resolve()
  let cancel = () => {}
  // Nobody waits for a notice: the message's own answer may be one that goes out when its handler has ended.
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

/** Milliseconds; apps take a notice back by themselves when it is not repeated for some 15 seconds. */
const repeatAfter = 10_000

type Notice = Params<'typing.send'>

async function notify(ctx: Context, notice: Notice): Promise<void> {
  try {
    await ctx.client.typing.send(notice, { timeout: longestNotice })
  } catch (error) {
    ctx.log.debug(errorFields(error), 'Nobody could be told that the bot is typing')
  }
}

/** Milliseconds; a later notice would tell of what is over. */
const longestNotice = 5_000

function conversationOf({ message, bot }: Context): Omit<Notice, 'op'> {
  if (message.type === 'stream') return { type: 'stream', stream_id: message.stream_id, topic: message.subject }
  const others = message.display_recipient.filter(({ email }) => email.toLowerCase() !== bot.email.toLowerCase())
  return { type: 'direct', to: others.map(({ id }) => id) }
}
