import { createStorage, type Storage, StorageError, type StorageOptions } from '../../storage/index.js'
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
  const connection = await connect(where)
  const engine = redisEngine(connection, prefix)
  return createStorage({ ...engine, close: () => connection.disconnect() }, options)
}

async function connect(address: string) {
  const { Redis } = await loaded()
  const connection = new Redis(checkedAddress(address), { lazyConnect: true, maxRetriesPerRequest: 0 })
  // Whoever calls is told of a failure; without a listener ioredis writes it to the console as well.
  connection.on('error', () => {})
  try {
    await connection.connect()
    return connection
  } catch (error) {
    connection.disconnect()
    throw unreachable(address, error)
  }
}

async function loaded() {
  try {
    return await import('ioredis')
  } catch (error) {
    throw new StorageError(
      'missing_package',
      'Redis needs the package ioredis, and it is not installed. Run `npm install ioredis@5`.',
      { cause: error },
    )
  }
}

function checkedAddress(address: string): string {
  // An address may hold a password, so it is never repeated.
  if (URL.canParse(address) && ['redis:', 'rediss:'].includes(new URL(address).protocol)) return address
  throw new StorageError(
    'invalid_option',
    'The address of Redis is none: it has to begin with redis:// or rediss://. Give one such as redis://localhost:6379.',
  )
}

function unreachable(address: string, cause: unknown): StorageError {
  const { hostname, port } = new URL(address)
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new StorageError(
    'failed',
    `Redis can't be reached: ${hostname}:${port || 6379}, ${reason}. Check that it runs, its address and its password.`,
    { cause },
  )
}
