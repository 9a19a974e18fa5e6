import { createStorage, type StorageOptions } from './createStorage.js'
import type { Storage, StorageEngine, StorageEntry } from './storage.js'

/**
 * A storage in the memory of this process: for tests, and for data that may be lost when the process ends.
 *
 * @example `createReceiver({ bots, storage: memoryStorage() })`
 */
export function memoryStorage(options?: StorageOptions): Storage {
  return { ...createStorage(memoryEngine(), options), isLocal: true }
}

function memoryEngine(): StorageEngine {
  const entries = new Map<string, StorageEntry>()
  /** How many entries there are below each of the first folders, as it were, expired ones among them. */
  const inFolder = new Map<string, number>()
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
      if (!entries.has(key)) count(key, 1)
      entries.set(key, { key, value, version: lastVersion, ...(expiresAt !== undefined && { expiresAt }) })
      sweepAtTimes(now)
      return lastVersion
    },
    remove({ key, onlyIf }, now) {
      const version = present(key, now)?.version
      if (onlyIf !== undefined && onlyIf !== version) return 'conflict'
      forget(key)
      return version === undefined ? 'absent' : 'removed'
    },
    list({ prefix, after, limit }, now) {
      return [...entries.values()]
        .filter((entry) => entry.key.startsWith(prefix) && isThere(entry, now))
        .filter(({ key }) => after === undefined || byCodePoints(key, after) > 0)
        .sort((one, other) => byCodePoints(one.key, other.key))
        .slice(0, limit)
    },
    mayHold(prefix) {
      const folder = folderOf(prefix)
      return folder === undefined || inFolder.has(folder)
    },
    close() {
      entries.clear()
      inFolder.clear()
    },
  }

  function forget(key: string): void {
    if (entries.delete(key)) count(key, -1)
  }

  function count(key: string, more: number): void {
    const folder = folderOf(key)
    if (folder === undefined) return
    const now = (inFolder.get(folder) ?? 0) + more
    if (now === 0) inFolder.delete(folder)
    else inFolder.set(folder, now)
  }

  /** Looks at every entry once in as many writes as there are entries, so that a write costs the same however many. */
  function sweepAtTimes(now: number): void {
    writesSinceSweep += 1
    if (writesSinceSweep < entries.size) return
    writesSinceSweep = 0
    for (const [key, entry] of entries) if (!isThere(entry, now)) forget(key)
  }
}

const isThere = ({ expiresAt }: StorageEntry, now: number) => expiresAt === undefined || expiresAt > now

/** What stands before the second slash of a key, or of the beginning of one. */
function folderOf(key: string): string | undefined {
  const first = key.indexOf('/')
  const second = first === -1 ? -1 : key.indexOf('/', first + 1)
  return second === -1 ? undefined : key.slice(0, second)
}

/**
 * Compares texts as their UTF-8 bytes compare, which is the order of their code points. The platform's own comparison
 * goes by UTF-16, where 🥐 comes before ﬀ.
 */
function byCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let index = 0; index < length; index += 1) {
    const [a, b] = [one.charCodeAt(index), other.charCodeAt(index)]
    if (a !== b) return rank(a) - rank(b)
  }
  return one.length - other.length
}

/** Surrogates stand for the code points after all that UTF-16 writes as one unit. */
const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)
