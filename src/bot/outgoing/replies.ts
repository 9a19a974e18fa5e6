import { codePoints, limits } from '../../protocol/index.js'
import { sendable, splitText } from '../../text/index.js'
import type { Delivery, DeliveryReplyOptions } from '../delivery/delivery.js'
import { HandlerError } from '../errors.js'
import { described, errorFields, type Log } from '../log.js'
import { type Button, Widget } from '../widgets.js'

export class Replies {
  readonly #delivery: Delivery
  readonly #log: Log
  readonly #left: () => Promise<void>
  #pending = 0
  #last: Promise<unknown> = done
  readonly #failures: unknown[] = []
  readonly #atEnd: (() => Promise<void>)[] = []
  #onNonePending: (() => void) | undefined

  /** @param left Resolves when the handler is abandoned: what it still sends may never settle, so it isn't awaited. */
  constructor(delivery: Delivery, log: Log, left: () => Promise<void>) {
    this.#delivery = delivery
    this.#log = log
    this.#left = left
  }

  send(reply: unknown, options?: DeliveryReplyOptions): Promise<void> {
    return this.inTurn(() => this.#reply(replyOf(reply, 'What ctx.reply was given'), options))
  }

  /** Sends a question. If it has buttons, they are attached to the last of its messages. */
  ask(question: string, buttons: readonly Button[] = []): Promise<void> {
    const parts = messageParts(question, this.#log)
    const last = parts.at(-1)
    if (buttons.length === 0 || last === undefined) return this.send(question)
    return this.inTurn(async () => {
      await this.#replyInParts(parts, await this.#drawn(new Widget(last, { heading: last, choices: buttons })))
    })
  }

  /** As `send`; a text becomes the webhook's own answer if possible. */
  async say(reply: string | Widget): Promise<void> {
    if (reply instanceof Widget) return this.send(reply)
    const parts = messageParts(reply, this.#log)
    const [first] = parts
    const isAnswer = parts.length === 1 && first !== undefined && this.#pending === 0
    if (isAnswer && this.#delivery.answer?.(first) === true) return
    await this.inTurn(() => this.#replyInParts(parts))
  }

  /** Sends a reply as messages, never as the webhook's answer, and returns their IDs; none for empty text. */
  post(reply: string | Widget, most?: number): Promise<number[]> {
    return this.inTurn(() => this.#post(reply, most))
  }

  /** Adds work for when the handler has ended. It must not fail. */
  beforeEnd(work: () => Promise<void>): void {
    this.#atEnd.push(work)
  }

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
        this.#log.warn(errorFields(error), 'Failed to send a reply; the delivery will be retried')
      } else this.#log.error(errorFields(error), 'Failed to send a reply')
    }
  }

  /** Runs work after all pending sends. A failure counts as that of a reply. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#pending === 0 ? work() : this.#last.then(work)
    this.#pending += 1
    // A handler need not await its reply, and a failure that isn't awaited must not end the process.
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

  async #reply(reply: string | Widget, options?: DeliveryReplyOptions): Promise<void> {
    if (!(reply instanceof Widget)) return this.#replyInParts(messageParts(reply, this.#log), options)
    await this.#delivery.reply(reply.text, { ...options, ...(await this.#drawn(reply)) })
  }

  async #drawn(widget: Widget): Promise<Pick<DeliveryReplyOptions, 'widgetContent'>> {
    const widgetContent = await widget.drawn(this.#isDirect, () => this.#botName())
    return widgetContent === undefined ? {} : { widgetContent }
  }

  get #isDirect(): boolean {
    return this.#delivery.notification.message.type === 'private'
  }

  /** Old servers don't send it with the message. */
  async #botName(): Promise<string> {
    return this.#delivery.notification.bot_full_name ?? (await this.#delivery.client.users.me()).full_name
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

  async #post(reply: string | Widget, most: number | undefined): Promise<number[]> {
    const ids: number[] = []
    const isWidget = reply instanceof Widget
    const drawn = isWidget ? await this.#drawn(reply) : {}
    for (const part of isWidget ? [reply.text] : messageParts(reply, this.#log, most)) {
      const id = await this.#delivery.reply(part, { ...drawn, asMessage: true })
      if (id === undefined) throw notSent()
      ids.push(id)
    }
    return ids
  }
}

const done = Promise.resolve()

export function notSent(): HandlerError {
  return new HandlerError('not_sent', 'A message was not sent, since the handler was over. Await what it sends.')
}

/** A reply as text. @throws {HandlerError} for anything but a string */
export function replyText(value: unknown, whose: string): string {
  if (typeof value === 'string') return value
  throw new HandlerError(
    'invalid_reply',
    `${whose} is ${described(value)}, which is no reply. Give a string; to say nothing, return nothing.`,
  )
}

/** A reply: a string or a widget. @throws {HandlerError} for anything else */
export function replyOf(value: unknown, whose: string): string | Widget {
  return value instanceof Widget ? value : replyText(value, whose)
}

/**
 * The reply that a handler returned. Undefined, null, a sent message and a server's answer to a call are no reply; anything
 * else is more likely a mistake.
 * @throws {HandlerError} as above
 */
export function returnedReply(value: unknown, whose: string): string | Widget | undefined {
  if (value === undefined || value === null || isSent(value) || isSuccess(value)) return undefined
  return replyOf(value, whose)
}

const sent = new WeakSet<object>()

export function markSent<Sent extends object>(value: Sent): Sent {
  sent.add(value)
  return value
}

const isSent = (value: unknown) => typeof value === 'object' && value !== null && sent.has(value)

const isSuccess = (value: unknown) =>
  typeof value === 'object' && value !== null && 'result' in value && value.result === 'success'

/** The most messages for one text, to avoid a flood. */
const mostParts = 20

export function messageParts(text: string, log: Log, most: number = mostParts): string[] {
  const mended = sendable(text)
  if (mended !== text) log.warn({}, 'Removed characters from a text that no message can contain')
  if (mended.trim() === '') return []
  // Text far over the limit need not be read.
  const parts = splitText(mended.slice(0, 2 * limits.messageLength * (most + 1)))
  if (parts.length <= most) return parts
  const length = codePoints(mended)
  log.warn({ length }, 'A text was too long for its messages, and was cut')
  const note = '\n\n[…]'
  return splitText(mended.slice(0, 2 * limits.messageLength * (most + 1)), limits.messageLength - codePoints(note))
    .slice(0, most)
    .map((part, at) => (at === most - 1 ? part + note : part))
}
