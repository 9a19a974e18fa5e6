import type { DeliveryReplyOptions, Log, Outgoing } from '../../bot/index.js'
import { CallError, EarshotError } from '../../client/index.js'
import { nameErrors } from '../../errors.js'
import { codePoints, limits, noReply, type WebhookReply } from '../../protocol/index.js'
import { cutToLimit } from '../../text/index.js'

/**
 * The replies of one delivery, in order. The first is held to become the webhook's response, which needs no request and works
 * in every channel. Once the webhook is answered, or there is a second reply, all are sent as messages. If sending fails, the
 * next reply is held again: the response may be the only way to reach the sender.
 */
export class Replies {
  readonly #send: (outgoing: Outgoing) => Promise<number>
  readonly #onLost: (error: unknown) => void
  #held: Outgoing | undefined
  #isAnswered = false
  #last: Promise<void> | undefined
  #sent = 0
  #sending = 0
  #lastFailed = false
  #closed: { readonly reason: unknown } | undefined

  /**
   * @param send Sends a message to the conversation and returns its ID.
   * @param onLost Called with the error if a held reply couldn't be sent.
   */
  constructor(send: (outgoing: Outgoing) => Promise<number>, onLost: (error: unknown) => void) {
    this.#send = send
    this.#onLost = onLost
  }

  get isEmpty(): boolean {
    return this.#held === undefined && this.#sent === 0
  }

  /** Whether no reply is held, and none was sent or the last one failed. */
  get isUnanswered(): boolean {
    return this.isEmpty || (this.#held === undefined && this.#lastFailed)
  }

  get isSending(): boolean {
    return this.#sending > 0
  }

  add(outgoing: Outgoing): Promise<number | undefined> {
    return this.hold(outgoing) ? Promise.resolve(undefined) : this.addMessage(outgoing)
  }

  /** Holds the reply if it is the first, or follows a failed one; returns whether it did. */
  hold(outgoing: Outgoing): boolean {
    if (this.#isAnswered || this.isSending || this.#closed) return false
    if (this.isUnanswered) this.#held = outgoing
    else {
      const both = this.#lastFailed ? joined(this.#held, outgoing) : undefined
      if (both === undefined) return false
      this.#held = both
    }
    return true
  }

  addMessage(outgoing: Outgoing): Promise<number> {
    if (this.#closed) return Promise.reject(this.#closed.reason)
    const held = this.#held
    this.#held = undefined
    if (held !== undefined) void this.#enqueue(held).catch((error) => this.#holdAgain(held, error))
    return this.#enqueue(outgoing)
  }

  /** The webhook's response; later replies are sent as messages. */
  takeAnswer(): WebhookReply {
    const held = this.#held
    this.#held = undefined
    this.#isAnswered = true
    if (held !== undefined) this.#sent += 1
    return held ?? noReply
  }

  close(reason: unknown): void {
    this.#closed ??= { reason }
  }

  async settled(): Promise<void> {
    while (this.#sending > 0) await this.#last
  }

  /** The handler isn't waiting for a held reply, so a failure to send it must not fail the handler. */
  #holdAgain(outgoing: Outgoing, error: unknown): void {
    const mayBeSent = error instanceof CallError && error.mayHaveTakenEffect
    if (!mayBeSent && !this.#isAnswered && this.#held === undefined) this.#held = outgoing
    else this.#onLost(error)
  }

  #enqueue(outgoing: Outgoing): Promise<number> {
    this.#sent += 1
    this.#sending += 1
    const before = this.#last ?? Promise.resolve()
    const sending = before.then(() => this.#send(outgoing))
    this.#last = sending.then(
      () => this.#ended(true),
      () => this.#ended(false),
    )
    return sending
  }

  #ended(isSent: boolean): void {
    this.#sending -= 1
    this.#lastFailed = !isSent
    if (!isSent) this.#sent -= 1
  }
}

function joined(first: Outgoing | undefined, second: Outgoing): Outgoing | undefined {
  if (first === undefined || first.widget_content !== undefined || second.widget_content !== undefined) return undefined
  const content = `${first.content}\n\n${second.content}`
  return codePoints(content) <= limits.messageLength ? { content } : undefined
}

/** A bot's reply isn't a string. */
export class InvalidReplyError extends EarshotError {
  /** What it is, such as `null` or `an object`. */
  readonly given: string

  constructor(given: string) {
    super('INVALID_REPLY', `A bot's reply can't be sent. Its content is ${given}. Reply with a string.`)
    this.given = given
  }
}

/**
 * Prepares a bot's reply for the server: cuts it to the limit and removes NUL characters. Undefined for a blank reply.
 * @throws {InvalidReplyError} for anything but a string.
 */
export function outgoingReply(
  content: string,
  { widgetContent }: Pick<DeliveryReplyOptions, 'widgetContent'>,
  log: Log,
): Outgoing | undefined {
  if (typeof content !== 'string') throw new InvalidReplyError(kindOf(content))
  const clean = content.includes('\0') ? content.replaceAll('\0', '') : content
  if (clean !== content) log.warn({}, 'Removed NUL characters from a reply')
  const fitting = cutToLimit(clean)
  if (fitting !== clean) log.warn({ length: clean.length }, 'Cut a reply to the maximum message length')
  if (fitting.trim() === '') {
    log.debug({}, 'Not sending an empty reply')
    return undefined
  }
  return { content: fitting, ...(widgetContent !== undefined && { widget_content: widgetContent }) }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : `a value of type ${typeof value}`
}

nameErrors({ InvalidReplyError })
