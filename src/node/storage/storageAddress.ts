import { memoryStorage, type Storage } from '../../storage/index.js'
import { redisStorage } from './redisStorage.js'
import { sqliteStorage } from './sqliteStorage.js'

/** Where a storage is, as a text can say it. */
export type StorageAddress =
  | { readonly kind: 'memory' }
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'redis'; readonly url: string }

/** Reads `memory`, `sqlite:bot.sqlite`, a path that ends as databases do, or `redis://…`; undefined for what is none. */
export function storageAddress(text: string): StorageAddress | undefined {
  if (text === 'memory') return { kind: 'memory' }
  if (/^rediss?:\/\//i.test(text)) return URL.canParse(text) ? { kind: 'redis', url: text } : undefined
  const path = /^sqlite:(?:\/\/(?=\/))?(.+)$/i.exec(text)?.[1] ?? (/\.(sqlite3?|db)$/i.test(text) ? text : undefined)
  return path === undefined || /^[a-z][a-z0-9+.-]+:\/\//i.test(path) ? undefined : { kind: 'sqlite', path }
}

/** Opens it. @throws {StorageError} when it can't be had. */
export async function openStorage(address: StorageAddress): Promise<Storage> {
  if (address.kind === 'redis') return redisStorage(address.url)
  return address.kind === 'sqlite' ? sqliteStorage(address.path) : memoryStorage()
}

/** Where it is, without the password that an address may hold. */
export function storageName(address: StorageAddress): string {
  if (address.kind === 'memory') return 'memory'
  return address.kind === 'sqlite' ? address.path : `redis://${new URL(address.url).host}`
}
