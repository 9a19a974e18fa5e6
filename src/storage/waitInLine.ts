import type { Clock } from '../client/index.js'
import { StorageConflictError } from './errors.js'
import type { Storage, Version } from './storage.js'

export interface Waiting {
  readonly clock: Clock
  /** Milliseconds, as `wait`. */
  readonly lease: number
  readonly wait: number
  readonly signal: AbortSignal | undefined
}

/** A lock that was just acquired. */
export interface Taken {
  readonly version: Version
  /** Identifies the holder. */
  readonly value: string
  /** UNIX milliseconds until when it is held at least. */
  readonly until: number
}

/**
 * Waits for its turn and acquires the lock; undefined if that took longer than `wait`. Only the holder's entry decides who has
 * the lock. The line makes it fair; places in it expire when their process dies.
 */
export async function waitInLine(storage: Storage, keys: LockKeys, options: Waiting): Promise<Taken | undefined> {
  const { clock, lease, wait, signal } = options
  const value = crypto.randomUUID()
  const until = clock.now() + wait
  const atOnce = await take(undefined)
  if (atOnce !== undefined || wait === 0) return atOnce
  // Versions only grow, and no two are the same.
  const number = await storage.set(keys.count, value, { expiresIn: placeKept })
  const place = `${keys.line}${String(number).padStart(16, '0')}`
  const sleeper = sleeping(clock, signal)
  const leave = waitHere(storage, keys.holder, sleeper.wake)
  try {
    let keptUntil = 0
    for (let pause = shortestPause; ; pause = Math.min(pause * 1.5, longestPause)) {
      if (keptUntil - clock.now() < placeKept / 2) {
        keptUntil = clock.now() + placeKept
        await storage.set(place, value, { expiresIn: placeKept })
      }
      const taken = await take(place)
      if (taken !== undefined) return taken
      const left = until - clock.now()
      if (left <= 0) return undefined
      await sleeper.sleep(Math.min(pause, left))
      signal?.throwIfAborted()
    }
  } finally {
    leave()
    sleeper.end()
    await storage.delete(place).catch(() => {})
    // This waiter may have consumed a wake-up meant for the next one.
    wakeNext(storage, keys.holder)
  }

  async function take(place: string | undefined): Promise<Taken | undefined> {
    const [first] = await storage.list(keys.line, { limit: 1 })
    if (first !== undefined && first.key !== place) return undefined
    try {
      const heldUntil = clock.now() + lease
      const version = await storage.set(keys.holder, value, { onlyIf: 'absent', expiresIn: lease })
      return { version, value, until: heldUntil }
    } catch (error) {
      if (error instanceof StorageConflictError) return undefined
      throw error
    }
  }
}

/** Milliseconds between two polls while another process holds the lock. */
const shortestPause = 20
const longestPause = 1_000
/** Milliseconds after which the place of a process that died is skipped. */
const placeKept = 10_000

/** Sleeps until the time is up, `wake` is called or the signal aborts. */
function sleeping(clock: Clock, signal: AbortSignal | undefined) {
  let wasWoken = false
  let goOn = () => {}
  const wake = () => {
    wasWoken = true
    goOn()
  }
  signal?.addEventListener('abort', wake)
  return {
    wake,
    async sleep(milliseconds: number): Promise<void> {
      if (!wasWoken && !signal?.aborted) {
        await new Promise<void>((resolve) => {
          const cancel = clock.later(milliseconds, resolve)
          goOn = () => {
            cancel()
            resolve()
          }
        })
      }
      wasWoken = false
    },
    end: () => signal?.removeEventListener('abort', wake),
  }
}

/** The storage keys of a lock. */
export interface LockKeys {
  /** The holder; absent while the lock is free. */
  readonly holder: string
  /** Its versions number the waiters. */
  readonly count: string
  /** Prefix of the places in line, which sort by arrival. */
  readonly line: string
}

export function lockKeys(name: string): LockKeys {
  // Encoded, so that no name is a prefix of another.
  const own = encodeURIComponent(name)
  return { holder: `lock/${own}`, count: `lock-count/${own}`, line: `lock-line/${own}/` }
}

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

export function wakeNext(storage: Storage, key: string): void {
  const [first] = waiting.get(storage)?.get(key) ?? []
  first?.()
}
