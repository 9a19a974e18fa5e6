import type { Log } from '../bot/index.js'
import type { Clock } from '../clock.js'

/** Counts handlers that run without waiting for each other. */
export function countUnderWay(clock: Clock, log: Log) {
  let count = 0
  let wake = () => {}

  return {
    /** Waits while too many run. @throws the signal's reason */
    async room(signal: AbortSignal): Promise<void> {
      if (count < mostUnderWay) return
      log.warn({ handlers: count }, 'Too many handlers run at once; the next message waits until one ends')
      signal.addEventListener('abort', () => wake(), { once: true })
      while (count >= mostUnderWay) {
        signal.throwIfAborted()
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    /** @param work Must not fail. @param message The ID of the message that it is about. */
    async add(work: Promise<unknown>, message: number): Promise<void> {
      count += 1
      const facts = { message, after: noticed }
      const tell = () => log.warn(facts, 'A handler still runs; if the process ends, its message is handled again')
      const cancel = clock.later(noticed, tell, { background: true, unref: true })
      await work
      cancel()
      count -= 1
      wake()
    },
  }
}

/** Of one bot. */
const mostUnderWay = 1_000

/** Milliseconds after which the log says that a handler still runs. The Chat SDK keeps its lock of a thread for as long. */
const noticed = 600_000
