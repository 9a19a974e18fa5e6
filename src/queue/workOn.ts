import {
  callsOf,
  type Delivery,
  errorFields,
  type JobEnd,
  type JobWatch,
  type Log,
  type QueueJob,
  runWithin,
  sendToConversation,
  withFields,
} from '../bot/index.js'
import type { Notification } from '../protocol/index.js'
import { readNotification } from '../protocol/lean.js'
import { timeoutReason } from '../receiver/attempt.js'
import type { RegisteredBot } from '../receiver/bots.js'
import { takeNotification } from '../receiver/checkedEntries.js'
import { DeliveryClients } from '../receiver/deliveryClients.js'
import { deliveryOf } from '../receiver/deliveryOf.js'
import type { ReceiverSettings } from '../receiver/options.js'
import { DeliveryLedger } from './deliveryLedger.js'
import { QueueLeaseLostError } from './errors.js'
import { lastReplies } from './lastReply.js'
import { lazySignal } from './lazySignal.js'
import { findReply } from './lookup.js'
import { mayGoBetter, waitAfter } from './retry.js'

/** What deliveries out of a queue are worked on with. */
export interface Ground {
  readonly bots: ReadonlyMap<string, RegisteredBot>
  readonly settings: ReceiverSettings
  /** Takes secrets out of a text. */
  readonly hide: (text: string) => string
  /** What tells the handlers that are under way to stop, when the worker has to. */
  readonly stops: Set<(reason: unknown) => void>
  readonly log: Log
  readonly attempts: number
  readonly maxCrashes: number
  readonly random: () => number
}

/** Works on a delivery out of a queue, and settles what becomes of it. */
export async function workOn(job: QueueJob, ground: Ground): Promise<void> {
  const { entry, attempt, crashes } = job
  const { settings, hide, attempts, maxCrashes } = ground
  const { clock } = settings
  const began = clock.now()
  const bot = ground.bots.get(entry.bot)
  const notification = takeNotification(entry) ?? notificationIn(entry.notification)
  const trigger = typeof notification === 'string' ? '' : notification.trigger
  const facts = { delivery: entry.id, bot: entry.bot, trigger, message: entry.message }
  const waited = began - entry.arrived
  const watch = settings.observer?.job?.({
    id: entry.id,
    bot: entry.bot,
    trigger,
    message: entry.message,
    waited,
    attempt,
    crashes,
    trace: entry.trace,
  })
  const again = { ...(attempt > 1 && { attempt }), ...(crashes > 0 && { crashes }) }
  const log = withFields(ground.log, { ...facts, ...again, ...watch?.facts })
  const end = ending(job, { log, watch, now: () => clock.now(), began, waited })
  const giveUp = (reason: 'failed' | 'uncertain' | 'crashed', error: unknown) =>
    end({ kind: 'dead', reason, error: hide(described(error)) })
  const tryAgain = (error: unknown, lastReason: 'failed' | 'uncertain' = 'failed') => {
    if (settings.signal?.aborted) return end({ kind: 'given back' })
    if (attempt >= attempts) return giveUp(lastReason, error)
    const at = Math.ceil(clock.now() + waitAfter(attempt, error, ground.random))
    return end({ kind: 'again', at, error: hide(described(error)) })
  }

  if (typeof notification === 'string') return giveUp('failed', new Error(notification))
  if (bot === undefined) return tryAgain(new Error(`No bot of this worker has the address ${entry.bot}.`))
  const work = startWork(job, { ...ground, bot, notification, log, watch })
  return runWithin(watch, async () => {
    const { ledger } = work
    try {
      await ledger.resume()
      // A dead letter that was put back: what its sender was told is no longer so.
      if (attempt === 1 && crashes === 0) await ledger.forget(apology)
    } catch (error) {
      return tryAgain(error, 'uncertain')
    }
    if (ledger.uncertain !== undefined) return giveUp('uncertain', uncertainty(ledger.uncertain))
    if (ledger.has(apology)) return giveUp('failed', new Error('It failed, and its sender was told.'))
    if (crashes > maxCrashes) {
      await work.apologise()
      return giveUp('crashed', new Error(`The process died with it ${crashes} times.`))
    }
    const failure = await work.run()
    if (ledger.uncertain !== undefined) return giveUp('uncertain', failure?.error ?? uncertainty(ledger.uncertain))
    if (ledger.isOpen) return tryAgain(failure?.error ?? uncertainty('a reply'), 'uncertain')
    if (failure === undefined) return end({ kind: 'done' })
    return failure.comesAgain ? tryAgain(failure.error) : giveUp('failed', failure.error)
  })
}

interface Failure {
  readonly error: unknown
  /** Whether nobody was told, since the delivery comes again. */
  readonly comesAgain: boolean
}

interface WorkOptions extends Ground {
  readonly bot: RegisteredBot
  readonly notification: Notification
  readonly log: Log
  readonly watch: JobWatch | undefined
}

/** The name of the reply that tells the sender that it can't be done. */
const apology = 'failure'

