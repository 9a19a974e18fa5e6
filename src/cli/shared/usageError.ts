import { EarshotError, nameErrors } from '../../errors.js'

/** A command was called in a way that can't be tried. */
export class UsageError extends EarshotError {
  constructor(message: string, options?: ErrorOptions) {
    super('usage', message, options)
  }
}

nameErrors({ UsageError })
