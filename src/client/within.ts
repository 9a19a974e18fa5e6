import type { Clock } from './clock.js'

/** Why a step was cut short when its time was up. */
export class TimeIsUp extends Error {
  static {
    TimeIsUp.prototype.name = 'TimeIsUp'
  }
}

/**
 * Runs a step that gets so many milliseconds and gives up when the caller does. The step has to heed the signal that
 * it is passed.
 *
 * @throws {TimeIsUp} when the time is up; the caller's own reason when the caller's signal aborts.
 */
export async function within<Result>(
  clock: Clock,
  milliseconds: number,
  caller: AbortSignal | undefined,
  step: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  caller?.throwIfAborted()
  const controller = new AbortController()
  const giveUp = () => controller.abort(caller?.reason)
  caller?.addEventListener('abort', giveUp, { once: true })
  const cancel = clock.later(milliseconds, () => controller.abort(new TimeIsUp()))
  try {
    return await step(controller.signal)
  } catch (error) {
    // Whatever the abort made of the step, the reason for it is what counts.
    throw controller.signal.aborted ? controller.signal.reason : error
  } finally {
    cancel()
    caller?.removeEventListener('abort', giveUp)
  }
}

/** The promise, unless the signal aborts first: then it fails with the signal's reason. */
export function heeding<Result>(signal: AbortSignal, promise: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Does nothing for so many milliseconds. @throws the caller's reason when the caller's signal aborts. */
export function pause(clock: Clock, milliseconds: number, caller: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (caller?.aborted) return reject(caller.reason)
    const abort = () => {
      cancel()
      reject(caller?.reason)
    }
    const cancel = clock.later(milliseconds, () => {
      caller?.removeEventListener('abort', abort)
      resolve()
    })
    caller?.addEventListener('abort', abort, { once: true })
  })
}
