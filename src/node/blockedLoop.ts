import type { Log } from '../bot/index.js'
import { type BlockedLoop, blockedKey } from '../queue/blocked.js'
import type { Storage } from '../storage/index.js'

interface Ran {
  readonly handler: string
  readonly delivery: string
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
    const those = ran().filter(({ ended = 0 }) => ended <= blocked)
    const handlers = those.map(({ handler }) => handler)
    log.warn(
      { blocked, handlers },
      'The event loop was blocked, so nobody else was answered; move long computations into a worker thread',
    )
    if (!storage || storage.isLocal) return
    const deliveries = those.map(({ delivery }) => delivery)
    const last: BlockedLoop = { at: Date.now(), blocked, handlers, deliveries }
    void storage.set(blockedKey, JSON.stringify(last), { expiresIn: keptFor }).catch(() => {})
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}

/** Milliseconds. */
const [every, shortest, keptFor] = [250, 1_000, 7 * 86_400_000]
