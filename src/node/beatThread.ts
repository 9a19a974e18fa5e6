import { once } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'

/** Where a thread can write the time: into a file, or into Redis by a script. */
export type BeatPlace =
  | { readonly sqlite: string }
  /** The script is given the prefix with the ID as its key, the time, and the milliseconds between two beats. */
  | { readonly redis: RedisPlace; readonly keys: string; readonly script: string }

/** What clients of ioredis are created with. */
export interface RedisPlace {
  readonly options: object
  /** Of a cluster. */
  readonly nodes: readonly unknown[] | undefined
}

/**
 * Lets a thread of this process write the time into a store, which a blocked event loop doesn't stop. All stores have one thread,
 * which doesn't keep the process alive, and ends with the last of them.
 *
 * @param id Identifies the process in the store.
 * @param every Milliseconds. @param onFailure Called once if there can be no thread here.
 * @returns a function that ends it, and resolves when the thread has closed its file or connection.
 */
export function beatInThread(id: string, place: BeatPlace, every: number, onFailure: () => void): () => unknown {
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
      if (thread?.worker !== worker) return
      worker.off('error', fail)
      thread.ids.delete(id)
      if (thread.ids.size === 0) thread = undefined
      const { port1, port2 } = new MessageChannel()
      // The thread closes its port, at the latest when it ends.
      const closed = once(port1, 'close')
      port1.ref()
      worker.postMessage({ id, ended: port2 }, [port2])
      return closed
    }
  } catch {
    onFailure()
    return () => {}
  }
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
// Milliseconds.
const forgottenAfter = 30 * 86400000
parentPort.on('message', ({ id, every, ended, sqlite, redis, keys, script, packages }) => {
  beats.get(id)?.()
  beats.delete(id)
  ended?.close()
  if (every === undefined) {
    if (beats.size === 0) parentPort.close()
    return
  }
  const { beat, close } = sqlite === undefined ? inRedis() : inSqlite(sqlite, id)
  beat()
  const timer = setInterval(beat, every)
  beats.set(id, () => {
    clearInterval(timer)
    close()
  })

  function inRedis() {
    const { Redis, Cluster } = createRequire(packages)('ioredis')
    const { nodes, options } = redis
    const retryStrategy = (times) => Math.min(50 * times, every)
    const own = { maxRetriesPerRequest: 0, socketTimeout: 10000, retryStrategy }
    const client = nodes
      ? new Cluster(nodes, { ...options, redisOptions: { ...options.redisOptions, ...own } })
      : new Redis({ ...options, ...own })
    client.on('error', () => {})
    return {
      beat: () => client.eval(script, 1, keys + id, Date.now(), every).catch(() => {}),
      close: () => client.disconnect(),
    }
  }
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
`
