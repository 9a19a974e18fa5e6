import * as z from 'zod/mini'
import { keepLease } from '../../clock.js'
import { StorageConflictError, type Version } from '../../storage/index.js'
import { parseJson } from '../../values.js'
import type { BotRuntime } from '../delivery/delivery.js'
import { errorFields } from '../log.js'
import { joined } from '../storageKey.js'
import type { Schedule } from './schedule.js'

/** What the storage knows of a schedule. All processes write it, and of two that compare versions one wins. */
const Kept = z.object({
  rule: z.string(),
  /** The last time that was run or passed over, in UNIX milliseconds; nothing up to there is run any more. */
  last: z.number(),
  /** The time that is being run, and until when it counts as that without a further sign of life. */
  running: z.optional(z.object({ time: z.number(), until: z.number() })),
})
export type Kept = z.infer<typeof Kept>

export interface Standing {
  readonly kept: Kept
  readonly version: Version
}

/**
 * Where a schedule stands. One that is seen for the first time, or whose times were told by another rule until now, begins
 * with the present: what lies before it was never promised.
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
      // Another process begins too.
      if (!(error instanceof StorageConflictError)) throw error
    }
  }
}

/** Writes where a schedule stands from now on, unless another process has written in between; says whether it did. */
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

/** Undefined for what is no record, as after somebody wrote there by hand. */
const readKept = (value: string): Kept | undefined => Kept.safeParse(parseJson(value)).data

/** Milliseconds for which a time counts as being run without a sign of life: so long nothing follows a crash. */
export const leaseTime = 60_000

/**
 * Gives signs of life for as long as a time of a schedule is being run. Gives back how to end that, which lets the next
 * time be run at once. Never fails: without the storage, the last sign of life expires.
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

  /** Whether the time is still ours: after too long without a sign of life, another process may have gone on. */
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
      log.warn(facts, 'The storage could not be told how far a schedule is')
    }
    return true
  }
}
