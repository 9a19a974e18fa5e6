import type { Delivery, Log } from '../../bot/index.js'
import type { Cancel, Clock, Waiting } from '../../clock.js'

/** Why a handler was no longer waited for. */
interface Abandoned {
  readonly reason: unknown
}

/** A handler's time limit: when it expires, its signal aborts; if the handler still doesn't end, it is abandoned. */
export class HandlerTime {
  readonly #delivery: Delivery
  readonly #clock: Clock
  readonly #timers: Cancel[] = []
  #abandoned: Abandoned | undefined
  #abandon: ((abandoned: Abandoned) => void) | undefined

  constructor(delivery: Delivery, clock: Clock) {
    this.#delivery = delivery
    this.#clock = clock
  }

  after(milliseconds: number, action: () => void, how?: Waiting): void {
    this.#timers.push(this.#clock.later(Math.max(0, milliseconds), action, how))
  }

  /** Aborts the signal. @param grace Milliseconds after which the handler is abandoned. (default: never) */
  stop(reason: unknown, grace?: number): void {
    this.#delivery.abort(reason)
    if (grace === undefined) return
    this.after(grace, () => {
      this.#abandoned ??= { reason }
      this.#abandon?.(this.#abandoned)
    })
  }

  /** Resolves when the handler has ended, or with the reason if it was abandoned. */
  waitFor(handling: Promise<void>): Promise<Abandoned | undefined> {
    return new Promise((resolve, reject) => {
      this.#abandon = resolve
      if (this.#abandoned) resolve(this.#abandoned)
      handling.then(() => resolve(undefined), reject)
    })
  }

  end(): void {
    // Emptied, so that no timer keeps the delivery.
    for (const cancel of this.#timers.splice(0)) cancel()
  }
}

/** Milliseconds that a handler has to end after its timeout. */
export const abortGrace = 10_000

export const ignoredAbort = 'The handler ignored its abort signal; no longer waiting for it'

export function timeoutReason(milliseconds: number): DOMException {
  return new DOMException(
    `The handler took longer than ${milliseconds} ms. Its signal is aborted. Raise handlerTimeout if it needs more.`,
    'TimeoutError',
  )
}

/** @param handler Such as `command order <dish>`; undefined if no handler was chosen. */
export function logStillRunning(log: Log, handler: string | undefined, duration: number, handlerTimeout: number): void {
  log.info(
    { handler, duration, abortsIn: Math.max(0, handlerTimeout - duration) },
    'The handler is still running; its replies are now sent as messages',
  )
}
