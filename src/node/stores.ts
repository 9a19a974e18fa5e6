import type { Log, Queue } from '../bot/index.js'
import type { Clock } from '../client/index.js'
import { checkQueueOptions } from '../queue/createQueue.js'
import type { QueueOptions } from '../queue/index.js'
import type { Storage } from '../storage/index.js'
import type { RedisQueueClient } from './queue/redisPackages.js'
import type { RedisQueueOptions } from './queue/redisQueue.js'
import type { RedisClient } from './storage/redisEngine.js'
import { type StorageAddress, storageAddress } from './storage/storageAddress.js'

/**
 * Where deliveries wait for their bot, and where bots remember: a file of SQLite or a Redis, which is opened when it is
 * needed. `serve` and `work` take one as `queue` and as `storage`, open it, and close what they have opened.
 */
export interface Store {
  readonly kind: 'sqlite' | 'redis'
  /** Where it is, without a password. */
  readonly name: string
  /** Opens the queue in it. What is given here holds where the store was described without it. @throws {QueueError} */
  openQueue(options?: OpenOptions): Promise<Queue>
  /** Opens the storage in it. @throws {StorageError} */
  openStorage(options?: OpenOptions): Promise<Storage>
}

export interface OpenOptions {
  readonly clock?: Clock
  /** Where a queue tells what it could not do for a moment. */
  readonly log?: Log
}

export interface SqliteStoreOptions extends QueueOptions {}

export interface RedisStoreOptions extends RedisQueueOptions {}

/**
 * A file of SQLite as queue and storage: nothing is lost when the process dies, and there is no service to run. For one
 * machine, on which several processes may share the file. Node 22.13 and newer bring SQLite; for others install
 * `@photostructure/sqlite`.
 *
 * @param path A file on a disk of this machine; made if it is not there.
 * @throws {QueueError} `invalid_option` for an option that it doesn't know.
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

/** Where a queue is, as a text can say it. */
export type QueueAddress = { readonly kind: 'inline' } | StoreAddress

/** What can be both a queue and a storage. */
type StoreAddress = Exclude<StorageAddress, { kind: 'memory' }>

/** Reads `inline`, `sqlite:bots.db`, a path that ends as databases do, or `redis://…`; undefined for what is none. */
export function queueAddress(text: string): QueueAddress | undefined {
  if (text === 'inline') return { kind: 'inline' }
  const address = storageAddress(text)
  return address?.kind === 'memory' ? undefined : address
}

export function storeAt(address: StoreAddress): Store {
  return address.kind === 'sqlite' ? sqlite(address.path) : redis(address.url)
}
