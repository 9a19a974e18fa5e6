import type { Clock, Waiting } from '../clock.js'
import { Ending } from './ending.js'

/** Why a step was cut short when its time was up. */
export class TimeIsUp extends Error {
  static {
    TimeIsUp.prototype.name = 'TimeIsUp'
  }
}

/** The end of a step that gets so many milliseconds and gives up when the caller does. It is called off when the step is done. */
export class StepEnding extends Ending {
  readonly #caller: AbortSignal | undefined
  readonly #cancel: () => void

  /** @throws the caller's own reason when the caller has given up already. */
  constructor(clock: Clock, milliseconds: number, caller: AbortSignal | undefined) {
    super()
    caller?.throwIfAborted()
    this.#caller = caller
    caller?.addEventListener('abort', this)
    this.#cancel = clock.later(milliseconds, () => this.end(new TimeIsUp()))
  }

  /** The caller gives up. */
  handleEvent(): void {
    this.end(this.#caller?.reason)
  }

  callOff(): void {
    this.#cancel()
    this.#caller?.removeEventListener('abort', this)
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
  const ending = new StepEnding(clock, milliseconds, caller)
  try {
    return await heeding(ending, step())
  } finally {
    ending.callOff()
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
