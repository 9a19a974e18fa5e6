import type { StorageEngine, StorageEntry } from '../../storage/index.js'
import { askRedis } from '../redisConnection.js'
import { scripts } from './redisScripts.js'

/** What is used of a client of ioredis 5: a single server's, Sentinel's, or a cluster's. */
export interface RedisClient {
  eval(script: string, numberOfKeys: number, ...parts: (string | number)[]): Promise<unknown>
}

/**
 * Keeps entries in four keys of Redis, whose names share a hash tag, so that a cluster has them on one machine. What is
 * to be atomic is a script.
 */
export function redisEngine(client: RedisClient, prefix: string): StorageEngine {
  const keys = ['entries', 'order', 'expiry', 'version'].map((name) => `{${prefix}}:${name}`)
  const run = (script: keyof typeof scripts, ...parts: (string | number)[]) =>
    askRedis(() => client.eval(scripts[script], keys.length, ...keys, ...parts))

  return {
    async read(key, now) {
      const record = await run('read', key, now)
      return record === null ? undefined : entryOf(key, String(record))
    },
    async write({ key, value, expiresAt, onlyIf }, now) {
      const version = await run('write', key, now, onlyIf ?? '', expiresAt ?? '', value)
      return version === null ? undefined : Number(version)
    },
    async remove({ key, onlyIf }, now) {
      const removed = await run('remove', key, now, onlyIf ?? '')
      return removed === null ? 'conflict' : Number(removed) === 1 ? 'removed' : 'absent'
    },
    async list({ prefix: beginning, after, limit }, now) {
      // Compared here, since Lua compares texts by the locale of Redis.
      const isAhead = after !== undefined && Buffer.compare(Buffer.from(after), Buffer.from(beginning)) >= 0
      const from = isAhead ? `(${after}` : `[${beginning}`
      const found = (await run('list', beginning, now, from, limit)) as string[]
      return Array.from({ length: found.length / 2 }, (_, index) =>
        entryOf(found[index * 2] ?? '', found[index * 2 + 1] ?? ''),
      )
    },
    close() {},
  }
}

/** A record is the version, when it expires or nothing, and the value, with spaces between. */
function entryOf(key: string, record: string): StorageEntry {
  const [, version, expiresAt, value] = /^(\d+) (\d*) (.*)$/s.exec(record) ?? []
  return {
    key,
    value: value ?? '',
    version: Number(version),
    ...(expiresAt ? { expiresAt: Number(expiresAt) } : {}),
  }
}
