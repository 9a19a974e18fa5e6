import { CodedError, nameErrors } from '../errors.js'
import type { Version } from './storage.js'

/** Why a storage operation failed. */
export type StorageErrorCode =
  /** The key is empty, too long, or not well-formed. */
  | 'invalid_key'
  /** The value isn't a well-formed string. */
  | 'invalid_value'
  /** An option has an invalid value. */
  | 'invalid_option'
  /** The entry doesn't have the version in `onlyIf`. */
  | 'conflict'
  /** The storage is closed. */
  | 'closed'
  /** The database failed or can't be reached; see `cause`. */
  | 'failed'
  /** A required package isn't installed. */
  | 'missing_package'
  /** The tables were created by a later version of Earshot. */
  | 'newer_tables'

/** A storage operation failed. */
export class StorageError extends CodedError<StorageErrorCode> {}

/** The entry was written or deleted in between. Nothing was changed. */
export class StorageConflictError extends StorageError {
  readonly key: string
  readonly onlyIf: Version | 'absent'
  constructor(key: string, onlyIf: Version | 'absent') {
    const wanted = onlyIf === 'absent' ? 'no entry' : `version ${onlyIf}`
    super('conflict', `The entry "${key}" has changed. The write expected ${wanted}. Read the entry again and retry.`)
    this.key = key
    this.onlyIf = onlyIf
  }
}

/** `locked`: it wasn't free in time. `lock_lost`: it was lost before the work ended. */
export type LockErrorCode = 'locked' | 'lock_lost'

/** A lock couldn't be acquired, or was lost. */
export class LockError extends CodedError<LockErrorCode> {
  readonly lock: string
  constructor(code: LockErrorCode, lock: string) {
    super(
      code,
      code === 'locked'
        ? `The lock "${lock}" couldn't be acquired. It is held elsewhere. Try again later, or wait longer with \`wait\`.`
        : `The lock "${lock}" was lost before the work ended. The storage did not answer within its ` +
            'lease, or the process was suspended, so another process may hold it now. Check what was done.',
    )
    this.lock = lock
  }
}

nameErrors({ StorageError, StorageConflictError, LockError })
