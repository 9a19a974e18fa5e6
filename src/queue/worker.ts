import {
  errorFields,
  followingFor,
  isFromBot,
  type JobEnd,
  type JobWatch,
  type Log,
  type Queue,
  type QueueJob,
  type QueueWork,
  readFollowUp,
  runWithin,
  withFields,
} from '../bot/index.js'
import { type Notification, readNotification } from '../protocol/index.js'
import type { BotRegistry } from '../receiver/bots/bots.js'
import { openBots } from '../receiver/bots/openBots.js'
import { createTimedWork } from '../receiver/delivery/timedWork.js'
import type { ReceiverOptions } from '../receiver/index.js'
import { receiverSettings } from '../receiver/options.js'
import { checkOptions, type OptionNames } from '../text/index.js'
import { lastBlockedLoop } from './blocked.js'
import { takeTurn } from './botTurns.js'
import { checkedCount, checkedSpan } from './createQueue.js'
import { apologies } from './deliveryLedger.js'
import { QueueError, QueueLeaseLostError } from './errors.js'
import { describe, HandlerRun, type WorkContext } from './handlerRun.js'
import { canSendNow, noticeableWait, passingIn, retryDelay } from './retry.js'

type Shared = 'bots' | 'handlerTimeout' | 'log' | 'observer' | 'storage' | 'fetch' | 'clock' | 'createClient' | 'signal'

export interface WorkerOptions extends Pick<ReceiverOptions, Shared> {
  /** The queue of deliveries. The worker doesn't close it. */
  readonly queue: Queue
  /** Maximum number of handlers at once. (default: 10) */
  readonly concurrency?: number
  /** Maximum number of attempts if the handler fails by what may pass by itself. (default: 5) */
  readonly attempts?: number
  /**
   * How often a process may die while handling a delivery before that becomes a dead letter. After the second time it is a
   * suspect, of which each process handles one at a time, and only those runs count. (default: 20)
   */
  readonly maxCrashes?: number
  /**
   * Milliseconds that sending a reply may take. (default: 30,000) After 1.5 times as long, it is known whether an
   * interrupted reply was sent. A reply that the rate limit holds back waits as long as its handler may take.
   */
  readonly replyTimeout?: number
  /** Returns a number from 0 up to 1, for the delays between attempts. */
  readonly random?: () => number
}

export const workerOptions: OptionNames<WorkerOptions> = {
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
  /** Handles deliveries and runs the bots' schedules until stopped. Call it once. */
  start(): Working
  /** Resolves when nothing is running and nothing can be taken now. */
  idle(): Promise<void>
}

export interface Working {
  /** Takes nothing more. Resolves when all handlers have ended; abort the worker's `signal` to abort them too. */
  stop(): Promise<void>
}

/**
 * Creates a worker that runs the handlers of deliveries from a queue.
 *
 * If the process dies, another one takes over the delivery; replies that were sent aren't sent again. A handler that
 * fails by what may pass by itself is retried, up to five attempts in all. Any other failure is told at once, as without a
 * queue, and the delivery is kept in `queue.dead`.
 *
 * @throws {ReceiverOptionError} or {QueueError} for options that can't be used.
 * @example
 * const queue = memoryQueue()
 * const receiver = createReceiver({ bots, queue })
 * const working = createWorker({ bots, queue }).start()
 */
export function createWorker(options: WorkerOptions): Worker {
  checkOptions('createWorker', options, workerOptions)
  return openWorker(options)
}

/**
 * Like `createWorker`, but ignores unknown options, and also returns the bots.
 * @param opened Bots that are already open, so that each has only one client.
 */
