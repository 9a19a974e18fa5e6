import { EarshotError } from '../../errors.js'
import type { Duration } from '../../text/index.js'
import { HandlerError } from './errors.js'
import { spanOf } from './spanOf.js'

/**
 * Throw this from a handler if what failed may pass by itself: a queue runs the handler again, up to five times in all. Nobody
 * is told before the last time. Without a queue, it is an error like any other.
 *
 * @example throw new RetryError('The oven is still warming up', { after: '30s' })
 */
export class RetryError extends EarshotError {
  // Bundlers leave the class out where nobody throws it, unlike one that `nameErrors` names.
  override readonly name = 'RetryError'
  readonly retry = true
  /** How many milliseconds pass at least before the next attempt. */
  readonly after: number | undefined

  /** @param options `after`: at most a day, during which the rest of the conversation waits. @throws {HandlerError} `invalid_duration` */
  constructor(message: string, { after, ...options }: ErrorOptions & { readonly after?: Duration } = {}) {
    super('retry', message, options)
    this.after =
      after === undefined
        ? undefined
        : spanOf(after, { most: 86_400_000, range: ' of at most a day', Invalid: HandlerError })
  }
}
