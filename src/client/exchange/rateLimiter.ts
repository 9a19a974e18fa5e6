import { type Clock, systemClock } from '../../clock.js'
import { type OptionNames, refuseUnknownOptions } from '../../text/index.js'
import { parseJson } from '../../values.js'
import { type AbortListener, abortOf, type Bounds } from './bounds.js'
import { retryAfterOf } from './exchange.js'
import { NotSent, type Transport, type WireAnswer } from './transport.js'

export interface RateLimiterOptions {
  /** The clock for waits. (default: the system's) */
  readonly clock?: Clock
  /** Storage in which several processes share the account's limit. Its failures are ignored. (default: none) */
  readonly storage?: LimitStorage
  /** The account's name in the storage, such as its server and address; the same in every process. */
  readonly account?: string
  /** The part of the limit that is reserved for calls that users wait for. (default: 0.2) */
  readonly reserve?: number
}

const limiterOptions: OptionNames<RateLimiterOptions> = { clock: true, storage: true, account: true, reserve: true }

/** The part of a `Storage` that a limiter needs. */
export interface LimitStorage {
  get(key: string): Promise<{ readonly value: string } | undefined>
  set(key: string, value: string, options?: { readonly expiresIn?: number }): Promise<unknown>
}

/** Limits the calls of one account. */
export interface RateLimiter {
  /** Wraps a transport, so that it sends each request once the limit allows it. */
  over(transport: Transport): Transport
}

/**
 * Creates a rate limiter for the calls of an account; share it between all clients of the account. It learns the limit from
 * the responses (`X-RateLimit-*`, `Retry-After`), and delays calls that the server would refuse. Calls that users wait for go
 * first; calls with the `priority` `bulk` leave the reserve to them. Until the server has sent a limit, no call is delayed.
 *
 * @throws {RangeError} if the reserve isn't from 0 up to 1. @throws {TypeError} for an unknown option.
 * @example new Client({ ...credentials, transport: rateLimiter().over(fetchTransport()) }) // on Node: { ...credentials, limiter }
 */
export function rateLimiter(options: RateLimiterOptions = {}): RateLimiter {
  refuseUnknownOptions('rateLimiter', options, limiterOptions)
  const { clock = systemClock, storage, account = '', reserve = 0.2 } = options
  if (!(reserve >= 0 && reserve < 1)) throw new RangeError(`\`reserve\` is ${reserve}; give a number from 0 up to 1.`)
  const budget = new Budget(reserve)
  const shared = storage && new SharedBudget(storage, `rate-limit/${account}`, clock)
  const waiting: Waiting[] = []
  let cancelWake = () => {}

  return {
    over: (transport) => ({
      async send(request, bounds) {
        // Calls without credentials don't count towards the account's limit.
        if (request.headers.authorization === undefined) return transport.send(request, bounds)
        if (shared) await shared.refresh(budget)
        if (waiting.length === 0 && budget.waitFor(bounds.priority, clock.now()) === 0) budget.spend(clock.now())
        else await turn(bounds)
        const answer = await transport.send(request, bounds)
        budget.learn(answer, clock.now())
        if (shared && budget.isKnown) shared.tell(budget)
        admit()
        return answer
      },
      ...(transport.close && { close: () => transport.close?.() ?? Promise.resolve() }),
    }),
  }

  /** Resolves when a request may be sent. @throws {NotSent} if its time runs out first. */
  function turn(bounds: Bounds): Promise<void> {
    const abort = abortOf(bounds)
    const { priority } = bounds
    return new Promise<void>((resolve, reject) => {
      const one: Waiting = {
        priority,
        go() {
          abort.removeEventListener('abort', one)
          resolve()
        },
        handleEvent() {
          waiting.splice(waiting.indexOf(one), 1)
          reject(new NotSent('Its time ran out while it waited for the rate limit.'))
        },
      }
      abort.addEventListener('abort', one)
      // Bulk requests queue behind all others; within each group, first come, first served.
      const at = priority === 'bulk' ? waiting.length : waiting.findIndex((other) => other.priority === 'bulk')
      waiting.splice(at === -1 ? waiting.length : at, 0, one)
      if (abort.aborted) one.handleEvent()
      else admit()
    })
  }

  /** Admits the requests that fit the budget, and schedules the next check. */
  function admit(): void {
    cancelWake()
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      const wait = budget.waitFor(first.priority, clock.now())
      if (wait > 0) {
        cancelWake = clock.later(wait, admit)
        return
      }
      budget.spend(clock.now())
      waiting.shift()
      first.go()
    }
  }
}

interface Waiting extends AbortListener {
  readonly priority: 'bulk' | undefined
  go(): void
}

