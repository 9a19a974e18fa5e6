import { StorageConflictError, type Version } from '../../storage/index.js'
import type { Delivery } from '../delivery/delivery.js'
import { type ConversationStore, storeOf } from './conversationStore.js'
import type { GoingRecord, Record } from './record.js'
import type { Question, Target } from './stored.js'

/** What a ledger needs to know of the world. */
export interface LedgerOptions {
  readonly store: ConversationStore
  readonly record: GoingRecord
  /** As what it was found; undefined for a conversation that is not stored yet. */
  readonly version: Version | undefined
  readonly now: () => number
}

/**
 * Keeps one conversation in the storage while its handler runs. Each write compares versions: as soon as somebody else
 * has taken the conversation over, or ended it, writes fail, and this run has to do nothing more.
 */
export class Ledger {
  readonly record: GoingRecord
  readonly #store: ConversationStore
  readonly #now: () => number
  #version: Version | undefined
  /** What the storage was last told of when to look after it. */
  #reminder: number | undefined
  #last: Promise<unknown> = Promise.resolve()
  #hasBegun: boolean
  #isClosed = false

  constructor({ store, record, version, now }: LedgerOptions) {
    this.record = record
    this.#store = store
    this.#now = now
    this.#version = version
    this.#hasBegun = version !== undefined
    this.#reminder = version === undefined ? undefined : record.due
  }

  get id(): number {
    return this.record.notification.message.id
  }

  get isStored(): boolean {
    return this.#version !== undefined
  }

  /** Stores the conversation for the first time, so that from here on it survives the process. */
  async begin(): Promise<void> {
    this.#hasBegun = true
    await this.#inOrder(async () => {
      if (this.isStored || this.#isClosed) return
      const found = await this.#store.find(this.id)
      if (found && !('record' in found.content && isOther(found.content.record, this.record))) {
        throw new StorageConflictError(`the conversation of message ${this.id}`, 'absent')
      }
      await this.#remindIn(lease)
      await this.#write(this.record, found?.version ?? 'absent')
    })
  }

  /** Stores what has changed, once the conversation is stored at all. @throws {StorageConflictError} */
  async save(): Promise<void> {
    if (!this.#hasBegun) return
    await this.#inOrder(async () => {
      if (this.isStored && !this.#isClosed) await this.#write(this.record)
    })
  }

  /** Takes the conversation on, for a new run. @throws {StorageConflictError} when somebody else has. */
  async take(): Promise<void> {
    await this.#inOrder(async () => {
      const before = this.#reminder
      this.record.state = 'running'
      await this.#remindIn(lease)
      await this.#write(this.record)
      await this.#forget(before)
    })
  }

  /** Lets a question wait for its answer, and gives the one that waited there before. Without success it is not asked. */
  async wait(question: Question): Promise<Target | undefined> {
    return this.#inOrder(async () => {
      const { record } = this
      const before = this.#reminder
      record.questions.push(question)
      record.state = 'waiting'
      try {
        await this.#remindIn(question.until - this.#now())
        await this.#write(record)
        const other = await this.#store.point(record, keptFor(record, this.#now()))
        await this.#forget(before)
        return other
      } catch (error) {
        record.questions.pop()
        record.state = 'running'
        throw error
      }
    })
  }

  /** Ends it, if it was stored. What is left is for messages that are delivered again. @throws {StorageConflictError} */
  async end(left: Record): Promise<void> {
    if (!this.#hasBegun) {
      this.#isClosed = true
      return
    }
    await this.#inOrder(async () => {
      this.#isClosed = true
      if (!this.isStored) return
      this.#version = await this.#store.write(this.id, left, this.#version ?? 'absent', rememberedFor)
      await this.#forget(this.#reminder)
    })
  }

  async #write(record: Record, onlyIf: Version | 'absent' = this.#version ?? 'absent'): Promise<void> {
    this.#version = await this.#store.write(this.id, record, onlyIf, keptFor(this.record, this.#now()))
  }

  /** Before the record says so: a reminder of nothing does no harm. */
  async #remindIn(milliseconds: number): Promise<void> {
    const due = Math.ceil(this.#now() + milliseconds)
    await this.#store.remind(this.id, due)
    this.record.due = due
    this.#reminder = due
  }

  async #forget(reminder: number | undefined): Promise<void> {
    if (reminder !== undefined) await this.#store.forgetReminder(this.id, reminder)
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }
}

/** The ledger of a delivery's conversation. @param version As what it was found, if it was. */
export function ledgerOf(delivery: Delivery, record: GoingRecord, version?: Version): Ledger {
  return new Ledger({ store: storeOf(delivery), record, version, now: () => delivery.clock.now() })
}

/** Milliseconds that a conversation is kept in the storage, should nobody ever look after it. */
export function keptFor({ due }: GoingRecord, now: number): number {
  return Math.max(0, due - now) + keptAfter
}

/** Whether the message was edited since: then what it began before is over. */
function isOther(record: Record, { notification }: GoingRecord): boolean {
  return dataOf(record) !== notification.data
}

export function dataOf(record: Record): string {
  return record.state === 'ended' ? record.data : record.notification.data
}

/**
 * Milliseconds that a run may write nothing down before it is taken to have died with its process. Longer than any
 * handler should take.
 */
export const lease = 15 * 60_000

/** Milliseconds that a conversation is kept beyond the time at which somebody has to look after it, where nobody looks after it. */
const keptAfter = 7 * 86_400_000

/** Milliseconds; a server delivers a message again within seconds, a queue within minutes. */
const rememberedFor = 15 * 60_000
