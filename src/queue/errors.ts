import { CodedError, nameErrors } from '../errors.js'

/** Why a queue operation failed. */
export type QueueErrorCode =
  /** An option has an invalid value. */
  | 'invalid_option'
  /** The queue is closed. */
  | 'closed'
  /** The database failed or can't be reached; see `cause`. */
  | 'failed'
  /** Another worker may have the entry now. */
  | 'lease_lost'
  /** A required package isn't installed. */
  | 'missing_package'
  /** The tables were created by a later version of Earshot. */
  | 'newer_tables'

/** A queue operation failed. */
export class QueueError extends CodedError<QueueErrorCode> {}

/** The lease of an entry has expired, so another worker may have it now. Nothing was changed. */
export class QueueLeaseLostError extends QueueError {
  constructor(id: string) {
    super(
      'lease_lost',
      `Delivery ${id} is no longer this worker's. Its lease expired before it was renewed. Leave it to the worker that has it now.`,
    )
  }
}

nameErrors({ QueueError, QueueLeaseLostError })
