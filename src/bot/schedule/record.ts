import * as z from 'zod/mini'
import { keepLease } from '../../clock.js'
import { StorageConflictError, type Version } from '../../storage/index.js'
import { parseJson } from '../../values.js'
import type { BotRuntime } from '../delivery/botRuntime.js'
import { errorFields } from '../log.js'
import { joined } from '../storageKey.js'
import type { Schedule } from './schedule.js'

/** The stored state of a schedule. All processes write it with compare-and-set, so that one wins. */
const Kept = z.object({
  rule: z.string(),
  /** The last time that was run or skipped, in UNIX milliseconds; nothing up to it is run again. */
  last: z.number(),
  /** The time that is being run, and when the lease on the run expires. */
  running: z.optional(z.object({ time: z.number(), until: z.number() })),
})
export type Kept = z.infer<typeof Kept>

export interface Standing {
  readonly kept: Kept
  readonly version: Version
}

/**
 * The stored state of a schedule. A schedule that is new, or whose rule has changed, starts now: earlier times don't count
 * as missed.
 */
export async function standingOf(schedule: Schedule, { storage, email, clock }: BotRuntime): Promise<Standing> {
  const key = keyOf(schedule, email)
  for (;;) {
    const entry = await storage.get(key)
    const kept = entry && readKept(entry.value)
    if (entry !== undefined && kept?.rule === schedule.rule) return { kept, version: entry.version }
    const last = Math.max(clock.now(), kept?.last ?? 0)
    const begun: Kept = { ...kept, rule: schedule.rule, last }
    try {
      return {
        kept: begun,
        version: await storage.set(key, JSON.stringify(begun), { onlyIf: entry?.version ?? 'absent' }),
      }
    } catch (error) {
      // Another process has just stored it.
      if (!(error instanceof StorageConflictError)) throw error
    }
  }
}

/** Stores the state of a schedule; returns false if another process has written in between. */
export async function write(
  schedule: Schedule,
  { storage, email }: BotRuntime,
  { version }: Standing,
  kept: Kept,
): Promise<boolean> {
  try {
    await storage.set(keyOf(schedule, email), JSON.stringify(kept), { onlyIf: version })
    return true
  } catch (error) {
    if (error instanceof StorageConflictError) return false
    throw error
  }
}

const keyOf = ({ name }: Schedule, email: string) => joined('schedule', email.toLowerCase(), name)

/** Undefined for an invalid record, such as one that was edited by hand. */
const readKept = (value: string): Kept | undefined => Kept.safeParse(parseJson(value)).data

/** Milliseconds that a run counts as alive without a renewal; after a crash the next run waits that long. */
export const leaseTime = 60_000

/**
 * Renews the lease on a run. Returns a function that ends the lease, so that the next run can start at once. Never throws:
 * if the storage fails, the lease expires.
 */
export function keepRunning(schedule: Schedule, runtime: BotRuntime, time: number): () => Promise<void> {
  const { clock, log } = runtime
  let hasEnded = false
  const until = clock.now() + leaseTime
  const kept = keepLease({ clock, lease: leaseTime, until, renew: () => update(clock.now() + leaseTime) })
  return async () => {
    hasEnded = true
    await kept.stop()
    await update(undefined)
  }

  /** Whether the run is still ours: another process may have taken over after the lease expired. */
  async function update(until: number | undefined): Promise<boolean> {
    try {
      for (let isWritten = false; !isWritten && (until === undefined || !hasEnded); ) {
        const standing = await standingOf(schedule, runtime)
        const { running, ...rest } = standing.kept
        if (running?.time !== time) return false
        const next = until === undefined ? rest : { ...rest, running: { time, until } }
        isWritten = await write(schedule, runtime, standing, next)
      }
    } catch (error) {
      const facts = { schedule: schedule.name, ...errorFields(error) }
      log.warn(facts, 'Failed to store the progress of a schedule')
    }
    return true
  }
}
