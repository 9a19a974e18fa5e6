import { Worker } from 'node:worker_threads'

/** A store in which a thread can write: the time into a file, or anew the locks of jobs in Redis for so many milliseconds. */
export type BeatPlace = { readonly sqlite: string } | { readonly redis: string; readonly lease: number }

/**
 * Lets a thread of this process write the time into a store, which a blocked event loop doesn't stop. All stores have one thread,
 * which doesn't keep the process alive, and ends with the last of them.
 *
 * @param id Identifies the process in the store.
 * @param every Milliseconds. @param onFailure Called once if there can be no thread here.
 * @returns a function that ends it.
 */
export function beatInThread(id: string, place: BeatPlace, every: number, onFailure: () => void): () => void {
  try {
    thread ??= newThread()
    const { worker } = thread
    const fail = () => {
      thread = undefined
      onFailure()
    }
    worker.once('error', fail)
    thread.ids.add(id)
    worker.postMessage({ id, every, ...place, packages })
    return () => {
      worker.off('error', fail)
      worker.postMessage({ id })
      if (thread?.worker !== worker) return
      thread.ids.delete(id)
      if (thread.ids.size === 0) thread = undefined
    }
  } catch {
    onFailure()
    return () => {}
  }
}

/** Lets the thread renew the lock of a job, until it is called without a token. */
export function renewInThread(lock: string, token?: string): void {
  thread?.worker.postMessage({ lock, token })
}

let thread: { readonly worker: Worker; readonly ids: Set<string> } | undefined

function newThread() {
  // Neither what was loaded before this program nor its variables are needed there.
  const worker = new Worker(source, { eval: true, env: {}, execArgv: [] })
  worker.unref()
  return { worker, ids: new Set<string>() }
}

/** From here ioredis is found, and not from the folder in which the program was started. */
const packages = import.meta.url

/** What runs in the thread. As text it needs no file of its own, wherever and however this one was bundled. */
const source = `
const { existsSync } = require('node:fs')
const { createRequire } = require('node:module')
const { parentPort } = require('node:worker_threads')
process.removeAllListeners('warning')
const beats = new Map()
const locks = new Map()
// Milliseconds.
const forgottenAfter = 30 * 86400000
parentPort.on('message', ({ id, every, sqlite, redis, lease, lock, token, packages }) => {
  if (lock !== undefined) return token ? locks.set(lock, token) : locks.delete(lock)
  beats.get(id)?.()
  beats.delete(id)
  if (every === undefined) {
    if (beats.size === 0) parentPort.close()
    return
  }
  const { beat, close } = sqlite === undefined ? inRedis(createRequire(packages), redis, lease) : inSqlite(sqlite, id)
  beat()
  const timer = setInterval(beat, every)
  beats.set(id, () => {
    clearInterval(timer)
    close()
  })
})

function inSqlite(path, id) {
  let database
  let write
  return {
    beat() {
      // What fails is tried again at the next beat. A file that was deleted isn't created anew.
      try {
        if (write === undefined && existsSync(path)) open()
        write?.run(id, Date.now())
      } catch {}
    },
    close() {
      write = undefined
      database?.close()
    },
  }

  function open() {
    database ??= new (process.getBuiltinModule('node:sqlite').DatabaseSync)(path)
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA synchronous = NORMAL')
    database.prepare('DELETE FROM process_beats WHERE beat < ?').run(Date.now() - forgottenAfter)
    write = database.prepare('INSERT OR REPLACE INTO process_beats VALUES (?, ?)')
  }
}

function inRedis(require, where, lease) {
  const { Redis } = require('ioredis')
  const redis = new Redis(where, { maxRetriesPerRequest: 0, socketTimeout: 10000 })
  redis.on('error', () => {})
  return {
    async beat() {
      for (const [lock, token] of locks) {
        const held = await redis.get(lock).catch(() => {})
        if (held === token && locks.has(lock)) await redis.pexpire(lock, lease).catch(() => {})
      }
    },
    close: () => redis.disconnect(),
  }
}
`
