import type { Outgoing } from '../../bot/index.js'
import { CallError } from '../../client/index.js'
import { codePoints, limits, noReply, type WebhookReply } from '../../protocol/index.js'

/**
 * The replies of one delivery, in order. The first is held as the webhook's response, which needs no request and works in every
 * channel. Once the webhook is answered, or there is a second reply, they are sent as messages. If sending fails, the next
 * reply is held again: the response may be the only way to reach the sender.
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

  /**
   * @param send Sends a message to the conversation and returns its ID.
   * @param onLost Gets the error of a held reply that couldn't be sent.
   */
  constructor(send: (outgoing: Outgoing) => Promise<number>, onLost: (error: unknown) => void) {
    this.#send = send
    this.#onLost = onLost
  }

  /** Whether nothing is held and nothing was sent, or is being sent, as a message. */
  get isEmpty(): boolean {
    return this.#held === undefined && this.#sent === 0
  }

  /** Whether nothing is held and the sender has seen no reply, or the last one failed. */
  get isUnanswered(): boolean {
    return this.isEmpty || (this.#held === undefined && this.#lastFailed)
  }

  get isSending(): boolean {
    return this.#sending > 0
  }

  /** Resolves when the reply is held, or sent: then to its message ID. */
  add(outgoing: Outgoing): Promise<number | undefined> {
    return this.hold(outgoing) ? Promise.resolve(undefined) : this.addMessage(outgoing)
  }

  /** Holds the first reply, or one after a failed one; returns whether it did. */
  hold(outgoing: Outgoing): boolean {
    if (this.#isAnswered || this.isSending) return false
    if (this.isUnanswered) this.#held = outgoing
    else {
      const both = this.#lastFailed ? joined(this.#held, outgoing) : undefined
      if (both === undefined) return false
      this.#held = both
    }
    return true
  }

  /** As `add`, but never held. */
  addMessage(outgoing: Outgoing): Promise<number> {
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
    return held ?? noReply
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    while (this.#sending > 0) await this.#last
  }

  /** The handler doesn't wait for a held reply, so its failure isn't the handler's. */
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

/** Two replies as one, if that fits into a message. */
function joined(first: Outgoing | undefined, second: Outgoing): Outgoing | undefined {
  if (first === undefined || first.widget_content !== undefined || second.widget_content !== undefined) return undefined
  const content = `${first.content}\n\n${second.content}`
  return codePoints(content) <= limits.messageLength ? { content } : undefined
}
