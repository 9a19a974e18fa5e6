import { errorFields, type Log, type Queue } from '../bot/index.js'
import { type Clock, pause, steady } from '../clock.js'
import { queueOptions } from '../queue/createQueue.js'
import type { QueueOptions } from '../queue/index.js'
import { memoryStorage, type Storage } from '../storage/index.js'
import { checkOptions } from '../text/index.js'
import { withoutUndefined } from '../values.js'
import { ConfigurationError, quoted } from './errors.js'
import type { RedisQueueOptions } from './queue/redisQueue.js'
import type { RedisQueueClient } from './redisClient.js'

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
  /** The clock for leases, retries and expiry. (default: the system's) */
  readonly clock?: Clock
  /** The log for temporary failures of a queue. */
  readonly log?: Log
}

export type SqliteStoreOptions = QueueOptions
export type RedisStoreOptions = RedisQueueOptions

/**
 * A SQLite file as queue and storage: nothing is lost if the process dies, and there is no service to run. Several processes on
 * one machine may share it. Node 22.13 and newer include SQLite; for others install
 * `@photostructure/sqlite`.
 *
 * @param path A file on a local disk; created if missing.
 * @throws {UnknownOptionError} for an unknown option.
 * @example `await serve(bot, { queue: sqlite('bots.db') })`
 */
export function sqlite(path: string, options: SqliteStoreOptions = {}): Store {
  checkOptions('sqlite', options, queueOptions)
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
 * A Redis 6.2 or newer as queue and storage, for receivers and workers on as many machines as needed; install `bullmq`
 * 6 and `ioredis` 5 beside Earshot. With `appendfsync always` Redis loses nothing that was acknowledged; with
 * `maxmemory-policy noeviction` it evicts nothing.
 *
 * @param where An address such as `redis://localhost:6379/1`, or a client of ioredis, which stays open.
 * @example `await serve(bot, { queue: redis('redis://localhost:6379') })`
 */
export function redis(where: string | RedisQueueClient, options: RedisStoreOptions = {}): Store {
  checkOptions('redis', options, { ...queueOptions, prefix: true, lanes: true })
  return {
    kind: 'redis',
    name: typeof where === 'string' && URL.canParse(where) ? `redis://${new URL(where).host}` : 'redis',
    async openQueue(defaults) {
      const { redisQueue } = await import('./queue/redisQueue.js')
      return redisQueue(where, { ...defaults, ...options })
    },
    async openStorage(defaults) {
      const { redisStorage } = await import('./storage/redisStorage.js')
      const { clock = defaults?.clock, prefix } = options
      return redisStorage(where, withoutUndefined({ clock, prefix }))
    },
  }
}

type StoreAddress =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'redis'; readonly url: string }

export type QueueAddress = { readonly kind: 'inline' } | StoreAddress
export type StorageAddress = { readonly kind: 'memory' } | StoreAddress

/** Parses `inline`, `sqlite:bots.db`, a path with a database's extension, or `redis://…`; undefined for anything else. */
export function queueAddress(text: string): QueueAddress | undefined {
  return text === 'inline' ? { kind: 'inline' } : storeAddress(text)
}

/** Parses `memory`, or a store's address as for a queue; undefined for anything else. */
export function storageAddress(text: string): StorageAddress | undefined {
  return text === 'memory' ? { kind: 'memory' } : storeAddress(text)
}

