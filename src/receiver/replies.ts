import type { Outgoing } from '../bot/index.js'
import type { WebhookReply } from '../protocol/index.js'
import { noReply } from '../protocol/lean.js'

/**
 * The replies of one delivery, in the order in which they are made. The first is held to be the webhook's own answer,
 * which costs no request and is welcome everywhere; as soon as that can't be, or there is a second, messages are sent.
 */
export class Replies {
  readonly #send: (outgoing: Outgoing) => Promise<number>
  #held: Outgoing | undefined
  #isAnswered = false
  #last: Promise<void> | undefined
  #sent = 0
  #sending = 0

  /** @param send Sends a message to the conversation, and gives its ID. */
  constructor(send: (outgoing: Outgoing) => Promise<number>) {
    this.#send = send
  }

  /** Whether nothing is held and nothing went, or goes, as a message. */
  get isEmpty(): boolean {
    return this.#held === undefined && this.#sent === 0
  }

  get isSending(): boolean {
    return this.#sending > 0
  }

  /** Resolves when the reply is held, or sent: then to its ID. A rejection that nobody looks at disturbs nobody. */
  add(outgoing: Outgoing): Promise<number | undefined> {
    return this.hold(outgoing) ? Promise.resolve(undefined) : this.addMessage(outgoing)
  }

  /** Holds a reply that is the first, and says whether it did. */
  hold(outgoing: Outgoing): boolean {
    if (this.#isAnswered || !this.isEmpty) return false
    this.#held = outgoing
    return true
  }

  /** As `add`, but never held. */
  addMessage(outgoing: Outgoing): Promise<number> {
    const held = this.#held
    this.#held = undefined
    if (held !== undefined) this.#enqueue(held)
    return this.#enqueue(outgoing)
  }

  /** What the webhook is answered; from now on replies are sent. */
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

  #enqueue(outgoing: Outgoing): Promise<number> {
    this.#sent += 1
    this.#sending += 1
    const before = this.#last ?? Promise.resolve()
    const sending = before
      .then(() => this.#send(outgoing))
      .finally(() => {
        this.#sending -= 1
      })
    this.#last = sending.then(
      () => {},
      () => {},
    )
    return sending
  }
}
