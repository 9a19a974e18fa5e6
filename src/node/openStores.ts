import { errorFields, type Log, type Queue } from '../bot/index.js'
import type { Clock } from '../client/index.js'
import type { Storage } from '../storage/index.js'
import { ConfigurationError, shown } from './errors.js'
import { type StorageAddress, storageAddress } from './storage/storageAddress.js'
import type { Store } from './stores.js'
import { type QueueAddress, queueAddress, storeAt } from './stores.js'

/** Where deliveries wait for their handlers, and where bots remember. */
export interface StoreOptions {
  /**
   * Where deliveries wait for their handlers. `inline`: nowhere, each is handled as it comes, and those that are under way
   * are lost when the process dies. `sqlite('bots.db')` and `redis('redis://…')`, or the texts `sqlite:bots.db` and
   * `redis://…`, keep them until they are dealt with; a `Queue` that is given stays open. `EARSHOT_QUEUE`, or `inline`, when not given.
   */
  readonly queue?: string | Store | Queue
  /**
   * Where bots remember: a store, or a text as for `queue`. A `Storage` that is given stays open. When not given, `EARSHOT_STORAGE`, else the same store as the
   * queue's, else the memory of this process.
   */
  readonly storage?: string | Store | Storage
  /** Milliseconds for which the start waits for a Redis that is not there yet. 10,000. */
  readonly storeTimeout?: number
}

export interface OpenedStores {
  readonly queue: Queue | undefined
  /** Undefined for the memory of this process. */
  readonly storage: Storage | undefined
  /** Closes what was opened here. */
  close(): Promise<void>
}

export interface StoreSurroundings {
  /** What the environment and the file say. */
  readonly configured: { readonly queue: QueueAddress | undefined; readonly storage: StorageAddress | undefined }
  readonly clock: Clock
  readonly log: Log
}

/**
 * Opens the stores that are meant, all or none.
 *
 * @throws {QueueError} or {StorageError} when one can't be had.
 */
export async function openStores(options: StoreOptions, surroundings: StoreSurroundings): Promise<OpenedStores> {
  const { configured, clock, log } = surroundings
  const queue = queueIn(options.queue) ?? storeOf(configured.queue)
  const storage = storageIn(options.storage) ?? storageOf(configured.storage) ?? (isStore(queue) ? queue : undefined)
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
      queue: isStore(queue)
        ? await patiently(queue, () => queue.openQueue({ clock, log }))
        : queue === 'inline'
          ? undefined
          : queue,
      storage: isStore(storage)
        ? await patiently(storage, () => storage.openStorage({ clock }))
        : storage === 'memory'
          ? undefined
          : storage,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** @throws {ConfigurationError} for a text that names none. */
function queueIn(given: StoreOptions['queue']): 'inline' | Store | Queue | undefined {
  if (typeof given !== 'string') return given
  const address = queueAddress(given)
  if (address) return storeOf(address)
  throw unknownStore('queue', given, '`inline`, `sqlite:bots.db` or `redis://…`')
}

/** @throws {ConfigurationError} for a text that names none. */
function storageIn(given: StoreOptions['storage']): 'memory' | Store | Storage | undefined {
  if (typeof given !== 'string') return given
  const address = storageAddress(given)
  if (address) return storageOf(address)
  throw unknownStore('storage', given, '`memory`, `sqlite:bots.db` or `redis://…`')
}

function unknownStore(option: string, given: string, choice: string): ConfigurationError {
  const problem = `is ${shown(given)}, which names no ${option}`
  return new ConfigurationError([{ where: 'the options', option, problem, advice: `Give ${choice}.` }])
}

function storeOf(address: QueueAddress | undefined): 'inline' | Store {
  return address === undefined || address.kind === 'inline' ? 'inline' : storeAt(address)
}

function storageOf(address: StorageAddress | undefined): 'memory' | Store | undefined {
  return address === undefined || address.kind === 'memory' ? address?.kind : storeAt(address)
}

function isStore(one: unknown): one is Store {
  return typeof one === 'object' && one !== null && 'openQueue' in one && 'openStorage' in one
}

/** Services that are started together are not there at once. A file that can't be had is not waited for. */
async function openWithin<T>(
  milliseconds: number,
  store: Store,
  open: () => Promise<T>,
  { clock, log }: StoreSurroundings,
): Promise<T> {
  const until = clock.now() + milliseconds
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await open()
    } catch (error) {
      const mayCome = store.kind === 'redis' && (error as { code?: unknown }).code === 'failed'
      if (!mayCome || clock.now() + betweenTries > until) throw error
      if (isFirst)
        log.warn({ store: store.name, ...errorFields(error) }, 'The store is not there yet; it is waited for')
    }
    await new Promise<void>((resolve) => clock.later(betweenTries, resolve))
  }
}

/** Milliseconds. */
const betweenTries = 500
