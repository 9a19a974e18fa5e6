import type { Delivery, DeliveryReplyOptions } from './delivery.js'
import { HandlerError } from './errors.js'
import { errorFields, type Log } from './log.js'
import { messageParts } from './outgoing/parts.js'
import { replyText } from './replyText.js'

/** The replies to one delivery, on their way, one after the other. */
export interface Replies {
  send(text: unknown, options?: DeliveryReplyOptions): Promise<void>
  /** Sends a text as messages in any case, and gives their IDs: none where there was nothing to be seen. */
  post(text: string, most?: number): Promise<number[]>
  /** Adds what is still to be done when the handler has ended. It must not fail. */
  beforeEnd(work: () => Promise<void>): void
  /** Waits for all, and logs what failed without anybody having been told. */
  settle(isKnown: (error: unknown) => boolean): Promise<void>
}

/** @param left Resolves when the handler is left for good: what it still sends then may never end, and nobody waits for it. */
export function createReplies(delivery: Delivery, log: Log, left: Promise<void>): Replies {
  const underWay: Promise<unknown>[] = []
  const atEnd: (() => Promise<void>)[] = []
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  return {
    send: (text, options) => noted(inTurn(() => reply(text, options))),
    post: (text, most) => noted(inTurn(() => post(text, most))),
    beforeEnd(work) {
      atEnd.push(work)
    },
    async settle(isKnown) {
      for (const work of atEnd) await work()
      for (const outcome of await Promise.allSettled(underWay.map((sending) => Promise.race([sending, left])))) {
        if (outcome.status === 'fulfilled' || isKnown(outcome.reason)) continue
        if (delivery.again?.(outcome.reason)) {
          log.warn(errorFields(outcome.reason), 'A reply could not be sent; the delivery comes again')
        } else log.error(errorFields(outcome.reason), 'A reply could not be sent')
      }
    },
  }

  function noted<T>(sending: Promise<T>): Promise<T> {
    underWay.push(sending)
    // A handler need not wait for its reply, and a failure that nobody waits for must not end the process.
    sending.catch(() => {})
    return sending
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = waiting === 0 ? work() : last.then(work)
    waiting += 1
    const done = () => {
      waiting -= 1
    }
    last = turn.then(done, done)
    return turn
  }

  async function reply(given: unknown, options: DeliveryReplyOptions = {}): Promise<void> {
    const parts = messageParts(replyText(given, 'What ctx.reply was given'), log)
    if (parts.length === 0) log.debug({}, 'An empty reply was not sent')
    for (const [at, part] of parts.entries()) {
      const { name, ...rest } = options
      const named = name === undefined ? {} : { name: at === 0 ? name : `${name} ${at}` }
      await delivery.reply(part, at === parts.length - 1 ? { ...rest, ...named } : named)
    }
  }

  async function post(text: string, most: number | undefined): Promise<number[]> {
    const ids: number[] = []
    for (const part of messageParts(text, log, most)) {
      const id = await delivery.reply(part, { asMessage: true })
      if (id === undefined) throw notSent()
      ids.push(id)
    }
    return ids
  }
}

function notSent(): HandlerError {
  return new HandlerError('not_sent', 'A message was not sent: the handler had been left. Wait for what it sends.')
}
