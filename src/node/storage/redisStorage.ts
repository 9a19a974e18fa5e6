import { createStorage, type Storage, StorageError, type StorageOptions } from '../../storage/index.js'
import { connectRedis } from '../redisConnection.js'
import { type RedisClient, redisEngine } from './redisEngine.js'

export interface RedisStorageOptions extends StorageOptions {
  /** What the names of all its keys begin with; `earshot`. Bots that share nothing take different ones. */
  readonly prefix?: string
}

/**
 * A storage in Redis 6 or newer, for bots that run on several machines; install `ioredis` 5 beside Earshot. How much
 * survives a crash of Redis is its own setting: with `appendfsync always` all that a call has ended for.
 *
 * An address gets a connection of its own, which fails calls while Redis is away rather than to send them twice. A
 * client that is given stays open; make it with `maxRetriesPerRequest: 0` for the same, and take its `keyPrefix` or
 * `prefix`, not both.
 *
 * @param where An address such as `redis://localhost:6379/1`, or a client of ioredis.
 * @throws {StorageError} when Redis can't be reached, or ioredis is not installed.
 * @example `await serve(bot, { storage: await redisStorage('redis://localhost:6379') })`
 */
export async function redisStorage(
  where: string | RedisClient,
  { prefix = 'earshot', ...options }: RedisStorageOptions = {},
): Promise<Storage> {
  if (typeof where !== 'string') return createStorage(redisEngine(where, prefix), options)
  const connection = await connectRedis(where, (...parts) => new StorageError(...parts))
  const engine = redisEngine(connection, prefix)
  return createStorage({ ...engine, close: () => connection.disconnect() }, options)
}
