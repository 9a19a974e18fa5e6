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
    const [due, end] = [Date.now() + milliseconds, performance.now() + milliseconds]
    const wait = (left: number) => {
      const timer: unknown = setTimeout(left > longestTimer ? goOn : action, Math.min(left, longestTimer))
      if (unref && typeof timer === 'object') (timer as Partial<NodeTimer>).unref?.()
      return timer
    }
    const goOn = () => {
      // Whichever comes first: one stands still while the machine sleeps, the other may be set back.
      timer = wait(Math.min(due - Date.now(), end - performance.now()))
    }
    let timer = wait(milliseconds)
    return () => clearTimeout(timer as number)
  },
}

/** Time that only passes, whatever the clock is set to. */
export function steady(clock: Clock): () => number {
  return clock === systemClock ? () => performance.now() : () => clock.now()
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
  return immediate === undefined ? Promise.resolve() : new Promise((resolve) => immediate(resolve))
}

// Captured at the start, since tests replace the platform's timers.
const immediate = /* @__PURE__ */ ((): typeof setImmediate | undefined => globalThis.setImmediate)()

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
