import type { Log } from '../bot/index.js'
import type { Storage } from '../storage/index.js'
import { parseJson } from '../values.js'

/** A time in which a process could do nothing else. */
export interface BlockedLoop {
  /** When it ended, in UNIX milliseconds. */
  readonly at: number
  /** Milliseconds. */
  readonly blocked: number
  /** What ran then, such as `command report`; one of them blocked it. */
  readonly handlers: readonly string[]
}

interface Ran {
  readonly handler: string
  /** Milliseconds since it ended; undefined while it runs. */
  readonly ended?: number
}

/**
 * Logs, and stores for `doctor`, when the event loop was blocked for more than a second. A process that was stopped, or whose
 * machine was suspended, was not blocked.
 *
 * @returns what ends the watch.
 */
export function watchLoop(log: Log, storage: Storage | undefined, ran: () => readonly Ran[]): () => void {
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const blocked = Math.round(performance.eventLoopUtilization(now, before).active)
    before = now
    if (blocked < shortest) return
    const handlers = ran().flatMap(({ handler, ended = 0 }) => (ended <= blocked ? handler : []))
    log.warn(
      { blocked, handlers },
      'The event loop was blocked, so nobody else was answered; move long computations into a worker thread',
    )
    if (!storage || storage.isLocal) return
    const last: BlockedLoop = { at: Date.now(), blocked, handlers }
    void storage.set(key, JSON.stringify(last), { expiresIn: keptFor }).catch(() => {})
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}

/** The last time that a process which uses the storage was blocked. @throws {StorageError} */
export async function lastBlockedLoop(storage: Storage): Promise<BlockedLoop | undefined> {
  const { at, blocked, handlers } = Object(parseJson((await storage.get(key))?.value ?? '')) as Partial<BlockedLoop>
  return typeof at === 'number' && typeof blocked === 'number' && handlers ? { at, blocked, handlers } : undefined
}

const key = 'blocked-loop'

/** Milliseconds. */
const [every, shortest, keptFor] = [250, 1_000, 7 * 86_400_000]
