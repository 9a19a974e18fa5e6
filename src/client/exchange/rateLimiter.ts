import { type Clock, systemClock } from '../../clock.js'
import { checkOptions, type OptionNames } from '../../text/index.js'
import type { CallFacts } from '../errors/exchangeErrors.js'
import { RateLimitedError } from '../errors/rateLimitedError.js'
import { type AbortListener, abortOf, type Bounds, type Priority, TimedAttempt } from './bounds.js'
import { longestRetryAfter, retryAfterOf } from './exchange.js'
import { type CallToSend, NotSent, type Transport, type WireAnswer } from './transport.js'

export interface RateLimiterOptions {
  /** The clock for waits. (default: the system's) */
  readonly clock?: Clock
  /** The part of the limit that is reserved for calls that users wait for. (default: 0.2) */
  readonly reserve?: number
  /** When it aborts, calls that wait fail, and later ones that would have to wait fail at once. */
  readonly signal?: AbortSignal
}

const limiterOptions: OptionNames<RateLimiterOptions> = { clock: true, reserve: true, signal: true }

/** Limits the calls of one account. */
export interface RateLimiter {
  /** Wraps a transport, so that it sends each request once the limit allows it. */
  over(transport: Transport): Transport
}

/**
 * Creates a rate limiter for the calls of an account; share it between all clients of the account. It learns the limit from
 * the responses (`X-RateLimit-*`, `Retry-After`), and delays calls that the server would refuse. Replies go first, then the
 * other calls that users wait for; calls with the `priority` `bulk` leave the reserve to them. A call that would have to wait
 * longer than it may fails at once with a `RateLimitedError`. Until the server has sent a limit, no call is delayed.
 *
 * @throws {RangeError} if the reserve isn't from 0 up to 1. @throws {UnknownOptionError} for an unknown option.
 * @example new Client({ ...credentials, transport: rateLimiter().over(fetchTransport()) }) // NodeClient: { ...credentials, limiter }
 */
export function rateLimiter(options: RateLimiterOptions = {}): RateLimiter {
  checkOptions('rateLimiter', options, limiterOptions)
  const { clock = systemClock, reserve = 0.2, signal } = options
  if (!(reserve >= 0 && reserve < 1)) throw new RangeError(`\`reserve\` is ${reserve}; give a number from 0 up to 1.`)
  const budget = new Budget(reserve)
  const line = new Line(budget, clock, signal)

  return {
    over: (transport) => ({
      async send(request, bounds) {
        // Calls without credentials don't count towards the account's limit.
        if (request.headers.authorization === undefined) return transport.send(request, bounds)
        if (abortOf(bounds).aborted) throw new NotSent('Its time ran out before it was sent.')
        const turn = line.turn(bounds)
        if (turn) await turn
        const answer = await transport.send(request, bounds)
        budget.learn(answer, clock.now())
        line.learned(answer)
        return answer
      },
      waitFor: (priority) => line.waitFor(priority),
      ...(transport.close && { close: () => transport.close?.() ?? Promise.resolve() }),
    }),
  }
}

/** The requests that wait for the limit: replies first, bulk last; within each group, first come, first served. */
class Line implements AbortListener {
  readonly #budget: Budget
  readonly #clock: Clock
  readonly #signal: AbortSignal | undefined
  readonly #waiting: Waiting[] = []
  #cancelWake = () => {}

  constructor(budget: Budget, clock: Clock, signal: AbortSignal | undefined) {
    this.#budget = budget
    this.#clock = clock
    this.#signal = signal
  }

  /** Milliseconds until a request may be sent. */
  waitFor(priority: Priority | undefined): number {
    return this.#budget.waitFor(priority, this.#clock.now(), this.#placeOf(priority))
  }

  /** Resolves when a request may be sent; undefined if it may be sent now. @throws {HeldBack} if that takes too long. */
  turn(bounds: Bounds): Promise<void> | undefined {
    const { priority, waitUntil = Number.POSITIVE_INFINITY } = bounds
    if (this.#waiting.length === 0 && this.waitFor(priority) === 0) {
      this.#budget.spend(this.#clock.now())
      return undefined
    }
    const abort = abortOf(bounds)
    const attempt = abort instanceof TimedAttempt ? abort : undefined
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        priority,
        waitUntil,
        go() {
          abort.removeEventListener('abort', one)
          attempt?.release()
          resolve()
        },
        refuse(error) {
          abort.removeEventListener('abort', one)
          reject(error)
        },
        handleEvent: () => this.#leave(one),
      }
      abort.addEventListener('abort', one)
      attempt?.hold()
      if (this.#waiting.length === 0) this.#signal?.addEventListener('abort', this)
      const place = this.#placeOf(priority)
      this.#waiting.splice(place, 0, one)
      // Those behind it have to wait longer now.
      this.#refuseLate(place)
      this.#admit()
    })
  }

  /** Called after each answer. */
  learned({ status }: WireAnswer): void {
    if (this.#waiting.length === 0) return
    if (status === 429) this.#refuseLate(0)
    this.#admit()
  }

  /** Nothing waits any more. */
  handleEvent(): void {
    this.#refuseLate(0)
    this.#admit()
  }

  #placeOf(priority: Priority | undefined): number {
    const place = this.#waiting.findIndex((other) => rankOf(other.priority) > rankOf(priority))
    return place === -1 ? this.#waiting.length : place
  }

  /** Admits the requests that fit the budget, and schedules the next check. */
  #admit(): void {
    this.#cancelWake()
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      const now = this.#clock.now()
      const wait = this.#budget.waitFor(first.priority, now)
      if (wait > 0) {
        this.#cancelWake = this.#clock.later(wait, () => this.#admit())
        return
      }
      this.#budget.spend(now)
      this.#waiting.shift()
      first.go()
    }
    this.#signal?.removeEventListener('abort', this)
  }

  /** Its signal has aborted, or it has waited as long as it may. */
  #leave(one: Waiting): void {
    this.#refuse(this.#waiting.indexOf(one))
    this.#admit()
  }

  /** Refuses those that can't be sent in time. */
  #refuseLate(from: number): void {
    for (let place = from; place < this.#waiting.length; ) {
      const { priority, waitUntil = 0 } = this.#waiting[place] ?? {}
      const now = this.#clock.now()
      const isInTime = now + this.#budget.waitFor(priority, now, place) < waitUntil
      if (isInTime && this.#signal?.aborted !== true) place += 1
      else this.#refuse(place)
    }
  }

  #refuse(place: number): void {
    const [one] = this.#waiting.splice(place, 1)
    const wait = this.#budget.waitFor(one?.priority, this.#clock.now(), place)
    one?.refuse(new HeldBack(wait, this.#budget.limit, this.#signal?.aborted === true))
  }
}

