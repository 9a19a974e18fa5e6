import { cutToLimit, sendable } from '../text/index.js'
import type { Delivery, ReplyOptions } from './delivery.js'
import { errorFields, type Log } from './log.js'
import { replyText } from './replyText.js'

/** The replies to one delivery, on their way. */
export interface Replies {
  send(text: unknown, options?: ReplyOptions): Promise<void>
  /** Waits for all, and logs what failed without anybody having been told. */
  settle(isKnown: (error: unknown) => boolean): Promise<void>
}

export function createReplies(delivery: Delivery, log: Log): Replies {
  const underWay: Promise<void>[] = []

  return {
    send(text, options) {
      const sending = dispatch(text, options)
      underWay.push(sending)
      // A handler need not wait for its reply, and a failure that nobody waits for must not end the process.
      sending.catch(() => {})
      return sending
    },
    async settle(isKnown) {
      for (const outcome of await Promise.allSettled(underWay)) {
        if (outcome.status === 'fulfilled' || isKnown(outcome.reason)) continue
        log.error(errorFields(outcome.reason), 'A reply could not be sent')
      }
    },
  }

  async function dispatch(given: unknown, options: ReplyOptions | undefined): Promise<void> {
    const text = replyText(given, 'What ctx.reply was given')
    const mended = sendable(text)
    if (mended !== text) log.warn({}, 'A reply had characters that no message can have; they were taken out')
    if (mended.trim() === '') {
      log.debug({}, 'An empty reply was not sent')
      return
    }
    const content = cutToLimit(mended)
    if (content !== mended) log.warn({ length: mended.length }, 'A reply was longer than a message may be; it was cut')
    await delivery.reply(content, options)
  }
}
