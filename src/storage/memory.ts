import { byCodePoints } from './codePointOrder.js'
import { createStorage, type StorageOptions } from './createStorage.js'
import type { StorageEngine } from './engine.js'
import type { Entry, Storage } from './storage.js'

/**
 * A storage in the memory of this process: for tests, and for what may be lost when the process ends.
 *
 * @example `createReceiver({ bots, storage: memoryStorage() })`
 */
export function memoryStorage(options?: StorageOptions): Storage {
  return createStorage(memoryEngine(), options)
}

function memoryEngine(): StorageEngine {
  const entries = new Map<string, Entry>()
  let lastVersion = 0
  let writesSinceSweep = 0

  const present = (key: string, now: number) => {
    const entry = entries.get(key)
    return entry && isThere(entry, now) ? entry : undefined
  }

  return {
    read: present,
    write({ key, value, expiresAt, onlyIf }, now) {
      const version = present(key, now)?.version
      if (onlyIf !== undefined && onlyIf !== (version ?? 'absent')) return undefined
      lastVersion += 1
      entries.set(key, { key, value, version: lastVersion, ...(expiresAt !== undefined && { expiresAt }) })
      sweepAtTimes(now)
      return lastVersion
    },
    remove({ key, onlyIf }, now) {
      const version = present(key, now)?.version
      if (onlyIf !== undefined && onlyIf !== version) return 'conflict'
      entries.delete(key)
      return version === undefined ? 'absent' : 'removed'
    },
    list({ prefix, after, limit }, now) {
      return [...entries.values()]
        .filter((entry) => entry.key.startsWith(prefix) && isThere(entry, now))
        .filter(({ key }) => after === undefined || byCodePoints(key, after) > 0)
        .sort((one, other) => byCodePoints(one.key, other.key))
        .slice(0, limit)
    },
    close: () => entries.clear(),
  }

  /** Looks at every entry once in as many writes as there are entries, so that a write costs the same however many. */
  function sweepAtTimes(now: number): void {
    writesSinceSweep += 1
    if (writesSinceSweep < entries.size) return
    writesSinceSweep = 0
    for (const [key, entry] of entries) if (!isThere(entry, now)) entries.delete(key)
  }
}

const isThere = ({ expiresAt }: Entry, now: number) => expiresAt === undefined || expiresAt > now
