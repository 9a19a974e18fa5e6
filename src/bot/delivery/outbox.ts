import { CallError } from '../../client/index.js'
import { codePoints, limits, noReply, type WebhookReply } from '../../protocol/index.js'
import type { MaybePromise } from '../../values.js'
import type { Log } from '../base/log.js'
import type { DeliveryReplyOptions, Outgoing } from './outgoing.js'

/** What an outbox needs of its delivery. */
interface Conversation {
  readonly log: Log
  /** Sends a message to the conversation, and returns its ID. */
  send(outgoing: Outgoing, options: DeliveryReplyOptions): Promise<number | undefined>
}

/**
 * What a delivery sends to its conversation, in order. While the webhook waits, the first is held to become its response, which needs no
 * request and works in every channel. Once the webhook is answered, or there is a second reply, all are sent as messages.
 * If sending fails, the next reply is held again: the response may be the only way to reach the sender.
 */
export class Outbox {
  readonly #conversation: Conversation
  readonly #hasWebhook: boolean
  #held: Outgoing | undefined
  /** Whether no webhook waits for a response, or it has got one. */
  #isAnswered: boolean
  #last: Promise<void> | undefined
  #sent = 0
  #sending = 0
  #lastFailed = false
  #closed: { readonly reason: unknown } | undefined

  constructor(conversation: Conversation, webhookWaits: boolean) {
    this.#conversation = conversation
    this.#hasWebhook = webhookWaits
    this.#isAnswered = !webhookWaits
  }

  /** Whether there was no reply. */
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

  /** Holds a message for the webhook's response, or sends it; then returns its ID. */
  add(outgoing: Outgoing, options: DeliveryReplyOptions = {}): MaybePromise<number | undefined> {
    // A queue keeps the order itself.
    if (!this.#hasWebhook) return this.#conversation.send(outgoing, options)
    if (options.asMessage !== true && this.#hold(outgoing)) return undefined
    if (this.#closed) return Promise.reject(this.#closed.reason)
    const held = this.#held
    this.#held = undefined
    if (held !== undefined)
      void this.#enqueue(() => this.#conversation.send(held, {})).catch((error) => this.#holdAgain(held, error))
    return this.#enqueue(() => this.#conversation.send(outgoing, options))
  }

  /** The webhook's response; later replies are sent as messages. */
  takeAnswer(): WebhookReply {
    const held = this.#held
    this.#held = undefined
    this.#isAnswered = true
    if (held !== undefined) this.#sent += 1
    return held ?? noReply
  }

  /** Sends the webhook's response as a message in its turn, if it turns out that nobody received it. */
  resend(answer: Outgoing, isLost: () => Promise<boolean>): Promise<unknown> {
    this.#sent -= 1
    return this.#enqueue(async () => ((await isLost()) ? this.#conversation.send(answer, {}) : undefined))
  }

  /** Refuses further replies. */
  close(reason: unknown): void {
    this.#closed ??= { reason }
  }

  /** Resolves when no message is being sent. */
  async sent(): Promise<void> {
    while (this.#sending > 0) await this.#last
  }

  /** Holds the reply if it is the first, or follows a failed one; returns whether it did. */
  #hold(outgoing: Outgoing): boolean {
    if (this.#isAnswered || this.#sending > 0 || this.#closed) return false
    if (this.isUnanswered) this.#held = outgoing
    else {
      const both = this.#lastFailed ? joined(this.#held, outgoing) : undefined
      if (both === undefined) return false
      this.#held = both
    }
    return true
  }

  /** The handler isn't waiting for a held reply, so a failure to send it must not fail the handler. */
  #holdAgain(outgoing: Outgoing, error: unknown): void {
    const mayBeSent = error instanceof CallError && error.mayHaveTakenEffect
    if (!mayBeSent && !this.#isAnswered && this.#held === undefined) this.#held = outgoing
    else this.#conversation.log.error({ error }, 'Failed to send a reply')
  }

  #enqueue(work: () => Promise<number | undefined>): Promise<number | undefined> {
    this.#sent += 1
    this.#sending += 1
    // Async, so that it can't throw at once.
    const send = async () => work()
    const sending = this.#last === undefined ? send() : this.#last.then(send)
    this.#last = sending.then(
      () => this.#ended(true),
      () => this.#ended(false),
    )
    return sending
  }

  #ended(isSent: boolean): void {
    this.#sending -= 1
    if (this.#sending === 0) this.#last = undefined
    this.#lastFailed = !isSent
    if (!isSent) this.#sent -= 1
  }
}

function joined(first: Outgoing | undefined, second: Outgoing): Outgoing | undefined {
  if (first === undefined || first.widget_content !== undefined || second.widget_content !== undefined) return undefined
  const content = `${first.content}\n\n${second.content}`
  return codePoints(content) <= limits.messageLength ? { content } : undefined
}
