import { createHash } from 'node:crypto'
import { systemClock } from '../../clock.js'
import {
  createStorage,
  type Storage,
  type StorageEngine,
  type StorageEntry,
  StorageError,
  type StorageOptions,
} from '../../storage/index.js'
import { errorMessage } from '../../values.js'
import type { RedisClient } from '../redisClient.js'
import { askRedis, connectRedis } from '../redisConnection.js'
import { redisHolder } from '../redisHolder.js'

export interface RedisStorageOptions extends StorageOptions {
  /** Prefix of all keys. Bots that share nothing need different ones. (default: `earshot`) */
  readonly prefix?: string
}

/**
 * A storage in Redis 6 or newer, for bots that run on several machines; install `ioredis` 5 beside Earshot. With
 * `appendfsync always` writes survive a crash of Redis once the call has resolved.
 *
 * For an address a connection is opened that fails calls while Redis is away instead of sending them twice. A client that is
 * passed in stays open; create it with `maxRetriesPerRequest: 0`, and use its `keyPrefix` or `prefix`, not both.
 *
 * @param where An address such as `redis://localhost:6379/1`, or a client of ioredis.
 * @throws {StorageError} if Redis can't be reached or ioredis isn't installed.
 * @example `await serve(bot, { storage: await redisStorage('redis://localhost:6379') })`
 */
export async function redisStorage(
  where: string | RedisClient,
  { prefix = 'earshot', ...options }: RedisStorageOptions = {},
): Promise<Storage> {
  const connection = typeof where === 'string' && (await connectRedis(where, (...parts) => new StorageError(...parts)))
  const client = connection || (where as RedisClient)
  const holder = redisHolder(client, `{${prefix}}:beat:`, options.clock ?? systemClock)
  const close = async () => {
    await holder.close()
    if (connection) connection.disconnect()
  }
  return Object.assign(createStorage({ ...redisEngine(client, prefix), close }, options), { holder })
}

/**
 * Keeps entries in four keys of Redis, whose names share a hash tag, so that a cluster has them on one node. Each
 * operation is a script, which is atomic.
 */
function redisEngine(client: RedisClient, prefix: string): Omit<StorageEngine, 'close'> {
  const keys = ['entries', 'order', 'expiry', 'version'].map((name) => `{${prefix}}:${name}`)
  const run = (name: keyof typeof scripts, ...parts: (string | number)[]) => {
    const { source, sha1 } = scripts[name]
    return askRedis(async () => {
      try {
        if (client.evalsha) return await client.evalsha(sha1, keys.length, ...keys, ...parts)
      } catch (error) {
        // A Redis that was restarted knows no scripts.
        if (!errorMessage(error).startsWith('NOSCRIPT')) throw error
      }
      return client.eval(source, keys.length, ...keys, ...parts)
    })
  }
  const readMany = async (wanted: readonly string[], now: number) => {
    const records = (await run('read', now, ...wanted)) as (string | null)[]
    return wanted.map((key, index) => {
      const record = records[index]
      return typeof record === 'string' ? entryOf(key, record) : undefined
    })
  }

  return {
    read: async (key, now) => (await readMany([key], now))[0],
    readMany,
    async write({ key, value, expiresAt, onlyIf }, now) {
      const version = await run('write', key, now, onlyIf ?? '', expiresAt ?? '', value)
      return version === null ? undefined : Number(version)
    },
    async remove({ key, onlyIf }, now) {
      const removed = await run('remove', key, now, onlyIf ?? '')
      return removed === null ? 'conflict' : Number(removed) === 1 ? 'removed' : 'absent'
    },
    async list({ prefix: beginning, after, limit }, now) {
      // Compared here, since Lua compares strings by Redis's locale.
      const isAhead = after !== undefined && Buffer.compare(Buffer.from(after), Buffer.from(beginning)) >= 0
      const from = isAhead ? `(${after}` : `[${beginning}`
      const found = (await run('list', beginning, now, from, limit)) as string[]
      return Array.from({ length: found.length / 2 }, (_, index) =>
        entryOf(found[index * 2] ?? '', found[index * 2 + 1] ?? ''),
      )
    },
  }
}

/** A record is the version, the time of expiry or nothing, and the value, separated by spaces. */
function entryOf(key: string, record: string): StorageEntry {
  const [, version, expiresAt, value] = /^(\d+) (\d*) (.*)$/s.exec(record) ?? []
  return {
    key,
    value: value ?? '',
    version: Number(version),
    ...(expiresAt ? { expiresAt: Number(expiresAt) } : {}),
  }
}

/**
 * The beginning of each script. The keys are always the same four: the records by key; the keys in order; when keys
 * expire; and the last version. The time is the storage's own, so Redis's expiry isn't used.
 */
const shared = `
local entries, order, expiry, version = KEYS[1], KEYS[2], KEYS[3], KEYS[4]

local function expires(record)
  return string.match(record, '^%d+ (%d*) ')
end

local function present(key, now)
  local record = redis.call('HGET', entries, key)
  if not record then return nil end
  local at = expires(record)
  if at ~= '' and tonumber(at) <= tonumber(now) then return nil end
  return record
end

local function drop(key)
  redis.call('HDEL', entries, key)
  redis.call('ZREM', order, key)
  redis.call('ZREM', expiry, key)
end
`

const scripts = {
  read: script(`
local records = {}
for index = 2, #ARGV do
  records[index - 1] = present(ARGV[index], ARGV[1]) or false
end
return records
`),
  write: script(`
local key, now, only_if, expires_at, value = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
if only_if ~= '' then
  local record = present(key, now)
  local found = record and string.match(record, '^%d+') or 'absent'
  if found ~= only_if then return false end
end
for _, expired in ipairs(redis.call('ZRANGEBYSCORE', expiry, '-inf', now, 'LIMIT', 0, 100)) do
  drop(expired)
end
local last = redis.call('INCR', version)
redis.call('HSET', entries, key, string.format('%.0f', last) .. ' ' .. expires_at .. ' ' .. value)
redis.call('ZADD', order, 0, key)
if expires_at == '' then
  redis.call('ZREM', expiry, key)
else
  redis.call('ZADD', expiry, expires_at, key)
end
return last
`),
  remove: script(`
local key, now, only_if = ARGV[1], ARGV[2], ARGV[3]
local record = present(key, now)
if only_if ~= '' and not (record and string.match(record, '^%d+') == only_if) then return false end
drop(key)
return record and 1 or 0
`),
  // No byte of UTF-8 is 255, so the range ends where the prefix does. Expired entries are skipped, page by page.
  list: script(`
local prefix, now, from, limit = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local found = {}
while #found < limit * 2 do
  local keys = redis.call('ZRANGEBYLEX', order, from, '(' .. prefix .. '\\255', 'LIMIT', 0, limit)
  for _, key in ipairs(keys) do
    local record = present(key, now)
    if record and #found < limit * 2 then
      found[#found + 1] = key
      found[#found + 1] = record
    end
  end
  if #keys < limit then break end
  from = '(' .. keys[#keys]
end
return found
`),
} as const

/** Redis remembers scripts, and runs them by their SHA-1. */
function script(body: string) {
  const source = shared + body
  return { source, sha1: createHash('sha1').update(source).digest('hex') }
}
