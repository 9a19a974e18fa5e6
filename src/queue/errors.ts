import { EarshotError } from '../client/index.js'

/** Why a queue did not do what it was asked to. */
export type QueueErrorCode =
  /** An option that makes no sense. */
  | 'invalid_option'
  /** The queue was closed before. */
  | 'closed'
  /** What it stands on failed, or can't be reached; `cause` has its own error. */
  | 'failed'
  /** Somebody else may work on the entry by now. */
  | 'lease_lost'
  /** A package that it needs is not installed. */
  | 'missing_package'
  /** The tables were made by a later version of Earshot. */
  | 'newer_tables'
  /** An older version of Earshot has left deliveries that this one can't read. */
  | 'older_format'

/** A queue did not do what it was asked to. */
export class QueueError extends EarshotError {
  static {
    QueueError.prototype.name = 'QueueError'
  }
  declare readonly code: QueueErrorCode
  constructor(code: QueueErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options)
  }
}

/** Whoever had an entry was silent for so long that somebody else may have it now. Nothing was changed. */
export class QueueLeaseLostError extends QueueError {
  static {
    QueueLeaseLostError.prototype.name = 'QueueLeaseLostError'
  }
  constructor(id: string) {
    super(
      'lease_lost',
      `Delivery ${id} is no longer this worker's. It was silent for longer than its lease. Leave it to whoever has it now.`,
    )
  }
}
