import { type Clock, systemClock } from '../client/index.js'
import { checkedKey } from './checks.js'
import { LockError, StorageError } from './errors.js'
import { holdLock } from './holdLock.js'
import type { Storage, Version } from './storage.js'
import { lockKeys, waitInLine } from './waitInLine.js'

/** What the work under a lock is given. */
export interface Lock {
  /** A fencing token: higher with each holder, so that a resource can reject writes of an earlier one. */
  readonly fence: Version
  /** Aborts when the lock is lost or the given signal aborts. */
  readonly signal: AbortSignal
}

export interface LockOptions {
  /** Milliseconds to wait for the lock; 0 doesn't wait. (default: unlimited) */
  readonly wait?: number
  /** Milliseconds after which the lock of a process that died is free. (default: 30,000) */
  readonly lease?: number
  /** Ends the waiting, and aborts the signal of the work. */
  readonly signal?: AbortSignal
  readonly clock?: Clock
}

/**
 * Runs work under a lock that one process at a time can hold, of all that share the storage. Waiters get it in order of arrival.
 * The lock is released when the work ends or throws; if the process dies, when its lease expires. The clocks of the processes
 * must agree to within a few seconds.
 *
 * @throws {LockError} `locked` if it wasn't free in time; `lock_lost` if it was lost while the work ran.
 * @throws {StorageError} if the storage fails or an option is invalid. @throws what the work throws.
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

/** Milliseconds; a shorter lease couldn't be renewed in time. */
const shortestLease = 100

function badOption(option: string, given: unknown, advice: string): StorageError {
  return new StorageError('invalid_option', `The lock can't be taken: \`${option}\` is ${String(given)}. ${advice}.`)
}
