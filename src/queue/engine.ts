import type { DeadLetter, JobEnd, LedgerLine, QueueEntry, QueueStatus } from '../bot/index.js'

/**
 * What a kind of queue has to do; `createQueue` makes a queue of it, which knows the time, renews leases and keeps to the
 * concurrency. Each call is atomic among all processes. What was put or noted is durable when the call has ended; what was
 * taken, renewed or settled is so before anything that is put or noted later, so a machine that loses its power may at most
 * have something worked on again that has just ended.
 */
export interface QueueEngine {
  /**
   * Whether a slot may take another while what it had is being settled. Then the engine takes nothing from the store before
   * that is done, and sees to it that what can be taken thereafter is offered.
   */
  readonly settlesBeside?: boolean
  put(entry: QueueEntry, options: PutOptions, now: number): Promise<'kept' | 'known' | 'full'>
  /**
   * Takes the entry whose turn it is, if there is one that may be worked on: the first of its conversation, with none of
   * that conversation under way, and the time of its next attempt come. An entry whose lease ran out may be taken again,
   * which counts as a crash. The lease has a number that is higher than that of all leases before it. Of a conversation one
   * entry has a lease: when an earlier one is taken after the lease of a later one ran out, the later one's is lost, and has
   * counted as a crash.
   */
  take(leaseUntil: number, now: number): Promise<Taken | undefined>
  /** Each of these says whether the lease still holds; if not, nothing was changed. */
  renew(lease: Lease, until: number): Promise<boolean>
  note(lease: Lease, line: LedgerLine): Promise<boolean>
  settle(lease: Lease, end: JobEnd, options: SettleOptions, now: number): Promise<boolean>
  /** Writes something that doesn't last, and fails when that fails. Not there where it can't be tried. */
  checkWritable?(): Promise<void>
  status(now: number): Promise<Omit<QueueStatus, 'capacity'>>
  /** In the order in which they died, and of their IDs where they died at once. */
  listDead(after: string | undefined, limit: number): Promise<DeadLetter[]>
  getDead(id: string): Promise<DeadLetter | undefined>
  replayDead(id: string, now: number): Promise<boolean>
  purgeDead(id: string): Promise<boolean>
  /**
   * Calls `slot` whenever an entry may be there to be taken, in this process or another, at most so often at once as it
   * says. `slot` takes one and works on it, and says whether there was one.
   */
  offer(slot: () => Promise<boolean>, concurrency: number): Offering
  close(): void | Promise<void>
}

export interface PutOptions {
  /** Entries that wait or are worked on; dead letters don't count. */
  readonly capacity: number
}

export interface SettleOptions {
  /** UNIX milliseconds until which the key of an entry that is done is remembered. Keys of dead letters stay with them. */
  readonly rememberUntil: number
}

export interface Taken {
  readonly lease: Lease
  readonly entry: QueueEntry
  readonly attempt: number
  /** How often its lease ran out, whatever else the process was working on. */
  readonly crashes: number
  readonly ledger: readonly LedgerLine[]
}

/** The right to work on an entry, for a time. */
export interface Lease {
  readonly id: string
  readonly number: number
}

export interface Offering {
  /** Offers nothing more. Resolves when no slot is under way. */
  stop(): Promise<void>
  /** Resolves when no slot is under way and nothing could be taken now. */
  idle(): Promise<void>
}
