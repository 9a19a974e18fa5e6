import { isPromise, type MaybePromise } from '../../values.js'
import { HandlerError } from '../base/errors.js'
import { errorFields } from '../base/log.js'
import { type Button, Widget } from '../context/widgets.js'
import { messageParts } from '../delivery/messageParts.js'
import { type DeliveryReplyOptions, outgoingOf } from '../delivery/outgoing.js'
import { replyOf } from '../outgoing/reply.js'
import { RecordedRun } from './recordedRun.js'

/** One run of a handler. What it says goes, in order, to the outbox of the delivery, unless an earlier run has said it. */
export class Run extends RecordedRun {
  /** The number of texts that its handler has streamed. */
  streams = 0
  #replies = 0
  /** Made when it says something that has to be awaited. */
  #pending: PendingReplies | undefined
  /** The replies with which the last layer ended, while the handler has not caught up with its record. */
  #lastWord: { readonly content: string; readonly options: DeliveryReplyOptions }[] | undefined
  #isSayingLastWord = false
  #answers: string[] | undefined

  /** @throws {HandlerError} `invalid_reply` for anything but a string or a widget */
  reply(given: unknown, options: DeliveryReplyOptions = {}): MaybePromise<void> {
    return this.inTurn(() => this.#sayReply(replyOf(given, 'What ctx.reply was given'), options))
  }

  /** What the handler answers in the end is added here, to be sent together with the answers of others. */
  joinAnswers(answers: string[]): string[] {
    this.#answers = answers
    return answers
  }

  /** Says what a handler returned, or why it failed. */
  answer(given: string | Widget, options?: DeliveryReplyOptions): MaybePromise<void> {
    if (this.#answers === undefined || typeof given !== 'string') return this.reply(given, options)
    if (given.trim() !== '' && !this.isOver) this.#answers.push(given)
  }

  /** Sends a question. If it has buttons, they are attached to the last of its messages. */
  ask(question: string, buttons: readonly Button[] = []): MaybePromise<void> {
    const parts = messageParts(question, this.log)
    const last = parts.at(-1)
    if (buttons.length === 0 || last === undefined) return this.reply(question)
    return this.inTurn(async () => {
      await this.#sayParts(parts, await this.#drawn(new Widget(last, { heading: last, choices: buttons })))
    })
  }

  /** Sends a reply as messages, never as the webhook's response, and returns their IDs; none for empty text. */
  async post(reply: string | Widget, most?: number): Promise<number[]> {
    return this.inTurn(async () => {
      const ids: number[] = []
      const isWidget = reply instanceof Widget
      const drawn = isWidget ? await this.#drawn(reply) : {}
      for (const part of isWidget ? [reply.text] : messageParts(reply, this.log, most)) {
        ids.push(await this.message(part, drawn))
      }
      return ids
    })
  }

  /** Sends one message in its turn, which has to be now. Returns its ID. @throws {HandlerError} `not_sent` */
  async message(content: string, options: DeliveryReplyOptions): Promise<number> {
    const id = await this.#say(content, { ...options, asMessage: true })
    if (id !== undefined) return id
    throw new HandlerError('not_sent', 'A message was not sent, since the handler was over. Await what it sends.')
  }

  /** Runs work after all pending replies of the handler. A failure counts as that of a reply. */
  inTurn<T>(work: () => MaybePromise<T>): MaybePromise<T> {
    const pending = this.#pending
    if (pending !== undefined && pending.count > 0) return pending.add(pending.last.then(work))
    try {
      const result = work()
      return isPromise(result) ? this.#turns().add(result) : result
    } catch (error) {
      this.#turns().failures.push(error)
      throw error
    }
  }

  /** Adds work for when the handler has ended. It must not fail. */
  beforeEnd(work: () => Promise<void>): void {
    this.#turns().atEnd.push(work)
  }

  /** Waits for the handler's pending replies. Failures that nobody has reported are logged. */
  settle(isReported: (error: unknown) => boolean): MaybePromise<void> {
    return this.#pending && this.#settle(this.#pending, isReported)
  }

  async #settle(pending: PendingReplies, isReported: (error: unknown) => boolean): Promise<void> {
    for (const work of pending.atEnd) await work()
    // What an abandoned handler still sends may never settle.
    if (pending.count > 0) await Promise.race([pending.allSettled(), this.over])
    for (const error of pending.failures) {
      if (isReported(error)) continue
      if (this.again(error)) this.log.warn(errorFields(error), 'Failed to send a reply; the delivery will be retried')
      else this.log.error(errorFields(error), 'Failed to send a reply')
    }
  }

  /** A layer has returned or thrown: replies from now on are its last word. */
  beginLastWord(): void {
    if (this.isBehind) this.#lastWord = []
  }

  /**
   * Sends the last replies of a handler that ended before it caught up with its record. Last time it went on to ask, so
   * this is new, and tells the person who answered why.
   */
  async sayLastWord(): Promise<void> {
    if (!this.isBehind || this.isOver) return
    this.#isSayingLastWord = true
    for (const { content, options } of this.#lastWord ?? []) await this.#say(content, options)
  }

  #turns(): PendingReplies {
    this.#pending ??= new PendingReplies()
    return this.#pending
  }

  #sayReply(reply: string | Widget, options: DeliveryReplyOptions): MaybePromise<void> {
    if (reply instanceof Widget) return this.#sayWidget(reply, options)
    return this.#sayParts(messageParts(reply, this.log), options)
  }

