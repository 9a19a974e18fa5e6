export type MatrixErrorCode =
  /** An option can't be used. */
  | 'INVALID_OPTION'
  /** The command can't be started. */
  | 'COMMAND_NOT_FOUND'
  /** The tests passed without a simulator of the level that was asked for, so they say nothing of it. */
  | 'NOTHING_TRIED'
  /** It was told to stop. */
  | 'STOPPED'

/** The matrix could not be made; that a bot fails at some level is no such error. */
export class MatrixError extends Error {
  override readonly name = 'MatrixError'
  readonly code: MatrixErrorCode

  constructor(code: MatrixErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