export function openWorker(options: WorkerOptions, opened?: BotRegistry): Worker & { readonly bots: BotRegistry } {
  const { queue, concurrency = 10, attempts = 5, maxCrashes = 20, random = Math.random, ...others } = options
  const { replyTimeout = 30_000, ...shared } = others
  for (const [name, count] of Object.entries({ concurrency, attempts, maxCrashes })) checkedCount(name, count)
  checkedSpan('replyTimeout', replyTimeout)
  // Deliveries were checked before they were queued.
  const settings = receiverSettings({ ...shared, queue }, { needsTokens: false })
  const { log } = settings
  const bots = opened ?? openBots(settings)
  const timedWork = createTimedWork(bots, settings, ({ bot }) => followingFor(bot.overhears))
  const stops = new Set<(reason: unknown) => void>()
  settings.signal?.addEventListener('abort', () => {
    for (const stop of stops) stop(settings.signal?.reason)
  })
  const context = {
    bots,
    settings,
    stops,
    log,
    attempts,
    maxCrashes,
    replyTimeout,
    replyCall: { timeout: replyTimeout, priority: 'reply' as const, maxWait: replyTimeout / 4 },
    random,
  }
  let work: QueueWork | undefined

  return {
    bots,
    start() {
      const started = queue.work((job) => workOn(job, context), { concurrency })
      const timed = timedWork.start()
      work = started
      // Otherwise handlers would be aborted at once, and their deliveries taken again forever.
      const takeNoMore = () => void started.stop().catch(() => {})
      if (settings.signal?.aborted) takeNoMore()
      settings.signal?.addEventListener('abort', takeNoMore, { once: true })
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

/**
 * Handles a queued delivery and settles it. An unexpected error counts as a failed attempt of this delivery only.
 * @throws {QueueError} if the queue fails.
 */
async function workOn(job: QueueJob, context: WorkContext): Promise<void> {
  try {
    await new DeliveryWork(job, context).work()
  } catch (error) {
    if (error instanceof QueueError) throw error
    context.log.error({ delivery: job.entry.id, ...errorFields(error) }, 'The worker failed')
    const { clock } = context.settings
    const what = 'The worker failed; the log has the reason.'
    if (job.attempt >= context.attempts) return job.settle({ kind: 'dead', reason: 'failed', error: what })
    const at = Math.ceil(clock.now() + retryDelay(job.attempt, error, context.random))
    return job.settle({ kind: 'again', at, error: what })
  }
}

class DeliveryWork {
  readonly #job: QueueJob
  readonly #context: WorkContext
  /** A string says why it can't be read. */
  readonly #notification: Notification | string
  #log: Log
  #hide = (text: string) => text
  readonly #watch: JobWatch | undefined
  readonly #began: number
  readonly #facts: object

  constructor(job: QueueJob, context: WorkContext) {
    const { entry, attempt, interruptions: crashes } = job
    const { clock, observer } = context.settings
    this.#job = job
    this.#context = context
    this.#began = clock.now()
    this.#notification = notificationIn(entry.notification)
    const trigger = typeof this.#notification === 'string' ? '' : this.#notification.trigger
    const facts = { bot: entry.bot, trigger, message: entry.message }
    const { id, trace } = entry
    this.#watch = observer?.job?.({ id, ...facts, waited: this.#waited, attempt, crashes, trace })
    this.#facts = { ...(attempt > 1 && { attempt }), ...(crashes > 0 && { crashes }) }
    this.#log = withFields(context.log, { delivery: id, ...facts, ...this.#facts, ...this.#watch?.facts })
  }

  async work(): Promise<void> {
    const notification = this.#notification
    if (typeof notification === 'string') return this.#giveUp('failed', new Error(notification))
    const { entry } = this.#job
    const { bots, settings } = this.#context
    const bot = await bots.get(entry.bot)
    // This isn't the delivery's failure: it waits until the bots can be looked up again.
    if (bot === 'unavailable')
      return this.#end({ kind: 'given back', at: Math.ceil(settings.clock.now() + lookupPause) })
    if (bot === undefined) return this.#retry(new Error(`No bot of this worker has the address ${entry.bot}.`))
    // Its handler would only wait, in a slot that another account could use.
    const wait = bot.client.rateLimitWait
    if (wait > this.#context.replyCall.maxWait) {
      this.#log.info({ wait }, 'Put off until the rate limit lets the bot reply')
      return this.#end({ kind: 'given back', at: Math.ceil(settings.clock.now() + wait) })
    }
    this.#hide = bot.hide
    const read = await readFollowUp(notification, bot.bot.overhears, { ...settings, log: this.#log })
    if (read === undefined) return this.#end({ kind: 'done' })
    const turn = { entry, client: bot.client, storage: settings.storage, log: this.#log }
    const hasAnswered = isFromBot(read) ? await takeTurn({ ...turn, notification: read }) : () => {}
    if (hasAnswered === undefined) return this.#end({ kind: 'done' })
    const handled = { bot, notification: read, facts: this.#facts, watch: this.#watch }
    const run = new HandlerRun(this.#job, handled, this.#context)
    this.#log = run.log
    return runWithin(this.#watch, () => this.#attempt(run, hasAnswered))
  }

  async #attempt(run: HandlerRun, hasAnswered: () => Promise<void> | void): Promise<void> {
    const { attempt, crashes, interruptions } = this.#job
    const { attempts, maxCrashes } = this.#context
    const { ledger } = run
    if (!ledger.isEmpty) {
      // A replayed dead letter: the earlier apology no longer holds.
      if (attempt === 1 && interruptions === 0) await ledger.forgetFailures()
      if (ledger.hasBegun(apologies.uncertain)) return this.#giveUp('uncertain', uncertainty('a reply'))
      let wasAllDone: boolean
      try {
        wasAllDone = await ledger.resume()
      } catch (error) {
        return this.#retry(error, { uncertain: run })
      }
      if (ledger.uncertain !== undefined) return this.#giveUpUncertain(uncertainty(ledger.uncertain), run)
      if (ledger.lookUpAt !== undefined) return this.#end({ kind: 'given back', at: Math.ceil(ledger.lookUpAt) })
      // Of several handlers, one that failed for good leaves the others to this attempt.
      if (ledger.hasBegun(apologies.failed) && !ledger.hasEnded(1)) {
        return this.#giveUp('failed', new Error('The handler failed, and the sender was told.'))
      }
      if (attempt > attempts && !wasAllDone) {
        await run.apologise()
        return this.#giveUp('failed', new Error('A reply could not be sent.'))
      }
    } else if (attempt > attempts) {
      await run.apologise()
      return this.#giveUp('failed', await this.#whyLost())
    }
    if (crashes > maxCrashes) {
      await run.apologise()
      return this.#giveUp('crashed', new Error(`The process that ran its handler ended ${crashes} times.`))
    }
    await run.run()
    if (!ledger.isEmpty) await hasAnswered()
    if (run.isLeft) return this.#leave(run)
    const { failure } = run
    if (failure && ledger.uncertain !== undefined) {
      // Otherwise the error handlers have told the sender.
      return failure.isRetried ? this.#giveUpUncertain(failure.error, run) : this.#giveUp('uncertain', failure.error)
    }
    // Even after the last attempt, it is scheduled once more for the look-up.
    const { lookUpAt } = ledger
    if (lookUpAt !== undefined) return this.#retryAt(Math.ceil(lookUpAt), failure?.error ?? uncertainty('a reply'))
    if (failure?.isRetried) return this.#retry(failure.error, { failed: run })
    const { problems } = run
    return problems.length === 0 ? this.#end({ kind: 'done' }) : this.#giveUp('failed', problems.join('; '))
  }

  /**
   * Ends an attempt whose handler still runs. Nothing may start it beside itself, so it isn't retried; if the process ends, it
   * waits until that is gone.
   */
  async #leave(run: HandlerRun): Promise<void> {
    const { failure, ledger } = run
    if (failure?.isRetried) {
      return this.#end({ kind: 'given back', at: Math.ceil(this.#context.settings.clock.now() + untilGone) })
    }
    if (ledger.uncertain !== undefined || ledger.lookUpAt !== undefined) {
      return this.#giveUpUncertain(failure?.error, run)
    }
    await run.sayStopped()
    return this.#giveUp('failed', failure?.error)
  }

  /** Why its lease was lost at each attempt. */
  async #whyLost(): Promise<Error> {
    const { entry, lease } = this.#job
    const last = await lastBlockedLoop(this.#context.settings.storage).catch(() => undefined)
    const handler = last?.handlers[last.deliveries?.indexOf(entry.id) ?? -1]
    const seconds = (milliseconds: number) => `${Math.round(milliseconds / 1_000)} s`
    if (last === undefined || handler === undefined)
      return new Error(
        `The process that handled it gave no sign of life for longer than the lease${lease ? ` of ${seconds(lease)}` : ''}, at each attempt. Look for what blocks or stops it.`,
      )
    return new Error(
      `The handler of \`${handler}\` blocked its process for ${seconds(last.blocked)}${lease ? `; the lease is ${seconds(lease)}` : ''}. Move long computations into a worker thread.`,
    )
  }

  #giveUp(reason: 'failed' | 'uncertain' | 'crashed', error: unknown): Promise<void> {
    return this.#end({ kind: 'dead', reason, error: this.#hide(describe(error)) })
  }

  async #giveUpUncertain(error: unknown, run: HandlerRun): Promise<void> {
    await run.sayUncertain()
    return this.#giveUp('uncertain', error)
  }

  /**
   * @param run `failed`: the sender is told if the next attempt is some seconds away. `uncertain`: the outcome of a step is
   * unknown.
   */
  async #retry(error: unknown, run: { failed?: HandlerRun; uncertain?: HandlerRun } = {}): Promise<void> {
    const { attempt } = this.#job
    const { settings, attempts, random } = this.#context
    if (attempt >= attempts && !settings.signal?.aborted) {
      return run.uncertain ? this.#giveUpUncertain(error, run.uncertain) : this.#giveUp('failed', error)
    }
    const passing = passingIn(error) ?? error
    const wait = retryDelay(attempt, passing, random)
    const at = Math.ceil(settings.clock.now() + wait)
    if (wait >= noticeableWait && !settings.signal?.aborted && canSendNow(passing)) await run.failed?.sayRetrying()
    return this.#retryAt(at, error)
  }

  /** @param at UNIX milliseconds. */
  #retryAt(at: number, error: unknown): Promise<void> {
    const { settings } = this.#context
    if (settings.signal?.aborted) return this.#end({ kind: 'given back' })
    return this.#end({ kind: 'again', at, error: this.#hide(describe(error)) })
  }

  async #end(end: JobEnd): Promise<void> {
    const [log, watch] = [this.#log, this.#watch]
    try {
      await this.#job.settle(end)
    } catch (error) {
      const facts = { outcome: 'lost', duration: this.#duration } as const
      watch?.ended?.(facts)
      if (!(error instanceof QueueLeaseLostError)) throw error
      log.warn(facts, 'Another worker has the delivery now')
      return
    }
    const facts = { outcome: end.kind === 'dead' ? end.reason : end.kind, duration: this.#duration }
    watch?.ended?.(facts)
    const more = { ...facts, waited: this.#waited, ...('error' in end && { problem: end.error }) }
    if (end.kind === 'dead') log.error(more, 'Moved the delivery to the dead letters')
    else if (end.kind === 'again') log.warn({ ...more, at: end.at }, 'Retrying the delivery later')
    else if (end.kind === 'done') log.info(more, 'Handled')
    else log.info({ ...more, ...(end.at !== undefined && { at: end.at }) }, 'Given back to the queue')
  }

  get #duration(): number {
    return this.#context.settings.clock.now() - this.#began
  }

  get #waited(): number {
    return this.#began - this.#job.entry.arrived
  }
}

function notificationIn(text: string): Notification | string {
  try {
    const read = readNotification(JSON.parse(text))
    if (read.ok) return read.notification
    return `The notification can't be read: ${read.problems.map(({ path, problem }) => `${path}: ${problem}`).join('; ')}.`
  } catch (error) {
    return `The notification can't be read: ${describe(error)}.`
  }
}

function uncertainty(what: string): Error {
  return new Error(`Unknown whether this was done: ${what}.`)
}

/** Milliseconds before a delivery is taken again if its bot couldn't be looked up. */
const lookupPause = 5_000

/** Milliseconds that a process may take to end once it has given up on its handlers. */
const untilGone = 5_000