  #sayParts(parts: readonly string[], options: DeliveryReplyOptions): MaybePromise<void> {
    const [first] = parts
    if (first === undefined) {
      this.log.debug({}, 'An empty reply was not sent')
      return undefined
    }
    if (parts.length > 1) return this.#sayEach(parts, options)
    const saying = this.#say(first, options)
    return isPromise(saying) ? saying.then(() => {}) : undefined
  }

  async #sayEach(parts: readonly string[], { name, ...options }: DeliveryReplyOptions): Promise<void> {
    for (const [at, part] of parts.entries()) {
      const named = name === undefined ? {} : { name: at === 0 ? name : `${name} ${at}` }
      await this.#say(part, at === parts.length - 1 ? { ...options, ...named } : named)
    }
  }

  async #sayWidget(widget: Widget, options: DeliveryReplyOptions): Promise<void> {
    await this.#say(widget.text, { ...options, ...(await this.#drawn(widget)) })
  }

  async #drawn(widget: Widget): Promise<Pick<DeliveryReplyOptions, 'widgetContent'>> {
    const { notification, client } = this.delivery
    const isDirect = notification.message.type === 'private'
    const widgetContent = await widget.drawn(isDirect, client, notification.bot_full_name)
    return widgetContent === undefined ? {} : { widgetContent }
  }

  /** Says one message, or takes it from the record of an earlier run. Returns its ID, if it is sent as a message. */
  #say(content: string, options: DeliveryReplyOptions): MaybePromise<number | undefined> {
    const { waiting } = this
    return waiting ? waiting.then(() => this.#sayNow(content, options)) : this.#sayNow(content, options)
  }

  #sayNow(content: string, options: DeliveryReplyOptions): MaybePromise<number | undefined> {
    // What middleware says after its handler was abandoned is said once the handler has ended.
    if (this.isOver) return undefined
    const isSaidAgain = this.isBehind && !this.#isSayingLastWord
    const name = isSaidAgain ? options.name : (options.name ?? String(this.#replies++)) + this.suffix
    const named = name === undefined ? options : { ...options, name }
    if (options.asMessage === true) return this.#sendMessage(content, named)
    if (isSaidAgain) {
      this.#lastWord?.push({ content, options })
      return undefined
    }
    if (this.seenReplies > 0) {
      this.seenReplies -= 1
      return undefined
    }
    const { widgetContent } = options
    const noted = this.noteReply({ content, ...(widgetContent !== undefined && { widgetContent }) })
    const { outbox } = this.delivery
    const outgoing = outgoingOf(content, options)
    return noted
      ? noted.then(() => (this.isOver ? undefined : outbox.add(outgoing, named)))
      : outbox.add(outgoing, named)
  }

  async #sendMessage(content: string, options: DeliveryReplyOptions): Promise<number | undefined> {
    const id = await this.do({ kind: 'message', key: 'message', isRepeatable: false }, async () => {
      this.noteMessage()
      return this.delivery.outbox.add(outgoingOf(content, options), options)
    })
    return typeof id === 'number' ? id : undefined
  }
}

/** The order of what a handler says, and what became of it. */
class PendingReplies {
  count = 0
  last: Promise<unknown> = Promise.resolve()
  readonly failures: unknown[] = []
  readonly atEnd: (() => Promise<void>)[] = []
  #onAllSettled: (() => void) | undefined

  /** A handler need not await its reply, and a failure that isn't awaited must not end the process. */
  add<T>(turn: Promise<T>): Promise<T> {
    this.count += 1
    this.last = turn.then(
      () => this.#ended(),
      (error: unknown) => {
        this.failures.push(error)
        this.#ended()
      },
    )
    return turn
  }

  allSettled(): Promise<void> {
    return new Promise((resolve) => {
      this.#onAllSettled = resolve
    })
  }

  #ended(): void {
    this.count -= 1
    if (this.count === 0) this.#onAllSettled?.()
  }
}
