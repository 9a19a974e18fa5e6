import { type StorageAddress, storageAddress } from './storage/storageAddress.js'
import { redis, type Store, sqlite } from './stores.js'

/** Where a queue is, as a text can say it. */
export type QueueAddress = { readonly kind: 'inline' } | StoreAddress

/** What can be both a queue and a storage. */
export type StoreAddress = Exclude<StorageAddress, { kind: 'memory' }>

/** Reads `inline`, `sqlite:bots.db`, a path that ends as databases do, or `redis://…`; undefined for what is none. */
export function queueAddress(text: string): QueueAddress | undefined {
  if (text === 'inline') return { kind: 'inline' }
  const address = storageAddress(text)
  return address?.kind === 'memory' ? undefined : address
}

export function storeAt(address: StoreAddress): Store {
  return address.kind === 'sqlite' ? sqlite(address.path) : redis(address.url)
}
