import { errorFields, type Queue, type QueueWork } from '../bot/index.js'
import { registerBots, secretsOf } from '../receiver/bots.js'
import { createTimedWork } from '../receiver/delivery/timedWork.js'
import type { ReceiverOptions } from '../receiver/index.js'
import { maskedLog, secretHider } from '../receiver/log/maskedLog.js'
import { checkOptionNames, receiverSettings } from '../receiver/options.js'
import type { OptionNames } from '../text/index.js'
import { checkedCount, checkedSpan } from './checks.js'
import { workOn } from './workOn.js'

/** What a worker shares with a receiver. */
type Shared = 'bots' | 'handlerTimeout' | 'log' | 'observer' | 'storage' | 'fetch' | 'clock' | 'createClient' | 'signal'

export interface WorkerOptions extends Pick<ReceiverOptions, Shared> {
  /** Where the deliveries come from. Whoever opened it closes it. */
  readonly queue: Queue
  /** How many handlers run at once at most. 10. */
  readonly concurrency?: number
  /** How often a delivery is worked on at most when its handler fails. 5. */
  readonly attempts?: number
  /**
   * How often a process may die with a delivery before it is given up, with nothing else worked on in that process: that
   * is how a delivery runs that a process has died with. 20.
   */
  readonly maxCrashes?: number
  /**
   * Milliseconds that the call may take which sends a reply. 30,000. What became of a reply that was cut off is known after
   * half as long again.
   */
  readonly replyTimeout?: number
  /** A number from 0 up to 1, for the waits between attempts. */
  readonly random?: () => number
}

const workerOptions: OptionNames<WorkerOptions> = {
  bots: true,
  queue: true,
  concurrency: true,
  attempts: true,
  maxCrashes: true,
  replyTimeout: true,
  handlerTimeout: true,
  log: true,
  observer: true,
  storage: true,
  fetch: true,
  clock: true,
  createClient: true,
  signal: true,
  random: true,
}

/** The other end of a receiver with a queue: where handlers run. */
export interface Worker {
  /**
   * Takes deliveries out of the queue, and lets the bots do what falls due without a message, for as long as the process
   * goes on. Once.
   */
  start(): Working
  /** Resolves when nothing is under way and nothing can be done now. */
  idle(): Promise<void>
}

export interface Working {
  /** Takes nothing more. Resolves when all handlers have ended; abort the worker's `signal` to have them stopped. */
  stop(): Promise<void>
}

/**
 * Makes what runs the handlers of the deliveries that receivers have put into a queue, in this process or in others.
 *
 * A delivery is worked on until its handler has ended, in another process if this one dies. What its handler has sent is
 * not sent again. A handler that fails runs again after a while, up to five times, unless the error would only come again;
 * then its sender is told, and what can't be dealt with is found in `queue.dead`.
 *
 * @throws {ReceiverOptionError} or {QueueError} for options that can't be used.
 * @example
 * const queue = memoryQueue()
 * const receiver = createReceiver({ bots, queue })
 * const working = createWorker({ bots, queue }).start()
 */
export function createWorker(options: WorkerOptions): Worker {
  checkOptionNames(options, workerOptions)
  return openWorker(options)
}

/** As `createWorker`, for options that were checked. */
export function openWorker(options: WorkerOptions): Worker {
  const { queue, concurrency = 10, attempts = 5, maxCrashes = 20, random = Math.random, ...others } = options
  const { replyTimeout = 30_000, ...shared } = others
  for (const [name, count] of Object.entries({ concurrency, attempts, maxCrashes })) checkedCount(name, count)
  checkedSpan('replyTimeout', replyTimeout)
  const settings = receiverSettings({ ...shared, queue })
  const secrets = secretsOf(settings.bots)
  const log = maskedLog(settings.log, secrets)
  const bots = registerBots(settings)
  const byEmail = new Map(bots.all.map((bot) => [bot.email, bot]))
  const timedWork = createTimedWork(bots.all, settings, log)
  const stops = new Set<(reason: unknown) => void>()
  settings.signal?.addEventListener('abort', () => {
    for (const stop of stops) stop(settings.signal?.reason)
  })
  const context = {
    bots: byEmail,
    settings,
    hide: secretHider(secrets),
    stops,
    log,
    attempts,
    maxCrashes,
    replyTimeout,
    random,
  }
  let work: QueueWork | undefined

  return {
    start() {
      const started = queue.work((job) => workOn(job, context), { concurrency })
      const timed = timedWork.start()
      work = started
      return {
        async stop() {
          const stopped = await Promise.allSettled([started.stop(), timed.stop()])
          for (const one of stopped) {
            if (one.status === 'rejected')
              log.error(errorFields(one.reason), 'A worker could not be stopped as it should')
          }
        },
      }
    },
    async idle() {
      await work?.idle()
      await timedWork.idle()
    },
  }
}