/** One attempt at a delivery. */
function startWork(job: QueueJob, options: WorkOptions) {
  const { bot, notification, log, watch, settings, attempts, stops } = options
  const { clock, handlerTimeout, observer, storage } = settings
  const { entry } = job
  const clients = new DeliveryClients(bot, log, callsOf(observer, watch))
  const last = lastReplies(storage, entry, log)
  const ledger = new DeliveryLedger({
    lines: job.ledger,
    note: (line) => job.note(line),
    send: (outgoing) => sendToConversation(clients.client, notification, outgoing, log),
    find: async (digest, known) =>
      findReply({ client: clients.client, notification, digest, known, after: await last.read() }),
    onSent: (id) => last.note(id),
  })
  const stopping = lazySignal()
  let replies = 0
  let failure: Failure | undefined

  const again = (error: unknown, where?: 'conversation'): boolean => {
    if (failure === undefined) {
      const isStopped = settings.signal?.aborted === true || job.isLost || ledger.isClosed
      const comesAgain = isStopped || (where === undefined && mayGoBetter(error) && job.attempt < attempts)
      failure = { error, comesAgain }
      watch?.failed?.(error)
    }
    return failure.comesAgain
  }
  const delivery: Delivery = Object.assign(
    deliveryOf({
      id: entry.id,
      notification,
      bot,
      clients,
      log,
      settings,
      signal: stopping.signal,
      send: (outgoing, { name = String(replies++) }) => ledger.reply(name, outgoing),
    }),
    { again, once: ledger.once.bind(ledger) } satisfies Pick<Delivery, 'again' | 'once'>,
  )

  return { ledger, run, apologise }

  /** Runs the handler. Ends with it, or a while after it was told to stop. */
  async function run(): Promise<Failure | undefined> {
    const calledOff: (() => void)[] = []
    let isOver = false
    const left = new Promise<unknown>((leave) => {
      const stop = (reason: unknown, patience: number) => {
        stopping.abort(reason)
        calledOff.push(clock.later(patience, () => leave(reason)))
      }
      calledOff.push(clock.later(handlerTimeout, () => stop(timeoutReason(handlerTimeout), latecomers)))
      const stopSoon = (reason: unknown) => stop(reason, lastWords)
      stops.add(stopSoon)
      calledOff.push(() => stops.delete(stopSoon))
      if (settings.signal?.aborted) stopSoon(settings.signal.reason)
      job.whenLost((reason) => {
        if (!isOver) stop(reason, 0)
        ledger.close(reason)
      })
    })
    try {
      const wasLeft = await Promise.race([handled().then(() => undefined), left.then((reason) => ({ reason }))])
      if (wasLeft) {
        log.warn({}, 'The handler did not stop when it was told to; it is left')
        if (!again(wasLeft.reason)) await apologise()
        ledger.close(wasLeft.reason)
      }
      if (!job.isLost) await ledger.settled()
    } finally {
      isOver = true
      for (const callOff of calledOff) callOff()
    }
    return failure
  }

  /** A bot tells its senders itself; what else handles deliveries may fail. */
  async function handled(): Promise<void> {
    try {
      await bot.bot.handle(delivery)
    } catch (error) {
      log.error(errorFields(error), 'The handler failed')
      if (!again(error)) await apologise()
    }
  }

  async function apologise(): Promise<void> {
    try {
      await ledger.reply(apology, { content: `Something went wrong; delivery ${entry.id}.` })
    } catch (error) {
      log.error(errorFields(error), 'The sender could not be told')
    }
  }
}

/** Milliseconds that a handler has to end after its time is up; and when the process shuts down. */
const latecomers = 10_000
const lastWords = 500

interface Ending {
  readonly log: Log
  readonly watch: JobWatch | undefined
  readonly now: () => number
  /** UNIX milliseconds. */
  readonly began: number
  /** Milliseconds from the request until it was taken. */
  readonly waited: number
}

/** Settles a job, and tells of it. */
function ending(job: QueueJob, { log, watch, now, began, waited }: Ending) {
  return async (end: JobEnd): Promise<void> => {
    const outcome = end.kind === 'dead' ? end.reason : end.kind
    const facts = () => ({ outcome, duration: now() - began })
    const more = { waited, ...('error' in end && { problem: end.error }) }
    try {
      await job.settle(end)
    } catch (error) {
      watch?.ended?.({ ...facts(), outcome: 'lost' })
      if (!(error instanceof QueueLeaseLostError)) throw error
      log.warn({ ...facts(), outcome: 'lost' }, 'Somebody else has the delivery by now')
      return
    }
    watch?.ended?.(facts())
    if (end.kind === 'dead') log.error({ ...facts(), ...more }, 'The delivery is a dead letter')
    else if (end.kind === 'again') log.warn({ ...facts(), ...more, at: end.at }, 'The delivery comes again')
    else log.info({ ...facts(), ...more }, end.kind === 'done' ? 'Handled' : 'Given back to the queue')
  }
}

/** The notification, or what is wrong with it. */
function notificationIn(text: string): Notification | string {
  try {
    const read = readNotification(JSON.parse(text))
    if (read.ok) return read.notification
    return `The notification can't be read: ${read.problems.map(({ path, problem }) => `${path}: ${problem}`).join('; ')}.`
  } catch (error) {
    return `The notification can't be read: ${described(error)}.`
  }
}

function uncertainty(what: string): Error {
  return new Error(`It can't be known whether this was done: ${what}.`)
}

function described(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, longestError)
}

/** Characters. */
const longestError = 2_000
