import { createStorage, type Storage, StorageError, type StorageOptions } from '../../storage/index.js'
import { connectRedis } from '../redisConnection.js'
import { type RedisClient, redisEngine } from './redisEngine.js'

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
  if (typeof where !== 'string') return createStorage(redisEngine(where, prefix), options)
  const connection = await connectRedis(where, (...parts) => new StorageError(...parts))
  const engine = redisEngine(connection, prefix)
  return createStorage({ ...engine, close: () => connection.disconnect() }, options)
}
