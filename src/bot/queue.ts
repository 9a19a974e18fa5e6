/**
 * Where deliveries wait for their bot, so that none is lost when a process dies: a receiver puts them in, workers take
 * them out, each in a process of its own if need be. What a call has ended for is durable.
 *
 * An entry is worked on at least once. Of the entries of one conversation one is worked on at a time, in the order of
 * their messages, or in that in which they came. Who has a turn when many wait is the store's affair.
 */
export interface Queue {
  /**
   * Stores an entry. `known`: one with the same key exists or existed recently, so nothing is added. `full`: the capacity is
   * reached, as far as this process knows.
   *
   * @throws {QueueError} if it couldn't be stored.
   */
  put(entry: QueueEntry): Promise<'kept' | 'known' | 'full'>
  /** Has entries worked on until it is stopped. An entry that is not settled when `handle` ends is given back. */
  work(handle: (job: QueueJob) => Promise<void>, options: QueueWorkOptions): QueueWork
  /**
   * Checks whether the store is writable. Undefined if that can't be checked.
   *
   * @throws {QueueError} when it can't, as on a full disk.
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
  /** The ID of the message: the order within the conversation. */
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

/** An entry taken by one worker, which holds it exclusively until `signal` aborts. */
export interface QueueJob {
  readonly entry: QueueEntry
  /** 1 for the first attempt, plus one each time it was settled for a retry. */
  readonly attempt: number
  /** Whether a process fell silent with it before. Then nothing else is worked on beside it in this process. */
  readonly isSuspect: boolean
  /** How often a process fell silent while it was worked on with nothing beside it. */
  readonly crashes: number
  /** What was written down when it was worked on before, in that order. */
  readonly ledger: readonly LedgerLine[]
  /** Aborts when another worker may take it, such as after too long a pause. */
  readonly signal: AbortSignal
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
  /** When it was begun, in UNIX milliseconds; there until it has an outcome. */
  readonly begun?: number
  /** Of a reply, until it has an outcome: the ID of a message of its conversation that was there before it. */
  readonly after?: number
}

export type JobEnd =
  | { readonly kind: 'done' }
  /** `at`: UNIX milliseconds, by the queue's clock. The rest of its conversation waits for it. */
  | { readonly kind: 'again'; readonly at: number; readonly error: string }
  /** As if it had not been taken; with `at` nobody takes it before then, as with `again`. */
  | { readonly kind: 'given back'; readonly at?: number }
  | { readonly kind: 'dead'; readonly reason: DeadReason; readonly error: string }

/**
 * `failed`: its handler did, as often as it may, or in a way that would only come again. `uncertain`: a process died, or a connection broke, between sending
 * something and knowing that it was sent. `crashed`: the process died with it, as often as may be.
 */
export type DeadReason = 'failed' | 'uncertain' | 'crashed'

/** All numbers are current. */
export interface QueueStatus {
  /** Entries that nobody works on, those that wait for another attempt among them. */
  readonly waiting: number
  readonly working: number
  readonly dead: number
  /** When the oldest entry of those came that wait or are worked on, in UNIX milliseconds. */
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
  /** How often a process fell silent with it, whatever else it was working on. */
  readonly crashes: number
  /** UNIX milliseconds. */
  readonly died: number
  readonly ledger: readonly LedgerLine[]
}

/** Dead letters are identified by the ID of their delivery. */
export interface DeadLetters {
  /** Oldest death first. */
  list(options?: { readonly after?: string; readonly limit?: number }): Promise<DeadLetter[]>
  get(id: string): Promise<DeadLetter | undefined>
  /**
   * Puts it back to be worked on, as if for the first time but for what is known to have been sent; what is uncertain may
   * be sent a second time. Says whether there was one.
   */
  replay(id: string): Promise<boolean>
  /** Deletes it. Returns whether it existed. */
  purge(id: string): Promise<boolean>
}
