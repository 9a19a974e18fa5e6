import { errorFields } from '../../bot/index.js'
import { unlessAborted } from '../../client/exchange/bounds.js'
import { age } from '../../clock.js'
import type { ReceiverSettings } from '../options.js'

/** Maximum number of concurrent lookups, the size of a typical database connection pool. */
const mostAtOnce = 10
/** Milliseconds. */
const timeout = 5_000
const betweenTries = 1_000
const reminder = 60_000

/**
 * Runs lookups, a few at a time. Protects a database that fails, and the log: after some failures in a row, it is asked at
 * most once a second. The first failure is logged, then at most one a minute.
 */
export class LookupTurns {
  readonly #settings: Pick<ReceiverSettings, 'clock' | 'log'>
  readonly #waiting: (() => void)[] = []
  #free = mostAtOnce
  #failures = 0
  #failedAt = Number.NEGATIVE_INFINITY
  #loggedAt = Number.NEGATIVE_INFINITY

  constructor(settings: Pick<ReceiverSettings, 'clock' | 'log'>) {
    this.#settings = settings
  }

  /** The result of a lookup, in turn and in time; never rejects. */
  async take<Result>(lookup: (signal: AbortSignal) => Result | Promise<Result>): Promise<Result | 'unavailable'> {
    const { clock } = this.#settings
    if (this.#failures >= mostAtOnce && age(clock, this.#failedAt) < betweenTries) return 'unavailable'
    const late = new AbortController()
    const isLate = new Error(`The lookup did not finish within ${timeout} ms.`)
    const cancel = clock.later(timeout, () => late.abort(isLate), { background: true })
    try {
      const turn = this.#inTurn(late.signal, () => lookup(late.signal))
      const found = await unlessAborted(late.signal, turn)
      this.#worked()
      return found
    } catch (error) {
      this.#failed(error)
      return 'unavailable'
    } finally {
      cancel()
    }
  }

  /** The turn ends with the work, or when the signal aborts. @throws the signal's reason. */
  async #inTurn<Result>(signal: AbortSignal, work: () => Result | Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      signal.throwIfAborted()
      return await unlessAborted(signal, Promise.resolve(work()))
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free += 1
      else next()
    }
  }

  #failed(error: unknown): void {
    const { clock, log } = this.#settings
    this.#failures += 1
    this.#failedAt = clock.now()
    if (this.#failedAt - this.#loggedAt < reminder) return
    this.#loggedAt = this.#failedAt
    const message = "Bots can't be looked up; their deliveries are not acknowledged"
    log.error({ ...errorFields(error), failures: this.#failures }, message)
  }

  #worked(): void {
    if (this.#failures === 0) return
    this.#settings.log.info({ failures: this.#failures }, 'The bots can be looked up again')
    this.#failures = 0
    this.#loggedAt = Number.NEGATIVE_INFINITY
  }
}
