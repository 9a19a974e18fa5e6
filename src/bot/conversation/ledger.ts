import { KeptLease } from '../../lease.js'
import { StorageConflictError, type Version } from '../../storage/index.js'
import { errorFields } from '../base/log.js'
import { isConflict } from '../base/recordStore.js'
import type { Delivery } from '../delivery/delivery.js'
import {
  type ConversationStore,
  dataOf,
  type GoingRecord,
  isBegunBy,
  lease,
  type PendingQuestion,
  type Question,
  type Record,
  storeOf,
} from './conversationStore.js'

/**
 * Keeps one conversation in the storage while its handler runs. Each write compares versions: once another process has
 * taken over the conversation, or ended it, writes fail, and this run has to stop.
 */
export class Ledger {
  readonly record: GoingRecord
  readonly #store: ConversationStore
  readonly #delivery: Delivery
  #version: Version | undefined
  /** The time of the last stored reminder. */
  #reminder: number | undefined
  #last: Promise<unknown> = Promise.resolve()
  #hasBegun: boolean
  #isClosed = false
  #isOver = false
  #lease: KeptLease | undefined

  /** @param version The stored version; undefined if the conversation isn't stored yet. */
  constructor(delivery: Delivery, record: GoingRecord, version?: Version) {
    this.record = record
    this.#store = storeOf(delivery)
    this.#delivery = delivery
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

  /** Stores the conversation for the first time; from then on it survives the process. */
  async begin(): Promise<void> {
    this.#hasBegun = true
    await this.#inOrder(async () => {
      if (this.isStored || this.#isClosed) return
      const { message, data } = this.record.notification
      const found = await this.#store.find(this.id)
      // An edited message begins a new conversation in place of the old one, and so does another message with the same ID.
      if (found && (!found.record || (isBegunBy(found.record, message) && dataOf(found.record) === data))) {
        throw new StorageConflictError(`the conversation of message ${this.id}`, 'absent')
      }
      await this.#writeDue(lease, found?.version ?? 'absent')
      this.#keep()
    })
  }

  async save(): Promise<void> {
    if (!this.#hasBegun) return
    await this.#inOrder(async () => {
      if (this.isStored && !this.#isClosed) await this.#write()
    })
  }

  async take(): Promise<void> {
    await this.#inOrder(async () => {
      this.record.state = 'running'
      await this.#writeDue(lease)
      this.#keep()
    })
  }

  stopRenewing(): void {
    this.#isOver = true
    void this.#lease?.stop()
  }

  /** Stores a pending question; returns the one that it replaces. If that fails, the question isn't recorded. */
  async wait(question: Question): Promise<PendingQuestion | undefined> {
    return this.#inOrder(async () => {
      const { record } = this
      record.questions.push(question)
      record.state = 'waiting'
      try {
        await this.#writeDue(question.until - this.#now)
        return await this.#store.addPending(record, keptFor(record, this.#now))
      } catch (error) {
        record.questions.pop()
        record.state = 'running'
        throw error
      }
    })
  }

  /** Ends it, if it was stored, and keeps `left` for repeated deliveries. @throws {StorageConflictError} */
  async end(left: Record): Promise<void> {
    const end = async () => {
      this.#isClosed = true
      if (!this.isStored) return
      this.#version = await this.#store.write(this.id, left, this.#version ?? 'absent', rememberedFor)
      await this.#forget(this.#reminder)
    }
    await (this.#hasBegun ? this.#inOrder(end) : end())
  }

  get #now(): number {
    return this.#delivery.clock.now()
  }

  #keep(): void {
    const { clock } = this.#delivery
    if (!this.#isOver) this.#lease = new KeptLease({ clock, lease, renew: () => this.#renew() })
  }

  async #renew(): Promise<boolean> {
    const { signal, log } = this.#delivery
    // A handler that ignores its abort signal may be taken over.
    if (signal.aborted) return false
    try {
      await this.#inOrder(async () => {
        if (!this.#isClosed && this.record.state === 'running') await this.#writeDue(lease)
      })
      return true
    } catch (error) {
      if (isConflict(error)) return false
      log.warn(errorFields(error), 'Failed to renew the lease of a running conversation')
      throw error
    }
  }

  /** Stores it as due in so many milliseconds. The reminder comes first: one without a conversation does no harm. */
  async #writeDue(milliseconds: number, onlyIf?: Version | 'absent'): Promise<void> {
    const before = this.#reminder
    const due = Math.ceil(this.#now + milliseconds)
    await this.#store.remind(this.id, due, this.record.state === 'running')
    this.record.due = due
    this.#reminder = due
    await this.#write(onlyIf)
    await this.#forget(before)
  }

  async #write(onlyIf: Version | 'absent' = this.#version ?? 'absent'): Promise<void> {
    this.#version = await this.#store.write(this.id, this.record, onlyIf, keptFor(this.record, this.#now))
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

/** Milliseconds until a conversation that nobody attends to expires in the storage. */
export function keptFor({ due }: GoingRecord, now: number): number {
  return Math.max(0, due - now) + keptAfter
}

/** Milliseconds that an unattended conversation is kept after it is due. */
const keptAfter = 7 * 86_400_000

/** Milliseconds; a server delivers a message again within seconds, a queue within minutes. */
const rememberedFor = 15 * 60_000
