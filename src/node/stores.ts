import type { Log, Queue } from '../bot/index.js'
import type { Clock } from '../client/index.js'
import { checkQueueOptions } from '../queue/createQueue.js'
import type { QueueOptions } from '../queue/index.js'
import type { Storage } from '../storage/index.js'
import type { RedisQueueOptions } from './queue/redisQueue.js'
import type { RedisQueueClient } from './queue/redisQueueClient.js'
import type { RedisClient } from './storage/redisEngine.js'
import { type StorageAddress, storageAddress } from './storage/storageAddress.js'

/**
 * A SQLite file or Redis for queue and storage. `serve` and `work` take it as `queue` and `storage`, open it when needed, and
 * close what they opened.
 */
export interface Store {
  readonly kind: 'sqlite' | 'redis'
  /** Its path or address, without a password. */
  readonly name: string
  /** Opens the queue. The store's own options take precedence. @throws {QueueError} */
  openQueue(options?: OpenOptions): Promise<Queue>
  /** Opens the storage. @throws {StorageError} */
  openStorage(options?: OpenOptions): Promise<Storage>
}

export interface OpenOptions {
  readonly clock?: Clock
  /** Where a queue logs passing failures. */
  readonly log?: Log
}

export interface SqliteStoreOptions extends QueueOptions {}

export interface RedisStoreOptions extends RedisQueueOptions {}

/**
 * A SQLite file as queue and storage: nothing is lost if the process dies, and there is no service to run. Several processes on
 * one machine may share it. Node 22.13 and newer include SQLite; for others install
 * `@photostructure/sqlite`.
 *
 * @param path A file on a local disk; created if missing.
 * @throws {QueueError} `invalid_option` for an unknown option.
 * @example `await serve(bot, { queue: sqlite('bots.db') })`
 */
export function sqlite(path: string, options: SqliteStoreOptions = {}): Store {
  checkQueueOptions(options)
  return {
    kind: 'sqlite',
    name: path,
    async openQueue(defaults) {
      const { sqliteQueue } = await import('./queue/sqliteQueue.js')
      return sqliteQueue(path, { ...defaults, ...options })
    },
    async openStorage(defaults) {
      const { sqliteStorage } = await import('./storage/sqliteStorage.js')
      return sqliteStorage(path, { clock: options.clock ?? defaults?.clock })
    },
  }
}

/**
 * A Redis 6.2 or newer as queue and storage, for receivers and workers on as many machines as needed; install `bullmq` 6 and
 * `ioredis` 5 beside Earshot. With `appendfsync always` Redis loses nothing that was acknowledged; with
 * `maxmemory-policy noeviction` it throws nothing away.
 *
 * @param where An address such as `redis://localhost:6379/1`, or a client of ioredis, which stays open.
 * @example `await serve(bot, { queue: redis('redis://localhost:6379') })`
 */
export function redis(where: string | (RedisClient & RedisQueueClient), options: RedisStoreOptions = {}): Store {
  checkQueueOptions(options, { prefix: true, lanes: true })
  return {
    kind: 'redis',
    name: nameOf(where),
    async openQueue(defaults) {
      const { redisQueue } = await import('./queue/redisQueue.js')
      return redisQueue(where, { ...defaults, ...options })
    },
    async openStorage(defaults) {
      const { redisStorage } = await import('./storage/redisStorage.js')
      return redisStorage(where, { clock: options.clock ?? defaults?.clock, ...prefixOf(options) })
    },
  }
}

const prefixOf = ({ prefix }: RedisStoreOptions) => (prefix === undefined ? {} : { prefix })

function nameOf(where: unknown): string {
  if (typeof where !== 'string') return 'redis'
  return URL.canParse(where) ? `redis://${new URL(where).host}` : 'redis'
}

/** A parsed queue address. */
export type QueueAddress = { readonly kind: 'inline' } | StoreAddress

/** A store for both queue and storage. */
type StoreAddress = Exclude<StorageAddress, { kind: 'memory' }>

/** Parses `inline`, `sqlite:bots.db`, a path with a database extension, or `redis://…`; undefined if invalid. */
export function queueAddress(text: string): QueueAddress | undefined {
  if (text === 'inline') return { kind: 'inline' }
  const address = storageAddress(text)
  return address?.kind === 'memory' ? undefined : address
}

export function storeAt(address: StoreAddress): Store {
  return address.kind === 'sqlite' ? sqlite(address.path) : redis(address.url)
}
