import { EarshotError } from '../client/index.js'
import type { Version } from './storage.js'

/** Why a storage did not do what it was asked to. */
export type StorageErrorCode =
  /** A key that can't be one. */
  | 'invalid_key'
  /** A value that is no well-formed text. */
  | 'invalid_value'
  /** An option that makes no sense. */
  | 'invalid_option'
  /** The entry is not in the version that was asked for. */
  | 'conflict'
  /** The storage was closed before. */
  | 'closed'
  /** What it stands on failed, or can't be reached; `cause` has its own error. */
  | 'failed'
  /** A package that it needs is not installed. */
  | 'missing_package'
  /** The tables were made by a later version of Earshot. */
  | 'newer_tables'

/** A storage did not do what it was asked to. */
export class StorageError extends EarshotError {
  static {
    StorageError.prototype.name = 'StorageError'
  }
  declare readonly code: StorageErrorCode
  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options)
  }
}

/** Somebody else wrote, or took away, the entry in between. Nothing was changed. */
export class StorageConflictError extends StorageError {
  static {
    StorageConflictError.prototype.name = 'StorageConflictError'
  }
  readonly key: string
  readonly onlyIf: Version | 'absent'
  constructor(key: string, onlyIf: Version | 'absent') {
    const wanted = onlyIf === 'absent' ? 'that there is none' : `version ${onlyIf}`
    super(
      'conflict',
      `The entry "${key}" was changed by somebody else. The write asked for ${wanted}. Read it again and decide anew.`,
    )
    this.key = key
    this.onlyIf = onlyIf
  }
}

/** `locked`: somebody else has it, and nobody waits any longer. `lock_lost`: it was lost before the work had ended. */
export type LockErrorCode = 'locked' | 'lock_lost'

/** A lock was not had, or not to the end. */
export class LockError extends EarshotError {
  static {
    LockError.prototype.name = 'LockError'
  }
  declare readonly code: LockErrorCode
  readonly lock: string
  constructor(code: LockErrorCode, lock: string) {
    super(
      code,
      code === 'locked'
        ? `The lock "${lock}" was not had. Somebody else has it. Try again later, or wait longer with \`wait\`.`
        : `The lock "${lock}" was lost before the work under it had ended. The storage did not answer for as long as its ` +
            'lease, or the process stood still, so that somebody else may have worked meanwhile. Look at what was done.',
    )
    this.lock = lock
  }
}
