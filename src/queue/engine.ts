import type { DeadLetter, JobEnd, LedgerLine, QueueEntry, QueueStatus } from '../bot/index.js'

/**
 * The store of a queue's entries. `createQueue` makes a queue of it: it supplies the time, renews leases and limits
 * concurrency. Each call is atomic among all processes that share the store, and durable when it has resolved. Leases need not
 * survive a crash of the machine, since their holders don't either: a `take` or a `renew` that is lost then is as if it had
 * never been.
 */
export interface QueueEngine {
  /**
   * Whether a lease lasts until it is settled or the process that took it is gone, whatever it does meanwhile; the engine finds
   * out when that is. Otherwise a lease expires unless it is renewed in time.
   */
  readonly watchesHolders?: boolean
  put(entry: QueueEntry, options: PutOptions, now: number): Promise<'kept' | 'known' | 'full'>
  /**
   * Takes the next available entries. An entry is available if it is the first of its conversation, no other of that
   * conversation is being handled, and the time of its next attempt has come. Of the senders with available entries,
   * the one whose last turn is longest ago is next. An entry whose lease has expired may be taken again, which counts
   * as a crash. Lease numbers only grow. Only one entry of a conversation has a lease: when an earlier one is taken
   * after the lease of a later one has expired, the later one loses its lease, and a crash is counted for it.
   *
   * @param most Maximum number of entries to take (default: 1).
   * @param hasEnough Whether to take nothing more from a sender, given how many of their entries this call has taken.
   */
  take(
    leaseUntil: number,
    now: number,
    most?: number,
    hasEnough?: (sender: string, taken: number) => boolean,
  ): Promise<Taken[]>
  /** These three return whether the lease is still valid; if not, nothing was changed. */
  renew(lease: Lease, until: number): Promise<boolean>
  note(lease: Lease, line: LedgerLine): Promise<boolean>
  settle(lease: Lease, end: JobEnd, options: SettleOptions, now: number): Promise<boolean>
  /** Writes something temporary, and fails if that fails. Undefined if there is nothing to test. */
  checkWritable?(): Promise<void>
  status(now: number): Promise<Omit<QueueStatus, 'capacity'>>
  /** Sorted by `died`, then by ID. */
  listDead(after: string | undefined, limit: number): Promise<DeadLetter[]>
  getDead(id: string): Promise<DeadLetter | undefined>
  replayDead(id: string, now: number): Promise<boolean>
  purgeDead(id: string): Promise<boolean>
  /** When the passing of time alone will next make an entry available, as far as is known. */
  nextDue(now: number): Promise<Due | undefined>
  /**
   * Calls `wake` whenever an entry may have become available other than by time, in this process or another, until the
   * function that it returns is called.
   */
  watch(wake: () => void): () => void
  close(): void | Promise<void>
}

export interface PutOptions {
  /** Maximum number of entries that wait or are being handled; dead letters don't count. */
  readonly capacity: number
}

export interface SettleOptions {
  /** UNIX milliseconds until which the key of a finished entry is remembered. Keys of dead letters stay with them. */
  readonly rememberUntil: number
}

export interface Taken {
  readonly lease: Lease
  readonly entry: QueueEntry
  readonly attempt: number
  /** How often its lease has expired, whatever else the process was working on. */
  readonly crashes: number
  readonly ledger: readonly LedgerLine[]
}

/** The right to work on an entry for a limited time. */
export interface Lease {
  readonly id: string
  readonly number: number
}

export interface Due {
  /** UNIX milliseconds. */
  readonly at: number
  /** Nothing waits for it: a lease expires then, and its holder normally renews it first. */
  readonly background: boolean
}
