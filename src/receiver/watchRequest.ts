import { type ObservedRequest, type Observer, runWithin } from '../bot/index.js'
import type { Clock } from '../client/index.js'
import type { Told } from './told.js'

export interface WatchOptions {
  readonly observer?: Observer | undefined
  readonly clock: Clock
}

/** Does what a request brings about, and tells the observer of the request and its end. @param began UNIX milliseconds */
export function watchRequest(
  { observer, clock }: WatchOptions,
  request: ObservedRequest,
  began: number,
  work: () => Promise<Told>,
): Promise<Told> {
  const watch = observer?.request?.(request)
  if (watch === undefined) return work()
  return untilItsEnd()

  async function untilItsEnd(): Promise<Told> {
    const told = await runWithin(watch, work)
    const { status, refusedFor: code, isHungUp } = told
    watch?.ended?.({
      status: isHungUp === true ? undefined : status,
      ...(code && { code }),
      duration: clock.now() - began,
    })
    return told
  }
}