function storeAddress(text: string): StoreAddress | undefined {
  if (/^rediss?:\/\//i.test(text)) return URL.canParse(text) ? { kind: 'redis', url: text } : undefined
  const path = /^sqlite:(?:\/\/(?=\/))?(.+)$/i.exec(text)?.[1] ?? (/\.(sqlite3?|db)$/i.test(text) ? text : undefined)
  return path === undefined || /^[a-z][a-z0-9+.-]+:\/\//i.test(path) ? undefined : { kind: 'sqlite', path }
}

export function storeAt(address: StoreAddress): Store {
  return address.kind === 'sqlite' ? sqlite(address.path) : redis(address.url)
}

export async function openStorage(address: StorageAddress): Promise<Storage> {
  return address.kind === 'memory' ? memoryStorage() : storeAt(address).openStorage()
}

/** Its path or address, without the password that an address may hold. */
export function storageName(address: StorageAddress): string {
  return address.kind === 'memory' ? 'memory' : storeAt(address).name
}

/** The queue and the storage. */
export interface StoreOptions {
  /**
   * Where deliveries wait for their handlers. `inline` handles each at once; those being handled are lost if the process
   * dies. `sqlite('bots.db')` and `redis('redis://…')`, or the strings `sqlite:bots.db` and `redis://…`, keep them until
   * they are handled. A `Queue` isn't closed. (default: `EARSHOT_QUEUE`, or `inline`)
   */
  readonly queue?: string | Store | Queue
  /**
   * Where sessions, questions and schedules are kept: a store, or a string as for `queue`. A `Storage` isn't closed.
   * (default: `EARSHOT_STORAGE`, or the queue's store, or memory)
   */
  readonly storage?: string | Store | Storage
  /** Milliseconds to wait at the start for a Redis that isn't up yet. (default: 10,000) */
  readonly storeTimeout?: number
}

export interface OpenedStores {
  readonly queue: Queue | undefined
  /** Undefined for the memory of this process. */
  readonly storage: Storage | undefined
  /** Whether the storage is memory because nobody chose one. */
  readonly isUnchosen: boolean
  close(): Promise<void>
}

interface StoreSurroundings {
  readonly configured: { readonly queue: QueueAddress | undefined; readonly storage: StorageAddress | undefined }
  readonly clock: Clock
  readonly log: Log
}

/**
 * Opens the given or configured stores, all or none.
 * @throws {QueueError} or {StorageError} if one can't be opened. @throws {ConfigurationError} for an invalid address.
 */
export async function openStores(options: StoreOptions, surroundings: StoreSurroundings): Promise<OpenedStores> {
  const { configured, clock, log } = surroundings
  const queue = meant('queue', options.queue, configured.queue, queueAddress)
  const given = meant('storage', options.storage, configured.storage, storageAddress)
  const storage = given === undefined && isStore(queue) ? queue : given
  const opened: { close(): Promise<void> }[] = []
  const patiently = async <T extends { close(): Promise<void> }>(store: Store, open: () => Promise<T>): Promise<T> => {
    const one = await openWithin(options.storeTimeout ?? 10_000, store, open, surroundings)
    opened.push(one)
    return one
  }
  const close = async () => {
    for (const one of opened.splice(0).reverse()) await one.close()
  }
  try {
    return {
      queue: isStore(queue) ? await patiently(queue, () => queue.openQueue({ clock, log })) : (queue ?? undefined),
      storage: isStore(storage)
        ? await patiently(storage, () => storage.openStorage({ clock }))
        : (storage ?? undefined),
      isUnchosen: storage === undefined,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The given store, else the configured one; null for `inline` and `memory`. */
function meant<Given extends object>(
  option: 'queue' | 'storage',
  given: string | Given | undefined,
  configured: QueueAddress | StorageAddress | undefined,
  read: (text: string) => QueueAddress | StorageAddress | undefined,
): Given | Store | null | undefined {
  if (typeof given === 'object') return given
  const address = given === undefined ? configured : read(given)
  if (address) return 'path' in address || 'url' in address ? storeAt(address) : null
  if (given === undefined) return undefined
  const advice = `Give \`${option === 'queue' ? 'inline' : 'memory'}\`, \`sqlite:bots.db\` or \`redis://…\`.`
  const problem = `is ${quoted(given)}, which isn't a ${option}`
  throw new ConfigurationError([{ where: 'the options', option, problem, advice }])
}

function isStore(one: unknown): one is Store {
  return typeof one === 'object' && one !== null && 'openQueue' in one && 'openStorage' in one
}

/** Waits for Redis, since services that start together aren't all ready at once. Doesn't wait for a file. */
async function openWithin<T>(
  milliseconds: number,
  store: Store,
  open: () => Promise<T>,
  { clock, log }: StoreSurroundings,
): Promise<T> {
  const now = steady(clock)
  const until = now() + milliseconds
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await open()
    } catch (error) {
      const mayCome = store.kind === 'redis' && (error as { code?: unknown }).code === 'failed'
      if (!mayCome || now() + betweenTries > until) throw error
      const facts = { store: store.name, ...errorFields(error) }
      if (isFirst) log.warn(facts, 'Waiting for the store, which is not reachable yet')
    }
    await pause(clock, betweenTries)
  }
}

/** Milliseconds. */
const betweenTries = 500
