import { type JobEnd, type JobWatch, type Log, type QueueJob, runWithin, withFields } from '../bot/index.js'
import { type Notification, readNotification } from '../protocol/index.js'
import type { RegisteredBot } from '../receiver/bots.js'
import type { ReceiverSettings } from '../receiver/options.js'
import { apologies } from './deliveryLedger.js'
import { QueueLeaseLostError } from './errors.js'
import { HandlerRun } from './handlerRun.js'
import { canSendNow, noticeableWait, retryDelay } from './retry.js'

/** Shared by all deliveries of a worker. */
export interface WorkContext {
  readonly bots: ReadonlyMap<string, RegisteredBot>
  readonly settings: ReceiverSettings
  /** Masks secrets in a string. */
  readonly hide: (text: string) => string
  /** Abort the running handlers when the worker stops. */
  readonly stops: Set<(reason: unknown) => void>
  readonly log: Log
  readonly attempts: number
  /** How often a process may die while it runs this delivery alone. */
  readonly maxCrashes: number
  /** Milliseconds that sending a reply may take. */
  readonly replyTimeout: number
  readonly random: () => number
}

/** Handles a queued delivery and settles it. */
export function workOn(job: QueueJob, context: WorkContext): Promise<void> {
  return new DeliveryWork(job, context).work()
}

class DeliveryWork {
  readonly #job: QueueJob
  readonly #context: WorkContext
  /** A string says why it can't be read. */
  readonly #notification: Notification | string
  readonly #log: Log
  readonly #watch: JobWatch | undefined
  /** UNIX milliseconds. */
  readonly #began: number

  constructor(job: QueueJob, context: WorkContext) {
    const { entry, attempt, crashes } = job
    const { clock, observer } = context.settings
    this.#job = job
    this.#context = context
    this.#began = clock.now()
    this.#notification = notificationIn(entry.notification)
    const trigger = typeof this.#notification === 'string' ? '' : this.#notification.trigger
    this.#watch = observer?.job?.({
      id: entry.id,
      bot: entry.bot,
      trigger,
      message: entry.message,
      waited: this.#waited,
      attempt,
      crashes,
      trace: entry.trace,
    })
    this.#log = withFields(context.log, {
      delivery: entry.id,
      bot: entry.bot,
      trigger,
      message: entry.message,
      ...(attempt > 1 && { attempt }),
      ...(crashes > 0 && { crashes }),
      ...this.#watch?.facts,
    })
  }

  async work(): Promise<void> {
    const notification = this.#notification
    if (typeof notification === 'string') return this.#giveUp('failed', new Error(notification))
    const { entry } = this.#job
    const bot = this.#context.bots.get(entry.bot)
    if (bot === undefined) return this.#retry(new Error(`No bot of this worker has the address ${entry.bot}.`))
    const run = new HandlerRun(this.#job, {
      bot,
      notification,
      log: this.#log,
      watch: this.#watch,
      settings: this.#context.settings,
      attempts: this.#context.attempts,
      replyTimeout: this.#context.replyTimeout,
      stops: this.#context.stops,
    })
    return runWithin(this.#watch, () => this.#attempt(run))
  }

  async #attempt(run: HandlerRun): Promise<void> {
    const { attempt, crashes, isSuspect } = this.#job
    const { attempts, maxCrashes } = this.#context
    const { ledger } = run
    if (!ledger.isEmpty) {
      // A replayed dead letter: the earlier apology no longer holds.
      if (attempt === 1 && !isSuspect) await ledger.forgetApologies()
      if (ledger.hasBegun(apologies.uncertain)) return this.#giveUp('uncertain', uncertainty('a reply'))
      let wasAllDone: boolean
      try {
        wasAllDone = await ledger.resume()
      } catch (error) {
        return this.#retry(error, { uncertain: run })
      }
      if (ledger.uncertain !== undefined) return this.#giveUpUncertain(uncertainty(ledger.uncertain), run)
      if (ledger.lookUpAt !== undefined) return this.#end({ kind: 'given back', at: Math.ceil(ledger.lookUpAt) })
      if (ledger.hasBegun(apologies.failed)) {
        return this.#giveUp('failed', new Error('The handler failed, and the sender was told.'))
      }
      if (attempt > attempts && !wasAllDone) {
        await run.apologise()
        return this.#giveUp('failed', new Error('A reply could not be sent.'))
      }
    }
    if (crashes > maxCrashes) {
      await run.apologise()
      return this.#giveUp('crashed', new Error(`The process died with it ${crashes} times.`))
    }
    await run.run()
    const { failure } = run
    if (ledger.uncertain !== undefined) {
      return this.#giveUpUncertain(failure?.error ?? uncertainty(ledger.uncertain), run)
    }
    // Even after the last attempt, it is scheduled once more for the look-up.
    const error = failure?.error ?? uncertainty('a reply')
    if (ledger.lookUpAt !== undefined) return this.#retryAt(Math.ceil(ledger.lookUpAt), error)
    if (failure === undefined) return this.#end({ kind: 'done' })
    return failure.isRetried ? this.#retry(failure.error, { failed: run }) : this.#giveUp('failed', failure.error)
  }

  #giveUp(reason: 'failed' | 'uncertain' | 'crashed', error: unknown): Promise<void> {
    return this.#end({ kind: 'dead', reason, error: this.#context.hide(describe(error)) })
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
    const wait = retryDelay(attempt, error, random)
    const at = Math.ceil(settings.clock.now() + wait)
    if (wait >= noticeableWait && !settings.signal?.aborted && canSendNow(error)) await run.failed?.sayRetrying()
    return this.#retryAt(at, error)
  }

  /** @param at UNIX milliseconds. */
  #retryAt(at: number, error: unknown): Promise<void> {
    const { settings, hide } = this.#context
    if (settings.signal?.aborted) return this.#end({ kind: 'given back' })
    return this.#end({ kind: 'again', at, error: hide(describe(error)) })
  }

  /** Settles the job, logs it and notifies the observer. */
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

  /** Milliseconds since it was taken. */
  get #duration(): number {
    return this.#context.settings.clock.now() - this.#began
  }

  /** Milliseconds from the request until it was taken. */
  get #waited(): number {
    return this.#began - this.#job.entry.arrived
  }
}

/** The notification, or why it can't be read. */
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

function describe(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, longestError)
}

/** Characters. */
const longestError = 2_000
