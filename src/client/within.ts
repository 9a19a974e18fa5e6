import type { Clock, Waiting } from '../clock.js'

/** Why a step was cut short when its time was up. */
export class TimeIsUp extends Error {
  static {
    TimeIsUp.prototype.name = 'TimeIsUp'
  }
}

/** Stops a step when its time is up or the caller gives up. */
export interface StepSignal {
  readonly signal: AbortSignal
  /** Call it when the step is done. */
  release(): void
}

/**
 * Makes the signal of a step that gets so many milliseconds. It aborts with `TimeIsUp` or the caller's own reason.
 *
 * @throws the caller's reason when the caller has given up already.
 */
export function stepSignal(clock: Clock, milliseconds: number, caller: AbortSignal | undefined): StepSignal {
  caller?.throwIfAborted()
  const controller = new AbortController()
  const giveUp = () => controller.abort(caller?.reason)
  caller?.addEventListener('abort', giveUp)
  const cancel = clock.later(milliseconds, () => controller.abort(new TimeIsUp()))
  return {
    signal: controller.signal,
    release() {
      cancel()
      caller?.removeEventListener('abort', giveUp)
    },
  }
}

/**
 * What a step comes to that gets so many milliseconds, and is given up when the caller gives up.
 *
 * @throws {TimeIsUp} when the time is up; the caller's own reason when the caller's signal aborts.
 */
export async function within<Result>(
  clock: Clock,
  milliseconds: number,
  caller: AbortSignal | undefined,
  step: () => Promise<Result>,
): Promise<Result> {
  const { signal, release } = stepSignal(clock, milliseconds, caller)
  try {
    return await unlessAborted(signal, step())
  } finally {
    release()
  }
}

/** The promise, unless the signal aborts first: then it fails with the signal's reason. */
export function unlessAborted<Result>(signal: AbortSignal, promise: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Does nothing for so many milliseconds. @throws the caller's reason when the caller's signal aborts. */
export function pause(
  clock: Clock,
  milliseconds: number,
  caller: AbortSignal | undefined,
  how?: Waiting,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (caller?.aborted) return reject(caller.reason)
    const abort = () => {
      cancel()
      reject(caller?.reason)
    }
    const done = () => {
      caller?.removeEventListener('abort', abort)
      resolve()
    }
    const cancel = clock.later(milliseconds, done, how)
    caller?.addEventListener('abort', abort, { once: true })
  })
}
