import { EarshotError, nameErrors } from '../errors.js'

/**
 * A bot can't listen, and trying again won't help. `code` is `LISTENER_ACCOUNT` for an account of the wrong kind, and
 * `LISTENER_REFUSED` when the server refuses its calls; `cause` is then the client's error.
 */
export class ListenerError extends EarshotError {
  /** The bot's address. */
  readonly bot: string

  constructor(code: 'LISTENER_ACCOUNT' | 'LISTENER_REFUSED', bot: string, message: string, options?: ErrorOptions) {
    super(code, message, options)
    this.bot = bot
  }
}

nameErrors({ ListenerError })
