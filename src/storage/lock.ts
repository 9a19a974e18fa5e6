import { type Clock, pause, steady, systemClock } from '../clock.js'
import { isLease, KeptLease, leaseAdvice } from '../lease.js'
import { checkOptions, type OptionNames } from '../text/index.js'
import { checkedKey } from './createStorage.js'
import { LockError, StorageConflictError, StorageError } from './errors.js'
import type { Storage, StorageEntry, Version } from './storage.js'

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
  /**
   * Milliseconds without a sign of life after which the lock of a process that can't be seen from here is free. That of a process
   * that has died on the same machine is free at once. From 100 to a day. (default: 30,000)
   */
  readonly lease?: number
  /** Ends the waiting, and aborts the signal of the work. */
  readonly signal?: AbortSignal
  /** The clock for waits and leases. (default: the system's) */
  readonly clock?: Clock
}

const lockOptions: OptionNames<LockOptions> = { wait: true, lease: true, signal: true, clock: true }

/**
 * Runs work under a lock that one process at a time can hold, of all that share the storage. Waiters get it in order of arrival.
 * The lock is released when the work ends or throws, or if the process dies. In SQLite and Redis a process that lives keeps it, even
 * while the work blocks it. With another storage, the lock is lost if it can't be renewed in time, and the clocks of the
 * processes must agree to within a few seconds.
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
  checkOptions('withLock', options, lockOptions)
  const { clock = systemClock, lease = usualLease, wait = Number.POSITIVE_INFINITY, signal } = options
  checkedKey(name)
  if (!(wait >= 0)) throw badOption('wait', wait, 'Give milliseconds from 0, or leave it out')
  if (!isLease(lease)) throw badOption('lease', lease, leaseAdvice)
  signal?.throwIfAborted()
  const waiting = { clock, lease, wait, signal }
  const taken = await waitInLine(storage, name, waiting)
  if (taken === undefined) throw new LockError('locked', name)
  const held = holdLock(storage, name, taken, waiting)
  let result: Result
  try {
    result = await work({ fence: taken.version, signal: held.signal })
  } finally {
    await held.release()
  }
  if (held.isLost()) throw new LockError('lock_lost', name)
  return result
}

function badOption(option: string, given: unknown, advice: string): StorageError {
  return new StorageError('invalid_option', `The lock can't be taken: \`${option}\` is ${String(given)}. ${advice}.`)
}

/**
 * When a lock is free if its holder gives no sign of life, in UNIX milliseconds; undefined if nobody holds it who lives,
 * Infinity if its holder is seen to live.
 */
export async function lockFreeAt(
  storage: Storage,
  name: string,
  { clock = systemClock, lease = usualLease }: LockOptions,
): Promise<number | undefined> {
  const held = await storage.get(holderKey(name))
  const isDead = held && storage.holder?.isDead(idIn(held))
  if (held === undefined || isDead) return undefined
  if (isDead === false) return Number.POSITIVE_INFINITY
  return idIn(held) === '' ? held.expiresAt : clock.now() + lease
}

const usualLease = 30_000

type Waiting = Required<Omit<LockOptions, 'signal'>> & { readonly signal: AbortSignal | undefined }

/** A lock that was just acquired. */
interface Taken {
  readonly version: Version
  /** Identifies the holder. */
  readonly value: string
}

function holdLock(storage: Storage, name: string, { value, ...taken }: Taken, { clock, lease, signal }: Waiting) {
  const key = holderKey(name)
  const expiresIn = expiryOf(storage, lease)
  storage.holder?.begin(lease)
  const controller = new AbortController()
  let { version } = taken
  let isLost = false
  const kept = new KeptLease({ clock, lease, renew, onLost: lose })
  const stop = () => {
    void kept.stop()
    controller.abort(signal?.reason)
  }
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  return { signal: controller.signal, isLost: () => isLost, release }

  function lose(): void {
    isLost = true
    controller.abort(new DOMException('The lock was lost. Another process may hold it now.', 'AbortError'))
  }

  async function release(): Promise<void> {
    signal?.removeEventListener('abort', stop)
    await kept.stop()
    isLost ||= !(await free(storage, key, value, clock))
    wakeNext(storage, key)
  }

  /** Returns whether the lock is still held. A failed write may have taken effect, with an unknown version. */
  async function renew(): Promise<boolean> {
    const write = async () => {
      version = await storage.set(key, value, { onlyIf: version, expiresIn })
    }
    try {
      await write()
    } catch (error) {
      if (!(error instanceof StorageConflictError)) throw error
      const entry = await storage.get(key)
      if (entry?.value !== value) return false
      version = entry.version
      await write()
    }
    return true
  }
}

/**
 * Returns whether the lock was held, as far as is known. Never fails: if the storage can't be reached, the lease expires, or it is
 * tried again for as long as this process holds it.
 */
