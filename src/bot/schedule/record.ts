import * as z from 'zod/mini'
import { type ReadableRecord, RecordStore, unlessConflict } from '../base/recordStore.js'
import type { BotRuntime } from '../delivery/botRuntime.js'
import type { Schedule } from './schedule.js'

/** The stored state of a schedule. All processes write it with compare-and-set, so that one wins. */
export type Kept = z.infer<typeof Kept>

const Kept = z.object({
  rule: z.string(),
  /** The last time that was run or skipped, in UNIX milliseconds; nothing up to it is run again. */
  last: z.number(),
})

/**
 * The stored state of a schedule. A schedule that is new, or whose rule has changed, starts now: earlier times don't count
 * as missed. So does one whose last time is far ahead, since the clock was set back: otherwise it would rest until then.
 */
export async function scheduleRecord({ name, rule }: Schedule, runtime: BotRuntime): Promise<ScheduleRecord> {
  const store = storeOf(runtime)
  const now = runtime.clock.now()
  return store.change(await store.key(name), (kept) => {
    const last = kept && kept.last < now + setBack ? kept.last : 0
    return kept?.rule === rule && last > 0 ? kept : { rule, last: Math.max(now, last) }
  })
}

/** Milliseconds by which a clock is set back at least; what drifts less is waited for. */
const setBack = 3_600_000

export type ScheduleRecord = ReadableRecord<Kept>

/** Stores the state of a schedule; returns false if another process has written in between. */
export async function replace({ key, version }: ScheduleRecord, kept: Kept, runtime: BotRuntime): Promise<boolean> {
  return (await unlessConflict(storeOf(runtime).write(key, kept, { onlyIf: version }))) !== undefined
}

const storeOf = ({ storage, email }: BotRuntime) => new RecordStore(storage, ['schedule', email.toLowerCase()], Kept)
