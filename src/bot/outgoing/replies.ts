import { CallError, type Client } from '../../client/index.js'
import { codePoints, limits, type Notification, noReply, type WebhookReply } from '../../protocol/index.js'
import { andThen, isPromise, type MaybePromise } from '../../values.js'
import { HandlerError } from '../base/errors.js'
import { errorFields, type Log } from '../base/log.js'
import { type Button, Widget } from '../context/widgets.js'
import type { DeliveryReplyOptions, Outgoing } from '../delivery/outgoing.js'
import { messageParts, replyOf } from './messageParts.js'

/** What replies need of their delivery. */
interface Conversation {
  readonly notification: Notification
  readonly client: Client
  readonly log: Log
  /** Sends a message to the conversation, and returns its ID. */
  send(outgoing: Outgoing, options: DeliveryReplyOptions): Promise<number | undefined>
}

/** The run of a handler. It decides what becomes of a reply: an earlier run may have sent it. */
interface Speaker {
  readonly log: Log
  /** The order of what it says; made when it says something that has to be awaited. */
  turns: PendingReplies | undefined
  /** Resolves when the handler is abandoned: what it still sends may never settle, so it isn't awaited. */
  readonly over: Promise<void>
  reply(content: string, options?: DeliveryReplyOptions): MaybePromise<number | undefined>
  again(error: unknown): boolean
}

/**
 * The replies of one delivery, in order. While the webhook waits, the first is held to become its response, which needs no
 * request and works in every channel. Once the webhook is answered, or there is a second reply, all are sent as messages.
 * If sending fails, the next reply is held again: the response may be the only way to reach the sender.
 */
export class Replies {
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

  /** @throws {HandlerError} `invalid_reply` for anything but a string or a widget */
  send(speaker: Speaker, reply: unknown, options?: DeliveryReplyOptions): MaybePromise<void> {
    return this.inTurn(speaker, () => this.#say(speaker, replyOf(reply, 'What ctx.reply was given'), options))
  }

  /** Sends a question. If it has buttons, they are attached to the last of its messages. */
  ask(speaker: Speaker, question: string, buttons: readonly Button[] = []): MaybePromise<void> {
    const parts = messageParts(question, speaker.log)
    const last = parts.at(-1)
    if (buttons.length === 0 || last === undefined) return this.send(speaker, question)
    return this.inTurn(speaker, async () => {
      await sayParts(speaker, parts, await this.#drawn(new Widget(last, { heading: last, choices: buttons })))
    })
  }

  /** Sends a reply as messages, never as the webhook's response, and returns their IDs; none for empty text. */
  async post(speaker: Speaker, reply: string | Widget, most?: number): Promise<number[]> {
    return this.inTurn(speaker, async () => {
      const ids: number[] = []
      const isWidget = reply instanceof Widget
      const drawn = isWidget ? await this.#drawn(reply) : {}
      for (const part of isWidget ? [reply.text] : messageParts(reply, speaker.log, most)) {
        const id = await speaker.reply(part, { ...drawn, asMessage: true })
        if (id === undefined) throw notSent()
        ids.push(id)
      }
      return ids
    })
  }

  /** Adds work for when the handler has ended. It must not fail. */
  beforeEnd(speaker: Speaker, work: () => Promise<void>): void {
    turnsOf(speaker).atEnd.push(work)
  }

  /** Runs work after all pending replies of the handler. A failure counts as that of a reply. */
  inTurn<T>(speaker: Speaker, work: () => MaybePromise<T>): MaybePromise<T> {
    const { turns } = speaker
    if (turns !== undefined && turns.pending > 0) return turns.add(turns.last.then(work))
    try {
      const result = work()
      return isPromise(result) ? turnsOf(speaker).add(result) : result
    } catch (error) {
      turnsOf(speaker).failures.push(error)
      throw error
    }
  }

  /** Waits for the handler's pending replies. Failures that nobody has reported are logged. */
  settle(speaker: Speaker, isReported: (error: unknown) => boolean): MaybePromise<void> {
    return speaker.turns && settleTurns(speaker, speaker.turns, isReported)
  }

  #say(speaker: Speaker, reply: string | Widget, options?: DeliveryReplyOptions): MaybePromise<void> {
    if (reply instanceof Widget) return this.#sayWidget(speaker, reply, options)
    const parts = messageParts(reply, speaker.log)
    const [first] = parts
    if (first === undefined) {
      speaker.log.debug({}, 'An empty reply was not sent')
      return undefined
    }
    if (parts.length > 1) return sayParts(speaker, parts, options)
    return andThen(speaker.reply(first, options), () => {})
  }

  async #sayWidget(speaker: Speaker, widget: Widget, options?: DeliveryReplyOptions): Promise<void> {
    await speaker.reply(widget.text, { ...options, ...(await this.#drawn(widget)) })
  }

  async #drawn(widget: Widget): Promise<Pick<DeliveryReplyOptions, 'widgetContent'>> {
    const { notification, client } = this.#conversation
    // Old servers don't send the name with the message.
    const botName = async () => notification.bot_full_name ?? (await client.users.me()).full_name
    const widgetContent = await widget.drawn(notification.message.type === 'private', botName)
    return widgetContent === undefined ? {} : { widgetContent }
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

async function sayParts(
  speaker: Speaker,
  parts: readonly string[],
  { name, ...options }: DeliveryReplyOptions = {},
): Promise<void> {
  for (const [at, part] of parts.entries()) {
    const named = name === undefined ? {} : { name: at === 0 ? name : `${name} ${at}` }
    await speaker.reply(part, at === parts.length - 1 ? { ...options, ...named } : named)
  }
}

async function settleTurns(
  speaker: Speaker,
  turns: PendingReplies,
  isReported: (error: unknown) => boolean,
): Promise<void> {
  const { log } = speaker
  for (const work of turns.atEnd) await work()
  if (turns.pending > 0) await Promise.race([turns.nonePending(), speaker.over])
  for (const error of turns.failures) {
    if (isReported(error)) continue
    if (speaker.again(error)) log.warn(errorFields(error), 'Failed to send a reply; the delivery will be retried')
    else log.error(errorFields(error), 'Failed to send a reply')
  }
}

function turnsOf(speaker: Speaker): PendingReplies {
  speaker.turns ??= new PendingReplies()
  return speaker.turns
}

/** The order of what a handler says, and what became of it. */
export class PendingReplies {
  pending = 0
  last: Promise<unknown> = Promise.resolve()
  readonly failures: unknown[] = []
  readonly atEnd: (() => Promise<void>)[] = []
  #onNonePending: (() => void) | undefined

  /** A handler need not await its reply, and a failure that isn't awaited must not end the process. */
  add<T>(turn: Promise<T>): Promise<T> {
    this.pending += 1
    this.last = turn.then(
      () => this.#ended(),
      (error: unknown) => {
        this.failures.push(error)
        this.#ended()
      },
    )
    return turn
  }

  nonePending(): Promise<void> {
    return new Promise((resolve) => {
      this.#onNonePending = resolve
    })
  }

  #ended(): void {
    this.pending -= 1
    if (this.pending === 0) this.#onNonePending?.()
  }
}

function joined(first: Outgoing | undefined, second: Outgoing): Outgoing | undefined {
  if (first === undefined || first.widget_content !== undefined || second.widget_content !== undefined) return undefined
  const content = `${first.content}\n\n${second.content}`
  return codePoints(content) <= limits.messageLength ? { content } : undefined
}

export function notSent(): HandlerError {
  return new HandlerError('not_sent', 'A message was not sent, since the handler was over. Await what it sends.')
}
