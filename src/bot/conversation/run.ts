import { ApiError, type Client, EarshotError } from '../../client/index.js'
import { StorageConflictError } from '../../storage/index.js'
import type { Delivery, DeliveryReplyOptions } from '../delivery/delivery.js'
import type { DoOnce, Run } from '../delivery/run.js'
import { HandlerError, UserError } from '../errors.js'
import { errorFields, type Log } from '../log.js'
import { checkOnceName, onceInJson } from '../onceInJson.js'
import { type Signal, signalOnce } from '../sleep.js'
import { actingClient } from './actingClient.js'
import type { AskOptions } from './askOptions.js'
import { checkedAsk } from './checkedAsk.js'
import { Journal } from './journal.js'
import { Leaving } from './leaving.js'
import { type Ledger, ledgerOf } from './ledger.js'
import { NoAnswer } from './noAnswer.js'
import { endedRecord, type GoingRecord, heldReply, newRecord, newStretch } from './record.js'
import { RunDelivery } from './runDelivery.js'
import type { Outcome, Question, Step, Target } from './stored.js'

/** How a run ended before its handler did. */
export type Stopped =
  /** It waits for an answer; `replaced` is the question that waited in its place before. */
  | { readonly kind: 'waiting'; readonly replaced: Target | undefined }
  /** The delivery comes again, and its handler runs once more. */
  | { readonly kind: 'comes again' }
  /** Somebody else has the conversation. */
  | { readonly kind: 'taken over' }
  /** The handler does not do what it did before. */
  | { readonly kind: 'changed'; readonly expected: string | undefined; readonly found: string }
  /** The process died in the middle of something that must not be done twice. */
  | { readonly kind: 'uncertain'; readonly step: string }

export interface RunOptions {
  /** What brought it about; it carries the replies. */
  readonly delivery: Delivery
  /** Of a conversation that goes on; a new one has none until there is something to be written down. */
  readonly ledger?: Ledger
  readonly log: Log
  /** Whether the message of this stretch came a second time, since the run that it began died. */
  readonly isDeliveredAgain?: boolean
}

/**
 * One run of a handler. Everything that it does goes through here: it is done, or was done in an earlier run and is taken
 * from there. Once the conversation is stored, what it does is written down before and after.
 */
export class ConversationRun implements Run {
  /** Whether the handler runs again, after a question. */
  readonly isResumed: boolean
  readonly leaving = new Leaving()
  /** The delivery as the handler has it: with the message that began the conversation. */
  readonly delivery: Delivery
  readonly #delivery: Delivery
  readonly #log: Log
  readonly #stretch: GoingRecord['stretch']
  #ledger: Ledger | undefined
  #journal: Journal | undefined
  /** Replies that this stretch made in an earlier run, and that people have seen. */
  #seenReplies: number
  #isAsking = false
  /** What the last layer that has ended returned or threw, in words, while the handler is not where it was left. */
  #lastWord: { readonly content: string; readonly options: DeliveryReplyOptions }[] | undefined
  #isSayingLastWord = false
  #hasEnded = false
  #stopped: Stopped | undefined
  #over: Signal | undefined
  /** Replies of this stretch. */
  #replies = 0
  /** Settles when a question waits for its answer, or could not be made to. */
  #waiting: Promise<unknown> | undefined

  constructor({ delivery, ledger, log, isDeliveredAgain = false }: RunOptions) {
    this.#delivery = delivery
    this.#log = log
    this.#ledger = ledger
    this.isResumed = ledger?.isStored === true
    const { record } = ledger ?? {}
    this.#stretch = record?.stretch ?? newStretch(delivery.notification.message.id)
    this.#journal = record && new Journal(record)
    this.delivery = new RunDelivery(delivery, record?.notification ?? delivery.notification, {
      reply: (content, options) => this.#reply(content, options),
      answer: (content) => this.#answer(content),
      comesAgain: (error) => this.#comesAgain(error),
    })
    if (record && isDeliveredAgain && (delivery.once || heldReply(record) !== undefined)) record.stretch.replies = []
    this.#seenReplies = this.#stretch.replies.length
  }

