import type { Client } from '../../client/index.js'
import type { Notification } from '../../protocol/index.js'
import type { MaybePromise } from '../../values.js'
import { HandlerError } from '../base/errors.js'
import { errorFields, type Log } from '../base/log.js'
import { messageKey } from '../base/messageKey.js'
import { isConflict } from '../base/recordStore.js'
import type { Delivery } from '../delivery/delivery.js'
import type { Sentences } from '../sentences/sentences.js'
import { actingClient } from './actingClient.js'
import {
  endedRecord,
  failedWith,
  type GoingRecord,
  type HandlerStep,
  heldReply,
  newRecord,
  newTurn,
  outcomeAgain,
  type Question,
} from './conversationStore.js'
import { checkOnceName, onceInJson, StepJournal } from './journal.js'
import { Leaving, Once } from './leaving.js'
import { Ledger } from './ledger.js'
import { goesOn, type Stopped } from './stopped.js'

interface DoOnce {
  readonly kind: HandlerStep['kind']
  readonly key: string
  readonly isRepeatable: boolean
  /** Whether it changes nothing, and is recorded only so that it returns the same again. */
  readonly isReading?: boolean
}

/** How a run is recorded. */
interface Recording {
  /** Of an existing conversation; a new one has none until there is something to record. */
  readonly ledger?: Ledger
  /** Whether the message was delivered before, and the process died that handled it. */
  readonly isDeliveredAgain?: boolean
  /** Which of the handlers of an event is run. (default: the first, or the only one) */
  readonly handler?: number
  /** (default: the delivery's) */
  readonly log?: Log
  /** Called when there is something to record. */
  readonly begun?: (run: RecordedRun) => void
}

/**
 * The record of one run of a handler. Each of its steps goes through here: it is done, or taken from the record of an earlier
 * run. Once the conversation is stored, each step is recorded before and after.
 */
export abstract class RecordedRun {
  readonly isResumed: boolean
  readonly leaving = new Leaving()
  /** The delivery that caused the run; its outbox carries the replies. */
  readonly delivery: Delivery
  /** What the handler sees: the message that began the conversation. */
  readonly notification: Notification
  /** The built-in sentences for the person who began it. */
  readonly sentences: Sentences
  readonly log: Log
  /** Which of the handlers of an event is run; undefined for the first, or the only one. */
  readonly handler: number | undefined
  /** The handler has ended or was abandoned, and that is recorded. */
  readonly done = new Once()
  readonly #over = new Once()
  readonly #recording: Recording
  readonly #turn: GoingRecord['turn']
  /** A suffix for the names of replies and steps, so that those of two conversations or handlers differ. */
  protected readonly suffix: string
  /** How many replies of an earlier run are left, which aren't sent again. */
  protected seenReplies: number
  #ledger: Ledger | undefined
  #journal: StepJournal | undefined
  #isAsking = false
  #hasEnded = false
  stopped: Stopped | undefined
  /** Settles when a question is stored as pending, or that failed. */
  protected waiting: Promise<unknown> | undefined

  constructor(delivery: Delivery, sentences: Sentences, recording: Recording) {
    const { ledger, isDeliveredAgain = false, handler, log = delivery.log } = recording
    this.delivery = delivery
    this.sentences = sentences
    this.log = log
    this.handler = handler
    this.#recording = recording
    this.#ledger = ledger
    this.isResumed = ledger?.isStored === true
    const record = ledger?.record
    this.notification = record?.notification ?? delivery.notification
    this.#turn = record?.turn ?? newTurn(messageKey(delivery.notification.message))
    this.#journal = record && new StepJournal(record)
    const isOfMessage = !ledger || this.#turn.message === messageKey(delivery.notification.message)
    const ofHandler = handler === undefined ? '' : ` of handler ${handler}`
    this.suffix = isOfMessage ? ofHandler : ` of ${ledger.id}.${record?.questions.length}`
    // The run that the message began has died.
    if (record && isDeliveredAgain && (delivery.attempt || heldReply(record) !== undefined)) record.turn.replies = []
    this.seenReplies = this.#turn.replies.length
    if (ledger) recording.begun?.(this)
  }

