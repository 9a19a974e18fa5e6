import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from 'earshot'
import { redisStorage, sqliteStorage } from 'earshot/node'
import { memoryStorage, type StorageOptions } from 'earshot/storage'
import { startRedis } from './redisServer.js'

/** A kind of storage, and how a test comes by one. */
export interface Kind {
  readonly name: string
  start(): Promise<Ground>
}

/** What storages of a kind stand on, such as a file. */
export interface Ground {
  /** Opens it once more, as another process would. */
  open(options: StorageOptions): Promise<Storage>
  remove(): Promise<void>
}

export const memory: Kind = {
  name: 'memory',
  async start() {
    const opened: Storage[] = []
    return {
      // Memory is one process's own: whoever opens it again has the same.
      async open(options) {
        opened[0] ??= memoryStorage(options)
        return opened[0]
      },
      async remove() {
        for (const storage of opened) await storage.close()
      },
    }
  },
}

export const sqlite: Kind = {
  name: 'SQLite',
  async start() {
    const folder = mkdtempSync(join(tmpdir(), 'earshot-storage-'))
    const opened: Storage[] = []
    return {
      async open(options) {
        const storage = await sqliteStorage(join(folder, 'bot.sqlite'), options)
        opened.push(storage)
        return storage
      },
      async remove() {
        for (const storage of opened) await storage.close()
        rmSync(folder, { recursive: true })
      },
    }
  },
}

export const redis: Kind = {
  name: 'Redis',
  async start() {
    const server = await startRedis()
    const opened: Storage[] = []
    return {
      async open(options) {
        const storage = await redisStorage(server.address, options)
        opened.push(storage)
        return storage
      },
      async remove() {
        for (const storage of opened) await storage.close()
        await server.stop()
      },
    }
  },
}
