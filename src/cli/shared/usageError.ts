import { EarshotError } from '../../errors.js'

/** A command was called in a way that can't be tried. The message says what is wrong with what, and what to do. */
export class UsageError extends EarshotError {
  static {
    UsageError.prototype.name = 'UsageError'
  }
  constructor(message: string, options?: ErrorOptions) {
    super('USAGE', message, options)
  }
}
