import { EarshotError } from '../client/index.js'

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
