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
  /** Maximum number of handlers at once. (default: 10) */
  readonly concurrency?: number
  /** Maximum number of attempts if the handler fails. (default: 5) */
  readonly attempts?: number
  /**
   * How often a process may die with a delivery before that becomes a dead letter. After the first time a delivery runs alone in
   * its process, and only those runs count. (default: 20)
   */
  readonly maxCrashes?: number
  /**
   * Milliseconds that sending a reply may take. (default: 30,000) Whether an interrupted reply was sent is known after 1.5 times as
   * long.
   */
  readonly replyTimeout?: number
  /** Returns a number from 0 up to 1, for the delays between attempts. */
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

/** Runs the handlers of queued deliveries. */
export interface Worker {
  /**
   * Handles deliveries and runs the bots' schedules until stopped. Call it once.
   */
  start(): Working
  /** Resolves when nothing is running and nothing can be taken now. */
  idle(): Promise<void>
}

export interface Working {
  /** Takes nothing more. Resolves when all handlers have ended; abort the worker's `signal` to abort them. */
  stop(): Promise<void>
}

/**
 * Creates a worker that runs the handlers of deliveries from a queue.
 *
 * If the process dies, another one takes over the delivery; replies that were sent aren't sent again. A handler that fails is
 * retried, five times at most, unless a retry can't help. Then the sender is told, and the delivery is kept in `queue.dead`.
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

/** As `createWorker`, ignoring unknown options. */
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
            if (one.status === 'rejected') log.error(errorFields(one.reason), 'A worker failed to stop')
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