/** What is known about a limit: a number of calls in a sliding window. Times are UNIX milliseconds. */
class Budget {
  readonly #reserve: number
  /** Undefined until the server has sent it. */
  #limit: number | undefined
  /** Milliseconds. */
  #window = 60_000
  /** The times of the calls that still count, oldest first. */
  #spent: number[] = []
  #blockedUntil = 0

  constructor(reserve: number) {
    this.#reserve = reserve
  }

  get isKnown(): boolean {
    return this.#limit !== undefined || this.#blockedUntil > 0
  }

  /** Milliseconds until a call may be sent. */
  waitFor(priority: 'bulk' | undefined, now: number): number {
    const blocked = Math.max(0, this.#blockedUntil - now)
    if (this.#limit === undefined) return blocked
    this.#forget(now)
    const free = priority === 'bulk' ? Math.max(1, Math.floor(this.#limit * (1 - this.#reserve))) : this.#limit
    const freeing = this.#spent[this.#spent.length - free]
    return Math.max(blocked, freeing === undefined ? 0 : freeing + this.#window - now)
  }

  spend(now: number): void {
    if (this.#limit !== undefined) this.#spent.push(now)
  }

  /** The answer counts the calls of all processes. */
  learn(answer: WireAnswer, now: number): void {
    const limit = numberIn(answer, 'x-ratelimit-limit')
    const remaining = numberIn(answer, 'x-ratelimit-remaining')
    if (answer.status === 429) this.#blockedUntil = now + Math.min(retryAfterOf(answer, now) ?? 0, longestBlock)
    if (!(limit >= 1 && remaining >= 0)) return
    this.#limit = Math.min(limit, mostCounted)
    // The whole limit is free again when the newest call, which is this one, leaves the window.
    this.#setWindow(numberIn(answer, 'x-ratelimit-reset') * 1000 - now)
    this.#forget(now)
    const spent = Math.max(0, this.#limit - remaining)
    if (this.#spent.length > spent + mostUnderWay) this.#spent = this.#spent.slice(-spent - mostUnderWay)
    while (this.#spent.length < spent) this.#spent.push(now)
  }

  toJson(): string {
    const { limit, window, blockedUntil } = {
      limit: this.#limit,
      window: this.#window,
      blockedUntil: this.#blockedUntil,
    }
    return JSON.stringify({ limit, window, blockedUntil, spent: this.#spent })
  }

  /** Merges in the state of another process. */
  join(text: string, now: number): void {
    const { limit, window, blockedUntil, spent } = Object(parseJson(text)) as Partial<Record<string, unknown>>
    if (typeof blockedUntil === 'number') this.#blockedUntil = Math.max(this.#blockedUntil, blockedUntil)
    if (typeof limit !== 'number' || typeof window !== 'number' || !Array.isArray(spent)) return
    this.#limit ??= limit
    this.#setWindow(window)
    const times = spent.filter((time) => typeof time === 'number' && time <= now)
    if (times.length > this.#spent.length) this.#spent = times
    this.#forget(now)
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

/** Shares a budget with other processes, at most once a second. */
class SharedBudget {
  readonly #storage: LimitStorage
  readonly #key: string
  readonly #clock: Clock
  #read = Number.NEGATIVE_INFINITY
  #written = Number.NEGATIVE_INFINITY
  #reading = Promise.resolve()

  constructor(storage: LimitStorage, key: string, clock: Clock) {
    this.#storage = storage
    this.#key = key
    this.#clock = clock
  }

  /** Reads the shared budget, at most once a second. Never fails: the server's answers carry the limit too. */
  refresh(budget: Budget): Promise<void> {
    const now = this.#clock.now()
    if (now - this.#read >= between) {
      this.#read = now
      this.#reading = this.#storage.get(this.#key).then(
        (entry) => {
          if (entry) budget.join(entry.value, now)
        },
        () => {},
      )
    }
    return this.#reading
  }

  tell(budget: Budget): void {
    const now = this.#clock.now()
    if (now - this.#written < between) return
    this.#written = now
    this.#storage.set(this.#key, budget.toJson(), { expiresIn: longestWindow }).catch(() => {})
  }
}

/** Milliseconds between two accesses to the storage. */
const between = 1_000

/** Milliseconds. */
const longestWindow = 3_600_000

/** Maximum calls to keep track of; a higher limit is treated as this one. */
const mostCounted = 10_000

/** Maximum number of calls in flight that an answer doesn't count yet. */
const mostUnderWay = 50

/** Milliseconds. A longer block would outlast a call's timeout; after this time, the next call tries again. */
const longestBlock = 60_000