  /** The message that began the conversation. */
  get id(): number {
    return this.delivery.notification.message.id
  }

  get stopped(): Stopped | undefined {
    return this.#stopped
  }

  /** Resolves when the run is stopped before its handler has ended. */
  get over(): Promise<void> {
    this.#over ??= signalOnce()
    if (this.#isOver) this.#over.note()
    return this.#over.promise
  }

  /** Most runs write nothing down, and need no record. */
  get #record(): { readonly ledger: Ledger; readonly journal: Journal } {
    this.#ledger ??= ledgerOf(this.#delivery, newRecord(this.#delivery.notification, this.#stretch))
    this.#journal ??= new Journal(this.#ledger.record)
    return { ledger: this.#ledger, journal: this.#journal }
  }

  get isBehind(): boolean {
    return this.#journal?.isBehind === true
  }

  get #isStored(): boolean {
    return this.#ledger?.isStored === true
  }

  /** Whether the delivery may come more than once, as the same one. */
  get mayComeAgain(): boolean {
    return this.#delivery.again !== undefined
  }

  /** A layer has returned or thrown something: what is said from now on is that. */
  beginLastWord(): void {
    if (this.isBehind) this.#lastWord = []
  }

  /**
   * Says what the handler has ended with, if it has not got to where it was left. It had gone on to ask then, so that is
   * news, and whoever answered hears why the answer is of no use any more.
   */
  async sayLastWord(): Promise<void> {
    if (!this.isBehind || this.#isOver) return
    this.#isSayingLastWord = true
    for (const { content, options } of this.#lastWord ?? []) await this.#reply(content, options)
  }

  /** A client whose writes are done once. */
  acting(client: Client, who: 'bot' | 'owner'): Client {
    return actingClient(client, who, ({ key, isRepeatable }, work) =>
      this.do({ kind: 'call', key, isRepeatable }, work),
    )
  }

  /** Runs a side effect once in the conversation. */
  async once(name: string, work: () => unknown): Promise<unknown> {
    checkOnceName(name)
    return this.do({ kind: 'once', key: name, isRepeatable: false }, () => onceInJson(name, work))
  }

  /** Does something, unless it was done before: then it gives what came of it, or throws that. */
  async do(name: DoOnce, work: () => Promise<unknown>): Promise<unknown> {
    if (this.#waiting) await this.#waiting
    if (this.#isOver) return this.leaving.leave()
    const { journal } = this.#record
    const known = journal.find(name)
    if (known?.outcome) return outcomeAgain(known.outcome)
    if (known !== undefined) {
      // A delivery that comes again knows itself what was done for it.
      const mayGoOn = name.isRepeatable || (this.#delivery.once !== undefined && !journal.isBehind)
      return mayGoOn ? this.#carryOut(known, name, work) : this.#stop({ kind: 'uncertain', step: name.key })
    }
    if (journal.isBehind) {
      const last = name.isRepeatable ? journal.last(name) : undefined
      if (last) return outcomeAgain(last)
      return this.#stop({ kind: 'changed', expected: journal.next, found: name.key })
    }
    return this.#carryOut(journal.begin(name), name, work)
  }

  /** Asks, through `post`, and gives the answer; in a later run. @throws {NoAnswer} when there is none */
  async ask(question: string, options: AskOptions | undefined, post: (text: string) => Promise<void>): Promise<string> {
    const asked = checkedAsk(question, options)
    if (this.#isOver) return this.leaving.leave()
    if (this.#isAsking || this.#hasEnded) throw notInOrder()
    const key = JSON.stringify([asked.name ?? null, asked.choices ?? null, asked.from])
    const { ledger, journal } = this.#record
    const known = journal.question()
    if (known && known.key !== key) {
      return this.#stop({ kind: 'changed', expected: journal.next, found: `ask ${key}` })
    }
    journal.pass()
    if (known) return answerTo(known)
    this.#isAsking = true
    try {
      await ledger.begin()
      if (this.#isOver) return this.leaving.leave()
      if (this.#hasEnded) throw notInOrder()
      await post(question)
      if (this.#isOver) return this.leaving.leave()
      if (this.#hasEnded) throw notInOrder()
      const { choices, from, timeout } = asked
      const until = Math.ceil(this.#delivery.clock.now() + timeout)
      const waiting = { key, from, until, ...(choices && { choices: [...choices] }) }
      return await this.#wait(waiting)
    } catch (error) {
      if (error instanceof StorageConflictError) return this.#stop({ kind: 'taken over' })
      throw error
    } finally {
      this.#isAsking = false
    }
  }

  /** Nothing that is begun meanwhile is in the record that waits: it would look as if it had been interrupted. */
  async #wait(question: Question): Promise<never> {
    const stored = this.#record.ledger
      .wait(question)
      .then((replaced) => this.#noteStopped({ kind: 'waiting', replaced }))
    this.#waiting = stored.catch(() => {})
    await stored
    return this.leaving.leave()
  }

  /** The handler has ended, or was left. Writes down what that means for the conversation. */
  async end(): Promise<void> {
    if (this.#stopped && goesOn.has(this.#stopped.kind)) return
    this.#hasEnded = true
    if (this.#ledger) await this.#writeEnd(this.#ledger)
  }

  async #writeEnd(ledger: Ledger): Promise<void> {
    try {
      await ledger.end(endedRecord(ledger.record))
    } catch (error) {
      if (error instanceof StorageConflictError) return
      this.#log.error(errorFields(error), 'The end of a conversation could not be written down')
    }
  }

  #comesAgain(error: unknown): boolean {
    const again = this.#delivery.again?.(error, this.#isStored ? 'conversation' : undefined) === true
    if (again) this.#noteStopped({ kind: 'comes again' })
    return again
  }

  get #isOver(): boolean {
    return this.#stopped !== undefined
  }

  /** Ends the run. The handler is left where it is, with a promise that never settles. */
  #stop(why: Stopped): Promise<never> {
    this.#noteStopped(why)
    return this.leaving.leave()
  }

  #noteStopped(why: Stopped): void {
    this.#stopped ??= why
    this.#over?.note()
  }

  async #carryOut(step: Step, name: DoOnce, work: () => Promise<unknown>): Promise<unknown> {
    const { isReading = false } = name
    const { ledger, journal } = this.#record
    try {
      if (!isReading) await ledger.save()
    } catch (error) {
      journal.drop(step)
      if (error instanceof StorageConflictError) return this.#stop({ kind: 'taken over' })
      throw error
    }
    if (this.#isOver) return this.leaving.leave()
    let failure: { readonly error: unknown } | undefined
    let value: unknown
    try {
      value = await this.#doOnce(step, name, work)
      journal.close(step, { kind: 'value', value })
    } catch (error) {
      // What failed only because the delivery was cut off would fail no more.
      if (this.#delivery.isCutOff?.() && this.#comesAgain(error)) return this.leaving.leave()
      failure = { error }
      journal.close(step, failedWith(error))
    }
    if (!isReading) await this.#noteDone()
    if (failure) throw failure.error
    return value
  }

  /** A delivery that comes again keeps what was done for it even while the conversation is not stored. */
  #doOnce(step: Step, { kind, isRepeatable }: DoOnce, work: () => Promise<unknown>): Promise<unknown> {
    const { once } = this.#delivery
    if (!once || isRepeatable || (kind !== 'call' && kind !== 'once')) return work()
    return once({ kind, key: this.#record.journal.nameOf(step) }, work)
  }

  /** What was done is done: if it can't be written down now, it is with what comes next. */
  async #noteDone(): Promise<void> {
    try {
      await this.#ledger?.save()
    } catch (error) {
      if (error instanceof StorageConflictError) return
      this.#log.warn(errorFields(error), 'A step of a conversation could not be written down; the next one tries again')
    }
  }

  /** Answers the webhook with the first reply, where nothing has to be waited for or written down before. */
  #answer(content: string): boolean {
    const isFirst = this.#seenReplies === 0 && this.#stretch.replies.length === 0
    if (!isFirst || this.#waiting || this.#isOver || this.isBehind || this.#isStored) return false
    if (this.#delivery.answer?.(content) !== true) return false
    this.#replies += 1
    this.#stretch.replies.push({ content })
    return true
  }

  async #reply(content: string, options: DeliveryReplyOptions = {}): Promise<number | undefined> {
    if (this.#waiting) await this.#waiting
    // What middleware says after its handler was left is said when the handler has ended.
    if (this.#isOver) return undefined
    const stretch = this.#stretch
    const isSaidAgain = this.isBehind && !this.#isSayingLastWord
    const named = isSaidAgain ? options : { name: String(this.#replies++), ...options }
    if (options.asMessage === true) {
      const id = await this.do({ kind: 'message', key: 'message', isRepeatable: false }, () => {
        stretch.isSent = true
        return this.#delivery.reply(content, named)
      })
      return typeof id === 'number' ? id : undefined
    }
    if (isSaidAgain) {
      this.#lastWord?.push({ content, options })
      return undefined
    }
    if (this.#seenReplies > 0) {
      this.#seenReplies -= 1
      return undefined
    }
    stretch.replies.push({ content, ...(options.widget === undefined ? {} : { widget: options.widget }) })
    // The first is only held, if it is no message by then; a run that nobody keeps needs no note of what is sent.
    if (stretch.replies.length > 1 && this.#isStored) await this.#noteReply()
    if (this.#isOver) return undefined
    const sending = this.#delivery.reply(content, named)
    if (stretch.replies.length === 1 && this.#isStored) await this.#noteDone()
    return sending
  }

  async #noteReply(): Promise<void> {
    try {
      await this.#ledger?.save()
    } catch (error) {
      if (error instanceof StorageConflictError) await this.#stop({ kind: 'taken over' })
      throw error
    }
  }
}

/** What is written down stays as it is for whoever goes on. */
const goesOn: ReadonlySet<Stopped['kind']> = new Set(['waiting', 'taken over', 'comes again'])

function answerTo({ answer }: Question): string {
  if (answer === undefined) throw notInOrder()
  if ('none' in answer) throw new NoAnswer(answer.none)
  return answer.text
}

function notInOrder(): HandlerError {
  return new HandlerError(
    'asked_out_of_order',
    'A handler asks one question after the other, and ends after the last. It asked while another question was open, or ' +
      'had ended already. Write `await` before ctx.ask, and use it in no Promise.all.',
  )
}

/** What was thrown, to be kept. The service's refusals and a `UserError` come back as they were; others by name and code. */
function failedWith(error: unknown): Outcome {
  if (error instanceof ApiError) {
    const { endpoint, attempts, mayHaveTakenEffect, status, code, msg, extra, retryAfter } = error
    const refusal = { status, code, msg, extra, ...(retryAfter === undefined ? {} : { retryAfter }) }
    return { kind: 'refused', facts: { endpoint, attempts, mayHaveTakenEffect }, refusal }
  }
  if (error instanceof UserError) return { kind: 'user error', message: error.message, code: error.code }
  if (!(error instanceof Error)) return { kind: 'error', name: 'Error', message: String(error) }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return { kind: 'error', name: error.name, message: error.message, ...code }
}

/** Gives what was kept, or throws it. */
function outcomeAgain(outcome: Outcome): unknown {
  if (outcome.kind === 'value') return outcome.value
  throw errorOf(outcome)
}

function errorOf(outcome: Exclude<Outcome, { kind: 'value' }>): Error {
  if (outcome.kind === 'refused') return new ApiError(outcome.facts, outcome.refusal)
  if (outcome.kind === 'user error') return new UserError(outcome.message, { code: outcome.code })
  const { name, message, code } = outcome
  const error = code === undefined ? new Error(message) : new EarshotError(code, message)
  return Object.defineProperty(error, 'name', { value: name, configurable: true })
}
