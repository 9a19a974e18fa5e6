import type { Clock } from './clock.js'
import { Ending } from './ending.js'

/** Why a step was cut short when its time was up. */
export class TimeIsUp extends Error {
  static {
    TimeIsUp.prototype.name = 'TimeIsUp'
  }
}

/**
 * Runs a step that gets so many milliseconds and gives up when the caller does. The step has to heed the ending that
 * it is passed.
 *
 * @throws {TimeIsUp} when the time is up; the caller's own reason when the caller's signal aborts.
 */
export async function within<Result>(
  clock: Clock,
  milliseconds: number,
  caller: AbortSignal | undefined,
  step: (ending: Ending) => Promise<Result>,
): Promise<Result> {
  caller?.throwIfAborted()
  const ending = new Ending()
  const giveUp = () => ending.end(caller?.reason)
  caller?.addEventListener('abort', giveUp, { once: true })
  const cancel = clock.later(milliseconds, () => ending.end(new TimeIsUp()))
  try {
    return await step(ending)
  } catch (error) {
    // Whatever the end made of the step, the reason for it is what counts.
    throw ending.ended ? ending.reason : error
  } finally {
    cancel()
    caller?.removeEventListener('abort', giveUp)
  }
}

/** The promise, unless the end comes first: then it fails with the reason for that. */
export function heeding<Result>(ending: Ending, promise: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = () => reject(ending.reason)
    if (ending.ended) end()
    const stop = ending.onEnd(end)
    promise.then(resolve, reject).finally(stop)
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