  get id(): number {
    return this.notification.message.id
  }

  /** Resolves when the handler is abandoned. */
  get over(): Promise<void> {
    return this.#over.happened
  }

  /** Whether it is recorded, so that it may be resumed. */
  get isRecorded(): boolean {
    return this.#ledger !== undefined
  }

  /** Created on demand: most runs record nothing. */
  #record(): { readonly ledger: Ledger; readonly journal: StepJournal } {
    if (this.#ledger === undefined) {
      this.#ledger = new Ledger(this.delivery, newRecord(this.delivery.notification, this.#turn))
      this.#recording.begun?.(this)
    }
    this.#journal ??= new StepJournal(this.#ledger.record)
    return { ledger: this.#ledger, journal: this.#journal }
  }

  get isBehind(): boolean {
    return this.#journal?.isBehind === true
  }

  get #isStored(): boolean {
    return this.#ledger?.isStored === true
  }

  /** Whether the delivery may be retried. */
  get mayComeAgain(): boolean {
    return this.delivery.attempt !== undefined
  }

  /** Whether another run may have to repeat its steps. */
  get mayRunAgain(): boolean {
    return this.mayComeAgain || this.#isStored
  }

  acting(client: Client, who: 'bot' | 'owner'): Client {
    return actingClient(client, who, ({ key, isRepeatable }, work) =>
      this.do({ kind: 'call', key, isRepeatable }, work),
    )
  }

  async once(name: string, work: () => unknown): Promise<unknown> {
    checkOnceName(name)
    return this.do({ kind: 'once', key: name, isRepeatable: false }, () => onceInJson(name, work))
  }

  async do(name: DoOnce, work: () => Promise<unknown>): Promise<unknown> {
    if (this.waiting) await this.waiting
    if (this.isOver) return this.leaving.leave()
    const { journal } = this.#record()
    const known = journal.find(name)
    if (known?.outcome) return outcomeAgain(known.outcome)
    if (known !== undefined) {
      // A delivery that is retried keeps its own record of what was done.
      const mayGoOn = name.isRepeatable || (this.delivery.attempt !== undefined && !journal.isBehind)
      return mayGoOn ? this.#carryOut(known, name, work) : this.#stop({ kind: 'uncertain', step: name.key })
    }
    if (journal.isBehind) {
      const last = name.isRepeatable ? journal.last(name) : undefined
      if (last) return outcomeAgain(last)
      return this.#stop({ kind: 'changed', expected: journal.next, found: name.key })
    }
    return this.#carryOut(journal.begin(name), name, work)
  }

  /** The number of questions asked so far. */
  get asked(): number {
    return this.#record().journal.asked
  }

  /** Posts a question and stores it as pending; a later run returns it with its answers. */
  async question(waiting: Omit<Question, 'until'>, timeout: number, post: () => MaybePromise<void>): Promise<Question> {
    const { key } = waiting
    if (this.isOver) return this.leaving.leave()
    if (this.#isAsking || this.#hasEnded) throw notInOrder()
    const { ledger, journal } = this.#record()
    const known = journal.question()
    if (known && known.key !== key) {
      return this.#stop({ kind: 'changed', expected: journal.next, found: `ask ${key}` })
    }
    journal.asked += 1
    if (known) return known
    this.#isAsking = true
    try {
      await ledger.begin()
      if (this.isOver) return this.leaving.leave()
      if (this.#hasEnded) throw notInOrder()
      await post()
      if (this.isOver) return this.leaving.leave()
      if (this.#hasEnded) throw notInOrder()
      return await this.#wait({ ...waiting, until: Math.ceil(this.delivery.clock.now() + timeout) })
    } catch (error) {
      if (isConflict(error)) return this.#stop({ kind: 'taken over' })
      throw error
    } finally {
      this.#isAsking = false
    }
  }

  /** Steps wait until it is stored: one in the stored record would look interrupted. */
  async #wait(question: Question): Promise<never> {
    const stored = this.#record()
      .ledger.wait(question)
      .then((replaced) => this.#noteStopped({ kind: 'waiting', replaced }))
    this.waiting = stored.catch(() => {})
    await stored
    return this.leaving.leave()
  }

  /** Records the end of a handler that has ended or was abandoned. */
  end(): MaybePromise<void> {
    this.#ledger?.stopRenewing()
    if (this.stopped && goesOn.has(this.stopped.kind)) return undefined
    this.#hasEnded = true
    if (this.#ledger === undefined) return undefined
    const ending = this.#ledger.end(endedRecord(this.#ledger.record))
    return this.#stored(ending, 'error', 'Failed to store the end of a conversation')
  }

  /** Resolves when it is stored. If another process has the conversation by now, `lost` decides; other failures are logged. */
  #stored(
    storing: Promise<void>,
    level: 'warn' | 'error',
    failure: string,
    lost?: () => Promise<never>,
  ): Promise<void> {
    return storing.catch((error: unknown) =>
      isConflict(error) ? lost?.() : this.log[level](errorFields(error), failure),
    )
  }

  /** Whether the delivery will be handled again after this error. */
  again(error: unknown): boolean {
    const again =
      this.delivery.attempt?.again(error, this.handler ?? 1, this.#isStored ? 'conversation' : undefined) === true
    if (again) this.#noteStopped({ kind: 'comes again' })
    return again
  }

  protected get isOver(): boolean {
    return this.stopped !== undefined
  }

  /** Ends the run and abandons the handler, with a promise that never settles. */
  #stop(why: Stopped): Promise<never> {
    this.#noteStopped(why)
    return this.leaving.leave()
  }

  #noteStopped(why: Stopped): void {
    this.stopped ??= why
    this.#over.happen()
  }

  async #carryOut(step: HandlerStep, name: DoOnce, work: () => Promise<unknown>): Promise<unknown> {
    const { isReading = false } = name
    const { ledger, journal } = this.#record()
    try {
      if (!isReading) await ledger.save()
    } catch (error) {
      journal.drop(step)
      if (isConflict(error)) return this.#stop({ kind: 'taken over' })
      throw error
    }
    if (this.isOver) return this.leaving.leave()
    let failure: { readonly error: unknown } | undefined
    let value: unknown
    try {
      value = await this.#doOnce(step, name, work)
      journal.close(step, { kind: 'value', value })
    } catch (error) {
      // It failed only because the delivery was cut off, and may succeed next time.
      if (this.delivery.attempt?.isCutOff() && this.again(error)) return this.leaving.leave()
      failure = { error }
      journal.close(step, failedWith(error))
    }
    // The step is done: if it can't be recorded now, the next step records it.
    const unsaved = 'Failed to store a step of a conversation; the next step tries again'
    if (!isReading) await this.#stored(ledger.save(), 'warn', unsaved)
    if (failure) throw failure.error
    return value
  }

  /** A delivery that may be retried records steps even while the conversation isn't stored. */
  #doOnce(step: HandlerStep, { kind, isRepeatable }: DoOnce, work: () => Promise<unknown>): Promise<unknown> {
    const { attempt } = this.delivery
    if (!attempt || isRepeatable || (kind !== 'call' && kind !== 'once')) return work()
    return attempt.once({ kind, key: this.#record().journal.nameOf(step) + this.suffix }, work)
  }

  /**
   * Records a reply before it is sent. Once the conversation is stored that takes a write, so that another process doesn't
   * repeat the reply. It is sent even if the write fails.
   */
  protected noteReply(reply: GoingRecord['turn']['replies'][number]): MaybePromise<void> {
    // Exactly as long as needed: pushing to an empty list makes room for seventeen.
    this.#turn.replies = [...this.#turn.replies, reply]
    if (!this.#ledger?.isStored) return undefined
    const stop = () => this.#stop({ kind: 'taken over' })
    return this.#stored(this.#ledger.save(), 'warn', 'Failed to store a reply before sending it', stop)
  }

  /** Records that the handler sends a message, which is no reply to be sent again. */
  protected noteMessage(): void {
    this.#turn.isSent = true
  }
}

export function notInOrder(): HandlerError {
  return new HandlerError(
    'asked_out_of_order',
    "A handler asked while another question was open, or after it had ended. Write `await` before ctx.ask, and don't use it in Promise.all.",
  )
}
