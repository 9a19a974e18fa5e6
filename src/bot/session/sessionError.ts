import { CodedError, nameErrors } from '../../errors.js'

export type SessionErrorCode =
  /** The stored value doesn't match the session's schema. */
  | 'unfit'
  /** The new value doesn't match the session's schema, or wouldn't survive a round trip through JSON. */
  | 'invalid_value'
  /** This message has no session of this kind. */
  | 'no_session_here'
  /** The session was changed concurrently. */
  | 'conflict'

/** A session couldn't be read or written. */
export class SessionError extends CodedError<SessionErrorCode> {
  /** The session's name. */
  readonly session: string
  /** What doesn't match, and where: `loaves: Invalid input: expected number, received string`. */
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

nameErrors({ SessionError })
