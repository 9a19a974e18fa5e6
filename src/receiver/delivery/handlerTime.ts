import type { Delivery, Log } from '../../bot/index.js'
import type { Cancel, Clock, Waiting } from '../../clock.js'

/** Why a handler was no longer waited for. */
interface Abandoned {
  readonly reason: unknown
}

/**
 * The time limit of each handler of a delivery: when it expires, its signal aborts; if the handler still doesn't end, the
 * delivery is abandoned.
 */
export class HandlerTime {
  readonly #delivery: Delivery
  readonly #clock: Clock
  readonly #timers: Cancel[] = []
  /** When the handler began, in UNIX milliseconds. */
  #began: number
  #limit: number | undefined
  #cancelLimit: Cancel | undefined
  #isStopped = false
  #abandoned: Abandoned | undefined
  #abandon: ((abandoned: Abandoned) => void) | undefined

  /** @param began When the first handler began, in UNIX milliseconds. */
  constructor(delivery: Delivery, clock: Clock, began: number) {
    this.#delivery = delivery
    this.#clock = clock
    this.#began = began
    delivery.limitedBy(this)
  }

  after(milliseconds: number, action: () => void, how?: Waiting): Cancel {
    const cancel = this.#clock.later(Math.max(0, milliseconds), action, how)
    this.#timers.push(cancel)
    return cancel
  }

  /** Limits the time of each handler. */
  limit(milliseconds: number): void {
    this.#limit = milliseconds
    this.#cancelLimit = this.after(this.until - this.#clock.now(), () => {
      this.#cancelLimit = this.#abort(timeoutReason(milliseconds), abortGrace)
      const duration = this.#clock.now() - this.#began
      this.#delivery.log.warn({ duration }, 'The handler timed out; its signal is aborted')
    })
  }

  /** When the time of the handler is up, in UNIX milliseconds. */
  get until(): number {
    return this.#began + (this.#limit ?? Number.POSITIVE_INFINITY)
  }

  /** Aborts the signal of this handler and of all later ones. @param grace Milliseconds after which it is abandoned. (default: never) */
  stop(reason: unknown, grace?: number): void {
    this.#isStopped = true
    this.#abort(reason, grace)
  }

  #abort(reason: unknown, grace: number | undefined): Cancel | undefined {
    this.#delivery.abort(reason)
    if (grace === undefined) return undefined
    return this.after(grace, () => {
      this.#abandoned ??= { reason }
      this.#abandon?.(this.#abandoned)
    })
  }

  /** Gives the next handler a whole time, unless the process shuts down. */
  beginNext(): void {
    if (this.#isStopped || this.#abandoned) return
    this.#began = this.#clock.now()
    if (this.#limit === undefined) return
    this.#cancelLimit?.()
    this.#delivery.renewSignal()
    this.limit(this.#limit)
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
const abortGrace = 10_000

export const ignoredAbort = 'The handler ignored its abort signal; no longer waiting for it'

function timeoutReason(milliseconds: number): DOMException {
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
