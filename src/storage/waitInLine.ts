import type { Clock } from '../client/index.js'
import { StorageConflictError } from './errors.js'
import type { Storage, Version } from './storage.js'

export interface Waiting {
  readonly clock: Clock
  /** All of them milliseconds. */
  readonly lease: number
  readonly wait: number
  readonly signal: AbortSignal | undefined
}

/** A lock as it was taken. */
export interface Taken {
  readonly version: Version
  /** What tells its holder from others. */
  readonly value: string
  /** UNIX milliseconds, by the clock that was given: at least until then it is held. */
  readonly until: number
}

/**
 * Takes a lock when it is one's turn; undefined when that was not in time. Only the entry of the holder decides who has
 * it; the line is there so that nobody is passed over, and a place in it whose process died is forgotten.
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
    // Whoever is next here may have been woken for nothing meanwhile.
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

/** Milliseconds between two looks at whether it is one's turn, when another process has the lock. */
const shortestPause = 20
const longestPause = 1_000
/** Milliseconds after which somebody who waited and died stands in nobody's way. */
const placeKept = 10_000

/** Sleeps that end when the time is up, when somebody wakes, or when the signal aborts. */
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

/** Where a lock stands in a storage. */
export interface LockKeys {
  /** Who has it; nobody where there is no entry. */
  readonly holder: string
  /** What those who come are counted with. */
  readonly count: string
  /** What the places in its line begin with, so that their order is that in which people came. */
  readonly line: string
}

export function lockKeys(name: string): LockKeys {
  // Escaped, so that no name reaches into the line of another.
  const own = encodeURIComponent(name)
  return { holder: `lock/${own}`, count: `lock-count/${own}`, line: `lock-line/${own}/` }
}

/** Who waits for a lock in this process, by the lock's key, the first of them first: they need not look by the clock. */
const waiting = new WeakMap<Storage, Map<string, Set<() => void>>>()

/** Calls `wake` when somebody in this process has given the lock back and this one is the next here. Gives how to end that. */
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
