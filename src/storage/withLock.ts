import { type Clock, systemClock } from '../client/index.js'
import { checkedKey } from './checks.js'
import { LockError, StorageError } from './errors.js'
import { holdLock } from './holdLock.js'
import type { Storage, Version } from './storage.js'
import { lockKeys, waitInLine } from './waitInLine.js'

/** What one has who has a lock. */
export interface Lock {
  /** A number that is higher with each who has it: what is told of it can refuse whoever comes late. */
  readonly fence: Version
  /** Aborts when the lock is lost, so that somebody else may have it, and when the given signal does. */
  readonly signal: AbortSignal
}

export interface LockOptions {
  /** Milliseconds for which one waits until it is one's turn; without end when not given. 0: not at all. */
  readonly wait?: number
  /** Milliseconds after which a lock is free whose holder gave no sign of life, as when its process died. 30,000. */
  readonly lease?: number
  /** Ends the waiting. Whoever has the lock keeps it for the rest of its lease. */
  readonly signal?: AbortSignal
  readonly clock?: Clock
}

/**
 * Does something that only one does at a time, of all processes that share the storage. Those who wait have their turns
 * in the order in which they came. The lock is given back when the work ends, however it does; that of a process that
 * died is free when its lease is up, and so its clock and those of the others must agree but for a few seconds.
 *
 * @throws {LockError} `locked` when it was not had in time; `lock_lost` when it was lost while the work went on.
 * @throws {StorageError} when the storage fails, or what is given makes no sense. @throws what the work throws.
 * @example await withLock(storage, 'oven', async ({ signal }) => bake(rye, { signal }))
 */
export async function withLock<Result>(
  storage: Storage,
  name: string,
  work: (lock: Lock) => Result | Promise<Result>,
  options: LockOptions = {},
): Promise<Result> {
  const { clock = systemClock, lease = 30_000, wait = Number.POSITIVE_INFINITY, signal } = options
  checkedKey(name)
  if (!(wait >= 0)) throw badOption('wait', wait, 'Give milliseconds from 0, or leave it out')
  if (!(lease >= shortestLease)) throw badOption('lease', lease, `Give milliseconds from ${shortestLease}`)
  signal?.throwIfAborted()
  const keys = lockKeys(name)
  const taken = await waitInLine(storage, keys, { clock, lease, wait, signal })
  if (taken === undefined) throw new LockError('locked', name)
  const held = holdLock(storage, keys, taken, { clock, lease, signal })
  let result: Result
  try {
    result = await work({ fence: taken.version, signal: held.signal })
  } finally {
    await held.release()
  }
  if (held.isLost()) throw new LockError('lock_lost', name)
  return result
}

/** Milliseconds; no storage answers so often that a shorter one could be kept. */
const shortestLease = 100

function badOption(option: string, given: unknown, advice: string): StorageError {
  return new StorageError('invalid_option', `There is no such lock: \`${option}\` is ${String(given)}. ${advice}.`)
}