async function free(storage: Storage, key: string, value: string, clock: Clock): Promise<boolean> {
  try {
    const held = await storage.get(key)
    if (held?.value !== value) return false
    await storage.delete(key, { onlyIf: held.version })
  } catch (error) {
    const isOver = !storage.holder || (error as { code?: unknown }).code === 'closed'
    if (!isOver)
      clock.later(longestPause, () => void free(storage, key, value, clock), { background: true, unref: true })
  }
  return true
}

/**
 * Waits for its turn and acquires the lock; undefined if that took longer than `wait`. Only the holder's entry decides who has
 * the lock. The line makes it fair; places in it expire when their process dies.
 */
async function waitInLine(storage: Storage, name: string, options: Waiting): Promise<Taken | undefined> {
  const { clock, lease, wait, signal } = options
  const own = storage.holder
  const holder = holderKey(name)
  const line = `lock-line/${encodeURIComponent(name)}/`
  const value = `${crypto.randomUUID()} ${own?.id ?? ''}`
  const now = steady(clock)
  const until = now() + wait
  const atOnce = await take(undefined)
  if (atOnce !== undefined || wait === 0) return atOnce
  // Versions only grow, and no two are the same.
  const number = await storage.set(`lock-count/${encodeURIComponent(name)}`, value, { expiresIn: placeKept })
  const place = `${line}${String(number).padStart(16, '0')}`
  let sleeping = new AbortController()
  const wake = () => sleeping.abort()
  signal?.addEventListener('abort', wake)
  const leave = waitHere(storage, holder, wake)
  try {
    own?.begin(placeKept)
    let keptUntil = now()
    for (let time = shortestPause; ; time = Math.min(time * 1.5, longestPause)) {
      if (keptUntil - now() < placeKept / 2) {
        keptUntil = now() + placeKept
        await storage.set(place, value, { expiresIn: placeKept })
      }
      const taken = await take(place)
      if (taken !== undefined) return taken
      const left = until - now()
      if (left <= 0) return undefined
      await pause(clock, Math.min(time, left), sleeping.signal).catch(() => {})
      signal?.throwIfAborted()
      sleeping = new AbortController()
    }
  } finally {
    leave()
    signal?.removeEventListener('abort', wake)
    await storage.delete(place).catch(() => {})
    // This waiter may have consumed a wake-up meant for the next one.
    wakeNext(storage, holder)
  }

  async function take(place: string | undefined): Promise<Taken | undefined> {
    let [first] = await storage.list(line, { limit: 1 })
    while (first !== undefined && first.key !== place && (await own?.isGone(idIn(first), placeKept))) {
      await storage.delete(first.key)
      ;[first] = await storage.list(line, { limit: 1 })
    }
    if (first !== undefined && first.key !== place) return undefined
    const taken = await takeFrom('absent')
    if (taken !== undefined || own === undefined) return taken
    const held = await storage.get(holder)
    const isGone = held !== undefined && idIn(held) !== '' && (await own.isGone(idIn(held), lease))
    return isGone ? takeFrom(held.version) : undefined
  }

  async function takeFrom(onlyIf: Version | 'absent'): Promise<Taken | undefined> {
    try {
      const version = await storage.set(holder, value, { onlyIf, expiresIn: expiryOf(storage, lease) })
      return { version, value }
    } catch (error) {
      if (error instanceof StorageConflictError) return undefined
      // It may have been taken all the same.
      void free(storage, holder, value, clock)
      throw error
    }
  }
}

const idIn = ({ value }: StorageEntry) => value.slice(value.indexOf(' ') + 1)

/** A lock whose holder can be watched lasts as long as that; one that nobody asks for any more is forgotten in the end. */
const expiryOf = ({ holder }: Storage, lease: number) => (holder ? 30 * 86_400_000 : lease)

/** Encoded, so that no name is a prefix of another. */
const holderKey = (name: string) => `lock/${encodeURIComponent(name)}`

/** Milliseconds between two polls while another process holds the lock. */
const shortestPause = 20
const longestPause = 1_000
/** Milliseconds after which the place of a process that died is skipped. */
const placeKept = 10_000

/** Waiters in this process by key, in order of arrival; they are woken without polling. */
const waiting = new WeakMap<Storage, Map<string, Set<() => void>>>()

/** Calls `wake` when this process releases the lock and this waiter is next. Returns a function that cancels it. */
function waitHere(storage: Storage, key: string, wake: () => void): () => void {
  const locks = waiting.get(storage) ?? new Map<string, Set<() => void>>()
  waiting.set(storage, locks)
  const wakes = locks.get(key) ?? new Set<() => void>()
  locks.set(key, wakes)
  wakes.add(wake)
  return () => {
    wakes.delete(wake)
    if (wakes.size === 0) locks.delete(key)
  }
}

function wakeNext(storage: Storage, key: string): void {
  const [first] = waiting.get(storage)?.get(key) ?? []
  first?.()
}
