import { EarshotError } from '../client/index.js'
import { CodedError, nameErrors } from '../errors.js'

/**
 * Throw this from a handler to refuse something: the sender reads the message as it is, and nothing counts as failed.
 *
 * @example
 * throw new UserError('There is no topic called lunch here.')
 */
export class UserError extends EarshotError {
  /** @param options `code` tells it from others; `refused` unless given. */
  constructor(message: string, { code = 'refused', ...options }: ErrorOptions & { readonly code?: string } = {}) {
    super(code, message, options)
  }
}

/** A bot was put together in a way that can't work; thrown where it is, before any message comes. */
export class BotSetupError extends CodedError<BotSetupCode> {}

/** @throws {BotSetupError} if there is a handler already that takes everything of its kind. */
export function refuseSecond(there: unknown, method: string): void {
  if (there === undefined) return
  throw new BotSetupError(
    'duplicate_handler',
    `${method} was called a second time, and its first handler would take every message. Put both into one handler.`,
  )
}

type BotSetupCode =
  | 'invalid_pattern'
  | 'duplicate_command'
  | 'duplicate_handler'
  | 'invalid_filter'
  | 'invalid_option'
  | 'invalid_access'
  | 'invalid_duration'
  | 'module_in_use'
  | 'invalid_session'
  | 'invalid_schedule'
  | 'duplicate_schedule'

/** A handler or a middleware did what it may not. */
export class HandlerError extends CodedError<HandlerErrorCode> {}

type HandlerErrorCode =
  | 'invalid_reply'
  | 'invalid_widget'
  | 'next_called_twice'
  | 'reserved_name'
  | 'invalid_question'
  | 'invalid_step'
  | 'invalid_lock'
  | 'invalid_duration'
  | 'asked_out_of_order'
  | 'empty_message'
  | 'invalid_destination'
  | 'invalid_message'
  | 'invalid_emoji'
  | 'no_reaction_here'
  | 'invalid_upload'
  | 'not_sent'
  | 'invalid_stream'
  | 'invalid_history'

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
export class SessionError extends CodedError<SessionErrorCode> {
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

nameErrors({ UserError, BotSetupError, HandlerError, SessionError })
