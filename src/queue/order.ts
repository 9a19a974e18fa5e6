import type { DeadLetter } from '../bot/index.js'

/** The order of dead letters: of their deaths, and of their IDs where they died at once. */
export function byTime(one: DeadLetter, other: DeadLetter): number {
  return one.died - other.died || (one.entry.id < other.entry.id ? -1 : 1)
}
