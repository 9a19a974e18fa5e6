import * as z from 'zod/mini'
import { KeptLease } from '../../lease.js'
import { errorFields } from '../base/log.js'
import { type ReadableRecord, RecordStore, unlessConflict } from '../base/recordStore.js'
import type { BotRuntime } from '../delivery/botRuntime.js'
import type { Schedule } from './schedule.js'

/** The stored state of a schedule. All processes write it with compare-and-set, so that one wins. */
export type Kept = z.infer<typeof Kept>

const Kept = z.object({
  rule: z.string(),
  /** The last time that was run or skipped, in UNIX milliseconds; nothing up to it is run again. */
  last: z.number(),
  /** The time that is being run, and when the lease on the run expires. */
  running: z.optional(z.object({ time: z.number(), until: z.number() })),
})

/**
 * The stored state of a schedule. A schedule that is new, or whose rule has changed, starts now: earlier times don't count
 * as missed.
 */
export async function standingOf({ name, rule }: Schedule, runtime: BotRuntime): Promise<Standing> {
  const store = storeOf(runtime)
  const begin = (kept: Kept | undefined) => ({ ...kept, rule, last: Math.max(runtime.clock.now(), kept?.last ?? 0) })
  return store.change(await store.key(name), (kept) => (kept?.rule === rule ? kept : begin(kept)))
}

export type Standing = ReadableRecord<Kept>

/** Stores the state of a schedule; returns false if another process has written in between. */
export async function replace({ key, version }: Standing, kept: Kept, runtime: BotRuntime): Promise<boolean> {
  return (await unlessConflict(storeOf(runtime).write(key, kept, { onlyIf: version }))) !== undefined
}

const storeOf = ({ storage, email }: BotRuntime) => new RecordStore(storage, ['schedule', email.toLowerCase()], Kept)

/** Milliseconds that a run counts as alive without a renewal; after a crash the next run waits that long. */
export const leaseTime = 60_000

/**
 * Renews the lease on a run. Returns a function that ends the lease, so that the next run can start at once. Never throws:
 * if the storage fails, the lease expires.
 */
export function keepRunning({ name }: Schedule, runtime: BotRuntime, time: number): () => Promise<void> {
  const { clock, log } = runtime
  const store = storeOf(runtime)
  let hasEnded = false
  const kept = new KeptLease({ clock, lease: leaseTime, renew: () => update(clock.now() + leaseTime) })
  return async () => {
    hasEnded = true
    await kept.stop()
    await update(undefined)
  }

  /** Whether the run is still ours: another process may have taken over after the lease expired. */
  async function update(until: number | undefined): Promise<boolean> {
    try {
      let isOurs = false
      await store.change(await store.key(name), (kept) => {
        isOurs = kept?.running?.time === time
        if (!kept || !isOurs || (hasEnded && until !== undefined)) return undefined
        const { running, ...rest } = kept
        return until === undefined ? rest : { ...rest, running: { time, until } }
      })
      return isOurs
    } catch (error) {
      log.warn({ schedule: name, ...errorFields(error) }, 'Failed to store the progress of a schedule')
      return true
    }
  }
}
