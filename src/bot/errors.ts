import { EarshotError } from '../client/index.js'

/**
 * Throw this from a handler to refuse something: the sender reads the message as it is, and nothing counts as failed.
 *
 * @example
 * throw new UserError('There is no topic called lunch here.')
 */
export class UserError extends EarshotError {
  static {
    UserError.prototype.name = 'UserError'
  }
  /** @param options `code` tells it from others; `refused` unless given. */
  constructor(message: string, { code = 'refused', ...options }: ErrorOptions & { readonly code?: string } = {}) {
    super(code, message, options)
  }
}

/** A bot was put together in a way that can't work; thrown where it is, before any message comes. */
export class BotSetupError extends EarshotError {
  static {
    BotSetupError.prototype.name = 'BotSetupError'
  }
  declare readonly code: BotSetupCode
  constructor(code: BotSetupCode, message: string) {
    super(code, message)
  }
}

export type BotSetupCode =
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
export class HandlerError extends EarshotError {
  static {
    HandlerError.prototype.name = 'HandlerError'
  }
  declare readonly code: HandlerErrorCode
  constructor(code: HandlerErrorCode, message: string) {
    super(code, message)
  }
}

export type HandlerErrorCode =
  | 'invalid_reply'
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
