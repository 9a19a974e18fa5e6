import { createStorage, type StorageOptions } from './createStorage.js'
import type { Storage, StorageEngine, StorageEntry } from './storage.js'

/**
 * A storage in the memory of this process: for tests, and for data that may be lost when the process ends.
 *
 * @example `createReceiver({ bots, storage: memoryStorage() })`
 */
export function memoryStorage(options?: StorageOptions): Storage {
  return Object.assign(createStorage(memoryEngine(), options), { isLocal: true })
}

function memoryEngine(): StorageEngine {
  const entries = new Map<string, StorageEntry>()
  /** The number of entries, expired ones included, by the first two segments of their keys. */
  const inFolder = new Map<string, number>()
  let lastVersion = 0
  let writesSinceSweep = 0

  const present = (key: string, now: number) => {
    const entry = entries.get(key)
    return entry && isThere(entry, now) ? entry : undefined
  }

  return {
    read: present,
    readMany: (keys, now) => keys.map((key) => present(key, now)),
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

  /** Sweeps once in as many writes as there are entries, so that the average cost of a write is constant. */
  function sweepAtTimes(now: number): void {
    writesSinceSweep += 1
    if (writesSinceSweep < entries.size) return
    writesSinceSweep = 0
    for (const [key, entry] of entries) if (!isThere(entry, now)) forget(key)
  }
}

const isThere = ({ expiresAt }: StorageEntry, now: number) => expiresAt === undefined || expiresAt > now

/** The part of a key, or of a prefix of one, before its second slash. */
function folderOf(key: string): string | undefined {
  const first = key.indexOf('/')
  const second = first === -1 ? -1 : key.indexOf('/', first + 1)
  return second === -1 ? undefined : key.slice(0, second)
}

/**
 * Compares strings by code points, which is also the order of their UTF-8 bytes. JavaScript compares UTF-16 units, where
 * 🥐 comes before ﬀ.
 */
export function byCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let index = 0; index < length; index += 1) {
    const [a, b] = [one.charCodeAt(index), other.charCodeAt(index)]
    if (a !== b) return rank(a) - rank(b)
  }
  return one.length - other.length
}

/** Surrogates encode code points above all single units. */
const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)
