import { EarshotError, nameErrors } from '../../errors.js'

/** A command was called in a way that can't be tried. The message says what is wrong with what, and what to do. */
export class UsageError extends EarshotError {
  constructor(message: string, options?: ErrorOptions) {
    super('USAGE', message, options)
  }
}

nameErrors({ UsageError })
