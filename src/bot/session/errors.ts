import { EarshotError } from '../../client/index.js'

export type SessionErrorCode =
  /** What is stored does not fit the session's schema. */
  | 'unfit'
  /** What was to be stored does not fit the session's schema, or would not come back from JSON as it was. */
  | 'invalid_value'
  /** There is no such session for this message. */
  | 'no_session_here'
  /** Somebody else changed the session in between. */
  | 'conflict'

/** A session could not be read or written. */
export class SessionError extends EarshotError {
  static {
    SessionError.prototype.name = 'SessionError'
  }
  declare readonly code: SessionErrorCode
  /** The session's name. */
  readonly session: string
  /** What does not fit, and where: `loaves: Invalid input: expected number, received string`. */
  readonly problems: readonly string[]

  constructor(
    code: SessionErrorCode,
    message: string,
    { session, problems = [], ...options }: ErrorOptions & { session: string; problems?: readonly string[] },
  ) {
    super(code, message, options)
    this.session = session
    this.problems = problems
  }
}
