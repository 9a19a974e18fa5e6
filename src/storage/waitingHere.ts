import type { Storage } from './storage.js'

/** Who waits for a lock in this process, by the lock's key, the first of them first: they need not look by the clock. */
const waiting = new WeakMap<Storage, Map<string, Set<() => void>>>()

/** Calls `wake` when somebody in this process has given the lock back and this one is the next here. Gives how to end that. */
export function waitHere(storage: Storage, key: string, wake: () => void): () => void {
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
