import type { Delivery, DeliveryReplyOptions } from '../delivery/delivery.js'
import { HandlerError } from '../errors.js'
import { errorFields, type Log } from '../log.js'
import { messageParts } from './parts.js'
import { replyText } from './replyText.js'

/** The replies to one delivery, on their way, one after the other. */
export class Replies {
  readonly #delivery: Delivery
  readonly #log: Log
  readonly #left: () => Promise<void>
  /** How many are under way. */
  #pending = 0
  #last: Promise<unknown> = done
  readonly #failures: unknown[] = []
  readonly #atEnd: (() => Promise<void>)[] = []
  #onNonePending: (() => void) | undefined

  /** @param left Resolves when the handler is left for good: what it still sends then may never end, and nobody waits for it. */
  constructor(delivery: Delivery, log: Log, left: () => Promise<void>) {
    this.#delivery = delivery
    this.#log = log
    this.#left = left
  }

  send(text: unknown, options?: DeliveryReplyOptions): Promise<void> {
    return this.#inTurn(() => this.#reply(text, options))
  }

  /** As `send`; the text is the webhook's own answer where it can be. */
  async say(text: string): Promise<void> {
    const parts = messageParts(text, this.#log)
    const [first] = parts
    const isAnswer = parts.length === 1 && first !== undefined && this.#pending === 0
    if (isAnswer && this.#delivery.answer?.(first) === true) return
    await this.#inTurn(() => this.#replyInParts(parts))
  }

  /** Sends a text as messages in any case, and gives their IDs: none where there was nothing to be seen. */
  post(text: string, most?: number): Promise<number[]> {
    return this.#inTurn(() => this.#post(text, most))
  }

  /** Adds what is still to be done when the handler has ended. It must not fail. */
  beforeEnd(work: () => Promise<void>): void {
    this.#atEnd.push(work)
  }

  /** Waits for all, and logs what failed without anybody having been told. */
  async settle(isKnown: (error: unknown) => boolean): Promise<void> {
    for (const work of this.#atEnd) await work()
    if (this.#pending > 0) {
      const nonePending = new Promise<void>((resolve) => {
        this.#onNonePending = resolve
      })
      await Promise.race([nonePending, this.#left()])
    }
    for (const error of this.#failures) {
      if (isKnown(error)) continue
      if (this.#delivery.again?.(error)) {
        this.#log.warn(errorFields(error), 'A reply could not be sent; the delivery comes again')
      } else this.#log.error(errorFields(error), 'A reply could not be sent')
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#pending === 0 ? work() : this.#last.then(work)
    this.#pending += 1
    // A handler need not wait for its reply, and a failure that nobody waits for must not end the process.
    this.#last = turn.then(
      () => this.#ended(),
      (error: unknown) => {
        this.#failures.push(error)
        this.#ended()
      },
    )
    return turn
  }

  #ended(): void {
    this.#pending -= 1
    if (this.#pending === 0) this.#onNonePending?.()
  }

  async #reply(given: unknown, options?: DeliveryReplyOptions): Promise<void> {
    await this.#replyInParts(messageParts(replyText(given, 'What ctx.reply was given'), this.#log), options)
  }

  async #replyInParts(parts: readonly string[], options: DeliveryReplyOptions = {}): Promise<void> {
    if (parts.length === 0) this.#log.debug({}, 'An empty reply was not sent')
    const [first] = parts
    if (parts.length === 1 && first !== undefined) {
      await this.#delivery.reply(first, options)
      return
    }
    for (const [at, part] of parts.entries()) {
      const { name, ...rest } = options
      const named = name === undefined ? {} : { name: at === 0 ? name : `${name} ${at}` }
      await this.#delivery.reply(part, at === parts.length - 1 ? { ...rest, ...named } : named)
    }
  }

  async #post(text: string, most: number | undefined): Promise<number[]> {
    const ids: number[] = []
    for (const part of messageParts(text, this.#log, most)) {
      const id = await this.#delivery.reply(part, { asMessage: true })
      if (id === undefined) throw notSent()
      ids.push(id)
    }
    return ids
  }
}

const done = Promise.resolve()

function notSent(): HandlerError {
  return new HandlerError('not_sent', 'A message was not sent: the handler had been left. Wait for what it sends.')
}
