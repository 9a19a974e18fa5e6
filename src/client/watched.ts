import { EarshotError } from '../errors.js'
import { CallError } from './errors/earshotError.js'
import type { CallWatch, ObserveCall, ObservedCall } from './observing.js'

/** A call while it is made. */
export interface Watched {
  readonly watch?: CallWatch
  /** Notes the status of an answer, good or bad, before it is read. */
  answered?(status: number): void
}

/** Makes a call, and reports its end to its observer. */
export function watched<Result>(
  observe: ObserveCall | undefined,
  call: () => ObservedCall,
  clock: { now(): number },
  work: (watched: Watched) => Promise<Result>,
): Promise<Result> {
  const watch = observe?.(call())
  return watch === undefined ? work(unwatched) : untilItsEnd(watch, clock, work)
}

const unwatched: Watched = {}

async function untilItsEnd<Result>(
  watch: CallWatch,
  clock: { now(): number },
  work: (watched: Watched) => Promise<Result>,
): Promise<Result> {
  const began = clock.now()
  let status: number | undefined
  let attempts = 0
  const end = (code: string) => watch.ended?.({ code, status, attempts, duration: clock.now() - began })
  const counting: CallWatch = {
    sending(attempt) {
      attempts = attempt
      return watch.sending?.(attempt)
    },
    repeating: (repeat) => watch.repeating?.(repeat),
  }
  const answered = (itsStatus: number) => {
    status = itsStatus
  }
  try {
    const result = await work({ watch: counting, answered })
    end('OK')
    return result
  } catch (error) {
    // An answer that is too long is never read, and only its error knows the status.
    if (error instanceof CallError && 'status' in error && typeof error.status === 'number') status = error.status
    // Any other error is the caller's abort reason.
    end(error instanceof EarshotError ? error.code : 'ABORTED')
    throw error
  }
}
