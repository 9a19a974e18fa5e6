import { EarshotError, nameErrors } from '../errors.js'

/**
 * A bot can't listen, and trying again won't help. `code` is `listener_account` for an account of the wrong kind, and
 * `listener_refused` when the server refuses its calls; `cause` is then the client's error.
 */
export class ListenerError extends EarshotError {
  /** The bot's address. */
  readonly bot: string

  constructor(code: 'listener_account' | 'listener_refused', bot: string, message: string, options?: ErrorOptions) {
    super(code, message, options)
    this.bot = bot
  }
}

nameErrors({ ListenerError })
