import type { Clock } from '../../clock.js'
import { nameErrors } from '../../errors.js'

export class DeadlineExceeded extends Error {}

/** A signal that aborts with `DeadlineExceeded` or the caller's own reason. @throws that reason if it is already aborted. */
export function deadlineSignal(
  clock: Clock,
  milliseconds: number,
  caller: AbortSignal | undefined,
): { readonly signal: AbortSignal; release(): void } {
  caller?.throwIfAborted()
  const controller = new AbortController()
  const giveUp = () => controller.abort(caller?.reason)
  caller?.addEventListener('abort', giveUp)
  const cancel = clock.later(milliseconds, () => controller.abort(new DeadlineExceeded()))
  return {
    signal: controller.signal,
    /** Call this when the step is done. */
    release() {
      cancel()
      caller?.removeEventListener('abort', giveUp)
    },
  }
}

/** @throws {DeadlineExceeded} when the time is up, or the caller's own reason if the caller's signal aborts. */
export async function within<Result>(
  clock: Clock,
  milliseconds: number,
  caller: AbortSignal | undefined,
  step: () => Promise<Result>,
): Promise<Result> {
  const { signal, release } = deadlineSignal(clock, milliseconds, caller)
  try {
    return await unlessAborted(signal, step())
  } finally {
    release()
  }
}

/** Settles like the promise, unless the signal aborts first: then it rejects with the signal's reason. */
export function unlessAborted<Result>(signal: AbortSignal, promise: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

nameErrors({ DeadlineExceeded })
