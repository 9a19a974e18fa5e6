/**
 * A queue of deliveries, so that none is lost if a process dies: a receiver puts them in, workers take them out, in
 * separate processes if needed. When a call resolves, its change is durable.
 *
 * Each entry is handled at least once. The entries of one conversation are handled one at a time, in the order of their
 * messages, or of their arrival. Between senders, the store decides whose turn it is.
 */
export interface Queue {
  /**
   * Stores an entry. `known`: one with the same key exists or existed recently, so nothing is added. `full`: the capacity is
   * reached, as far as this process knows.
   *
   * @throws {QueueError} if it couldn't be stored.
   */
  put(entry: QueueEntry): Promise<'kept' | 'known' | 'full'>
  /** Passes entries to `handle` until stopped. An entry that isn't settled when `handle` ends is given back. */
  work(handle: (job: QueueJob) => Promise<void>, options: QueueWorkOptions): QueueWork
  /**
   * Checks whether the store is writable. Undefined if that can't be checked.
   *
   * @throws {QueueError} if it isn't, such as on a full disk.
   */
  checkWritable?(): Promise<void>
  /** @throws {QueueError} if the store doesn't respond. */
  status(): Promise<QueueStatus>
  /** Deliveries that couldn't be handled, for an operator to inspect. */
  readonly dead: DeadLetters
  /** Closes files and connections. Later calls are refused. */
  close(): Promise<void>
}

/** A notification that is queued for its bot. */
export interface QueueEntry {
  /** Identifies the delivery in logs. */
  readonly id: string
  /** The same for each attempt of the server to deliver one message to one bot. */
  readonly key: string
  /** The bot's address, in lower case. */
  readonly bot: string
  /** Identifies the conversation; the same for all deliveries that must be answered in order. */
  readonly conversation: string
  /**
   * Whether a repeat may come with another `conversation`: a message that is read again has the name that its topic has by
   * then.
   */
  readonly mayMove?: true
  /** The ID of the message, which determines the order within the conversation. */
  readonly message: number
  /** Who waits for the answer. */
  readonly sender: string
  /** The notification, in JSON, without the token. */
  readonly notification: string
  /** When it arrived, in UNIX milliseconds. */
  readonly arrived: number
  /** Trace context to continue, such as a `traceparent`. */
  readonly trace?: Readonly<Record<string, string>>
}

export interface QueueWorkOptions {
  /** Maximum number of entries processed at once. */
  readonly concurrency: number
}

export interface QueueWork {
  /** Stops taking entries. Resolves when nothing that was taken is in progress. */
  stop(): Promise<void>
  /** Resolves when nothing is under way and nothing could be taken now. */
  idle(): Promise<void>
}

/** An entry taken by one worker, which holds it exclusively until it is lost. */
export interface QueueJob {
  readonly entry: QueueEntry
  /** 1 for the first attempt, plus one each time it was settled for a retry. */
  readonly attempt: number
  /**
   * How often a process stopped responding while handling it, whatever else it was handling. Interrupted entries take no
   * slot; those that were interrupted more than once are suspects, which run one at a time in each process.
   */
  readonly interruptions: number
  /** How often a process stopped responding while it ran as a suspect. */
  readonly crashes: number
  /** Milliseconds without a sign of life after which another process may take it. (default: unknown) */
  readonly lease?: number
  /** What earlier attempts recorded, in that order. */
  readonly ledger: readonly LedgerLine[]
  /** Whether another worker may have it, such as after too long a pause. */
  readonly isLost: boolean
  /** Calls `lose` with a `QueueLeaseLostError` when it is lost; at once if it is already. Call it once. */
  onLost(lose: (reason: Error) => void): void
  /** Records a line in the ledger; one with the same key is replaced. @throws {QueueLeaseLostError} */
  note(line: LedgerLine): Promise<void>
  /** Settles it. @throws {QueueLeaseLostError} if another worker has it; then nothing has changed. */
  settle(end: JobEnd): Promise<void>
}

/** Something that must not be done twice. Without an outcome, it was begun and its result is unknown. */
export interface LedgerLine {
  readonly key: string
  /** In JSON. */
  readonly outcome?: string
  /** When it was begun, in UNIX milliseconds; only set while it has no outcome. */
  readonly begun?: number
  /** For a reply without an outcome: the ID of an earlier message in its conversation. */
  readonly after?: number
}

export type JobEnd =
  | { readonly kind: 'done' }
  /** `at`: UNIX milliseconds, by the queue's clock. The rest of its conversation waits for it. */
  | { readonly kind: 'again'; readonly at: number; readonly error: string }
  /** As if it hadn't been taken; with `at` it isn't taken before then, as with `again`. */
  | { readonly kind: 'given back'; readonly at?: number }
  | { readonly kind: 'dead'; readonly reason: DeadReason; readonly error: string }

/**
 * `failed`: the handler failed in every attempt, or in a way that a retry can't fix. `uncertain`: a process died, or a
 * connection broke, between sending something and knowing that it was sent. `crashed`: processes died with it too
 * often.
 */
export type DeadReason = 'failed' | 'uncertain' | 'crashed'

/** The current state of a queue. */
export interface QueueStatus {
  /** Entries that aren't being handled, including those that wait for a retry. */
  readonly waiting: number
  readonly working: number
  readonly dead: number
  /** When the oldest entry that waits or is being handled arrived, in UNIX milliseconds. */
  readonly oldest: number | undefined
  /** Maximum number of entries that may wait or be in progress. */
  readonly capacity: number
}

export interface DeadLetter {
  readonly entry: QueueEntry
  readonly reason: DeadReason
  /** A human-readable description of the last error. */
  readonly error: string
  readonly attempts: number
  /** How often a process stopped responding while handling it, whatever else it was working on. */
  readonly crashes: number
  /** UNIX milliseconds. */
  readonly died: number
  readonly ledger: readonly LedgerLine[]
}

/** Dead letters are identified by the ID of their delivery. */
export interface DeadLetters {
  /** Sorted by `died`, oldest first. */
  list(options?: { readonly after?: string; readonly limit?: number }): Promise<DeadLetter[]>
  get(id: string): Promise<DeadLetter | undefined>
  /**
   * Puts it back into the queue as if it were new, except that replies known to have been sent aren't repeated;
   * uncertain ones may be. Returns whether it existed.
   */
  replay(id: string): Promise<boolean>
  /** Deletes it. Returns whether it existed. */
  purge(id: string): Promise<boolean>
}
