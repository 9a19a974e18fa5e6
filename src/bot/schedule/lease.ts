import type { BotRuntime } from '../delivery/runtime.js'
import { errorFields } from '../log.js'
import { standingOf, write } from './record.js'
import type { Schedule } from './schedule.js'

/** Milliseconds for which a time counts as being run without a sign of life: so long nothing follows a crash. */
export const leaseTime = 60_000

/**
 * Gives signs of life for as long as a time of a schedule is being run. Gives back how to end that, which lets the next
 * time be run at once. Never fails: without the storage, the last sign of life expires.
 */
export function keepLease(schedule: Schedule, runtime: BotRuntime, time: number): () => Promise<void> {
  const { clock, log } = runtime
  let hasEnded = false
  let writing = Promise.resolve()
  let cancel = renewLater()
  return async () => {
    hasEnded = true
    cancel()
    await writing
    await attempt(() => update(undefined))
  }

  function renewLater(): () => void {
    const renew = () => {
      writing = attempt(() => update(clock.now() + leaseTime))
      cancel = renewLater()
    }
    return clock.later(leaseTime / 3, renew, { background: true })
  }

  async function update(until: number | undefined): Promise<void> {
    for (let isWritten = false; !isWritten && (until === undefined || !hasEnded); ) {
      const standing = await standingOf(schedule, runtime)
      const { running, ...kept } = standing.kept
      // After too long without a sign of life, another process may have gone on.
      if (running?.time !== time) return
      isWritten = await write(
        schedule,
        runtime,
        standing,
        until === undefined ? kept : { ...kept, running: { time, until } },
      )
    }
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      log.warn(
        { schedule: schedule.name, ...errorFields(error) },
        'The storage could not be told how far a schedule is',
      )
    }
  }
}
