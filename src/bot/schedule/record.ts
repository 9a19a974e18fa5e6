import { StorageConflictError, type Version } from '../../storage/index.js'
import { parseJson } from '../../values.js'
import type { BotRuntime } from '../delivery/runtime.js'
import { joined } from '../storageKey.js'
import type { Schedule } from './schedule.js'

/** What the storage knows of a schedule. All processes write it, and of two that compare versions one wins. */
export interface Kept {
  /** The rule that its times were told by. */
  readonly rule: string
  /** The last time that was run or passed over, in UNIX milliseconds; nothing up to there is run any more. */
  readonly last: number
  /** The time that is being run, and until when it counts as that without a further sign of life. */
  readonly running?: { readonly time: number; readonly until: number }
}

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
function readKept(value: string): Kept | undefined {
  const read = parseJson(value)
  return isKept(read) ? read : undefined
}

function isKept(read: unknown): read is Kept {
  if (typeof read !== 'object' || read === null) return false
  const { rule, last, running } = read as Partial<Record<keyof Kept, unknown>>
  if (typeof rule !== 'string' || !Number.isFinite(last)) return false
  if (running === undefined) return true
  const { time, until } = Object(running) as Partial<Record<'time' | 'until', unknown>>
  return Number.isFinite(time) && Number.isFinite(until)
}