interface Waiting extends AbortListener {
  readonly priority: Priority | undefined
  readonly waitUntil: number
  go(): void
  refuse(error: HeldBack): void
}

/** A request would have to wait longer than it may. */
class HeldBack extends NotSent {
  readonly #wait: number
  readonly #limit: number | undefined
  readonly #isStopped: boolean

  constructor(wait: number, limit: number | undefined, isStopped: boolean) {
    super('It would have to wait too long for the rate limit.')
    this.#wait = wait
    this.#limit = limit
    this.#isStopped = isStopped
  }

  override errorOf(facts: CallFacts, call: CallToSend): RateLimitedError {
    return new RateLimitedError(facts, { ...call, wait: this.#wait, limit: this.#limit, isStopped: this.#isStopped })
  }
}

/** The lowest goes first. */
function rankOf(priority: Priority | undefined): number {
  if (priority === undefined) return 1
  return priority === 'reply' ? 0 : 2
}

/** What is known about a limit: a number of calls in a sliding window. Times are UNIX milliseconds. */
class Budget {
  readonly #reserve: number
  /** Undefined until the server has sent it. */
  limit: number | undefined
  /** Milliseconds. */
  #window = 60_000
  /** The times of the calls that still count, oldest first. */
  #spent: number[] = []
  #blockedUntil = 0

  constructor(reserve: number) {
    this.#reserve = reserve
  }

  /** Milliseconds until a call may be sent. @param ahead The number of calls that go first. */
  waitFor(priority: Priority | undefined, now: number, ahead = 0): number {
    const blocked = Math.max(0, this.#blockedUntil - now)
    if (this.limit === undefined) return blocked
    this.#forget(now)
    const free = priority === 'bulk' ? Math.max(1, Math.floor(this.limit * (1 - this.#reserve))) : this.limit
    // Each call frees its place a window later.
    const windows = Math.floor(ahead / free)
    const freeing = this.#spent[this.#spent.length - free + (ahead % free)]
    return Math.max(blocked, freeing === undefined ? 0 : freeing + this.#window - now) + windows * this.#window
  }

  spend(now: number): void {
    if (this.limit !== undefined) this.#spent.push(now)
  }

  /** The answer counts the calls of all processes. */
  learn(answer: WireAnswer, now: number): void {
    const limit = numberIn(answer, 'x-ratelimit-limit')
    const remaining = numberIn(answer, 'x-ratelimit-remaining')
    if (answer.status === 429) this.#block(now, now + (retryAfterOf(answer, now) ?? 0))
    if (!(limit >= 1 && remaining >= 0)) return
    this.limit = Math.min(limit, mostCounted)
    // The whole limit is free again when the newest call, which is this one, leaves the window.
    this.#setWindow(numberIn(answer, 'x-ratelimit-reset') * 1000 - now)
    this.#forget(now)
    const spent = Math.max(0, this.limit - remaining)
    if (this.#spent.length > spent + mostUnderWay) this.#spent = this.#spent.slice(-spent - mostUnderWay)
    while (this.#spent.length < spent) this.#spent.push(now)
  }

  #block(now: number, until: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, Math.min(until, now + longestRetryAfter))
  }

  #setWindow(milliseconds: number): void {
    if (milliseconds >= 1_000 && milliseconds <= longestWindow) this.#window = milliseconds
  }

  #forget(now: number): void {
    while (this.#spent[0] !== undefined && this.#spent[0] + this.#window <= now) this.#spent.shift()
  }
}

/** NaN if the header is missing or empty. */
function numberIn(answer: WireAnswer, header: string): number {
  const text = answer.header(header)
  return text === undefined || text.trim() === '' ? Number.NaN : Number(text)
}

/** Milliseconds. */
const longestWindow = 3_600_000

/** Maximum calls to keep track of; a higher limit is treated as this one. */
const mostCounted = 10_000

/** Maximum number of calls in flight that an answer doesn't count yet. */
const mostUnderWay = 50
