/** A source of time. Tests pass one that stands still. */
export interface Clock<Cause = never> {
  /** UNIX time in milliseconds. */
  now(): number
  /** Runs the action once after this many milliseconds. */
  later(milliseconds: number, action: () => void, how?: Waiting<Cause>): Cancel
}

/** Cancels an action; does nothing once it has run. */
export type Cancel = () => void

export interface Waiting<Cause = never> {
  /** Nothing waits for it: a clock that jumps to the next due action doesn't jump to this one. */
  readonly background?: boolean
  /** A handler (`ctx.sleep`) or a listener waits for it, so a test's clock moves on to it automatically. */
  readonly sleeping?: boolean
  /** The process may end before then. */
  readonly unref?: boolean
  /** What is waiting, for lists of pending actions. */
  readonly cause?: Cause
}

/** Real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  later(milliseconds, action, { unref = false } = {}) {
    const due = Date.now() + milliseconds
    const wait = (left: number) => {
      const timer: unknown = setTimeout(left > longestTimer ? goOn : action, Math.min(left, longestTimer))
      if (unref && typeof timer === 'object') (timer as Partial<NodeTimer>).unref?.()
      return timer
    }
    const goOn = () => {
      timer = wait(due - Date.now())
    }
    let timer = wait(milliseconds)
    return () => clearTimeout(timer as number)
  },
}

/** A timer in Node, where a pending timer keeps the process alive. */
interface NodeTimer {
  unref(): void
}

/** Milliseconds. A sleeping machine stops timers, so the time is checked at least this often. */
const longestTimer = 60_000

/**
 * Waits until everything that this turn of the event loop still does is done: what belongs together is then done together.
 * On platforms that can't tell, it doesn't wait.
 */
export function endOfTurn(): Promise<void> {
  return typeof setImmediate === 'function' ? new Promise((resolve) => setImmediate(resolve)) : Promise.resolve()
}

/** Milliseconds between this time and now. A clock that was set back makes nothing younger than it is. */
export function age(clock: Pick<Clock, 'now'>, at: number): number {
  return Math.abs(clock.now() - at)
}

/** Waits for this many milliseconds. @throws the signal's reason when it aborts. */
export function pause(clock: Clock, milliseconds: number, signal?: AbortSignal, how?: Waiting): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      cancel()
      reject(signal?.reason)
    }
    const done = () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }
    const cancel = clock.later(milliseconds, done, how)
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** Returns the work's result, or after this many milliseconds that of `late`. The work isn't stopped. */
export async function inTime<Result, Late>(
  clock: Clock,
  milliseconds: number,
  work: Promise<Result>,
  late: () => Late,
  how?: Waiting,
): Promise<Result | Late> {
  let cancel = () => {}
  const timeout = new Promise<void>((resolve) => {
    cancel = clock.later(Math.max(0, milliseconds), resolve, how)
  })
  try {
    return await Promise.race([work, timeout.then(late)])
  } finally {
    cancel()
  }
}

export interface LeaseOptions {
  readonly clock: Clock
  /** Milliseconds that a renewal lasts. */
  readonly lease: number
  /** UNIX milliseconds when the lease ends unless it is renewed. */
  readonly until: number
  /** Renews the lease. `false` ends the lease; after an error, the renewal is tried again. */
  readonly renew: () => Promise<boolean>
  /** Called once if the lease is lost: `renew` returned `false`, or it couldn't be renewed in time. */
  readonly onLost?: () => void
}

export interface Lease {
  /** UNIX milliseconds until which it is certainly held. */
  readonly until: number
  /** Stops renewing. Resolves when no renewal is running. */
  stop(): Promise<void>
}

/** Keeps a lease by renewing it every third of its duration, sooner after a failure. */
export function keepLease(options: LeaseOptions): Lease {
  return new KeptLease(options)
}

/** A class, since V8 never frees the hidden class of an object literal with a getter before a major collection. */
class KeptLease implements Lease {
  readonly #options: LeaseOptions
  #until: number
  #isOver = false
  #renewing = Promise.resolve()
  /** Cancels the only timer: the next renewal's, or during a renewal that of the loss. */
  #cancelTimer: Cancel

  constructor(options: LeaseOptions) {
    this.#options = options
    this.#until = options.until
    this.#cancelTimer = this.#later(options.lease / 3, () => this.#renew())
  }

  get until(): number {
    return this.#until
  }

  stop(): Promise<void> {
    this.#end()
    return this.#renewing
  }

  #renew(): void {
    // If the store can't be reached, only the clock can end the lease.
    if (this.#options.onLost) this.#loseLater()
    this.#renewing = this.#attempt()
  }

  async #attempt(): Promise<void> {
    const { clock, lease, renew, onLost } = this.#options
    const wanted = clock.now() + lease
    const isRenewed = await renew().catch(() => undefined)
    if (this.#isOver) return
    if (isRenewed === false) return this.#lose()
    if (isRenewed) this.#until = Math.max(this.#until, wanted)
    this.#cancelTimer()
    const wait = isRenewed ? lease / 3 : lease / 12
    if (onLost && this.#until - clock.now() < wait) this.#loseLater()
    else this.#cancelTimer = this.#later(wait, () => this.#renew())
  }

  #loseLater(): void {
    const { clock } = this.#options
    const look = () => (clock.now() < this.#until ? this.#loseLater() : this.#lose())
    this.#cancelTimer = this.#later(Math.max(0, this.#until - clock.now()), look)
  }

  #later(milliseconds: number, action: () => void): Cancel {
    return this.#options.clock.later(milliseconds, action, { background: true })
  }

  #lose(): void {
    if (this.#isOver) return
    this.#end()
    this.#options.onLost?.()
  }

  #end(): void {
    if (!this.#isOver) this.#cancelTimer()
    this.#isOver = true
  }
}
