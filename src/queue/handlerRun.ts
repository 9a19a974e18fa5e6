import {
  callsOf,
  type Delivery,
  errorFields,
  type JobWatch,
  type Log,
  type QueueJob,
  sendToConversation,
} from '../bot/index.js'
import type { Notification } from '../protocol/index.js'
import type { RegisteredBot } from '../receiver/bots.js'
import { DeliveryClients } from '../receiver/delivery/deliveryClients.js'
import { deliveryOf } from '../receiver/delivery/deliveryOf.js'
import { logStillRunning, timeoutReason } from '../receiver/delivery/timedRun.js'
import type { ReceiverSettings } from '../receiver/options.js'
import { apologies, DeliveryLedger } from './deliveryLedger.js'
import { findReply, lastReplies, retryNotice } from './lookup.js'
import { mayGoBetter } from './retry.js'

export interface HandlerRunOptions {
  readonly bot: RegisteredBot
  readonly notification: Notification
  readonly log: Log
  readonly watch: JobWatch | undefined
  readonly settings: ReceiverSettings
  /** How often a delivery is worked on at most when its handler fails. */
  readonly attempts: number
  /** Milliseconds that a call may take which sends a reply. */
  readonly replyTimeout: number
  /** What tells the handlers that are under way to stop. */
  readonly stops: Set<(reason: unknown) => void>
}

export interface Failure {
  readonly error: unknown
  /** Whether nobody was told, since the delivery comes again. */
  readonly comesAgain: boolean
}

/** A handler's run in one attempt at a delivery. */
export class HandlerRun {
  readonly ledger: DeliveryLedger
  readonly #job: QueueJob
  readonly #options: HandlerRunOptions
  readonly #clients: DeliveryClients
  readonly #stopping = new AbortController()
  #replies = 0
  #handler: string | undefined
  #mayRetry = true
  #failure: Failure | undefined

  constructor(job: QueueJob, options: HandlerRunOptions) {
    const { bot, log, watch, settings } = options
    this.#job = job
    this.#options = options
    this.#clients = new DeliveryClients(bot, log, callsOf(settings.observer, watch))
    this.ledger = this.#openLedger()
  }

  /** What the handler failed with, if it did. */
  get failure(): Failure | undefined {
    return this.#failure
  }

  /** Runs the handler. Ends with it, or a while after it was told to stop. */
  run(): Promise<void> | undefined {
    const mayGoOn = this.#options.settings.signal?.aborted !== true && !this.#job.isLost
    if (!mayGoOn) return this.#watched(() => this.#handled())
    const handling = this.#handled()
    // Most handlers have ended by now, and there is nothing left to be watched.
    return handling === undefined && this.ledger.isIdle ? undefined : this.#watched(() => handling)
  }

  /** Tells the sender that it can't be done. Never fails. */
  apologise(): Promise<void> {
    return this.#tell(apologies.failed, `Something went wrong; delivery ${this.#job.entry.id}.`)
  }

  /** Tells the sender that nobody knows whether it was done. Never fails. */
  sayUncertain(): Promise<void> {
    const what = "I was interrupted, and can't tell whether I finished this"
    return this.#tell(apologies.uncertain, `${what}; delivery ${this.#job.entry.id}.`)
  }

  /** Tells the sender, once, that it failed and is tried again. Never fails. */
  async sayRetrying(): Promise<void> {
    if (this.#job.isLost) return
    await this.#tell(apologies.retrying, retryNotice)
    await this.ledger.settled()
  }

  async #tell(name: string, content: string): Promise<void> {
    if (this.ledger.hasBegun(name)) return
    try {
      await this.ledger.reply(name, { content })
    } catch (error) {
      this.#options.log.error(errorFields(error), 'The sender could not be told')
    }
  }

  /** A bot tells its senders itself; what else handles deliveries may fail. Never fails. */
  async #handled(): Promise<void> {
    try {
      await this.#options.bot.bot.handle(this.#delivery())
    } catch (error) {
      await this.#failed(error)
    }
  }

  async #failed(error: unknown): Promise<void> {
    this.#options.log.error(errorFields(error), 'The handler failed')
    if (!this.#comesAgain(error)) await this.apologise()
  }

  /** Tells what was begun to stop when its time is up, when the process has to, or when somebody else has the delivery. */
  async #watched(handle: () => Promise<void>): Promise<void> {
    const { log, settings, stops } = this.#options
    const { answerBy, clock, handlerTimeout, signal } = settings
    const calledOff: (() => void)[] = []
    let isOver = false
    const left = new Promise<unknown>((leave) => {
      const stop = (reason: unknown, patience: number) => {
        this.#stopping.abort(reason)
        calledOff.push(clock.later(patience, () => leave(reason)))
      }
      const told = () => logStillRunning(log, { handler: this.#handler, duration: answerBy, handlerTimeout })
      if (answerBy < handlerTimeout) calledOff.push(clock.later(answerBy, told, { background: true }))
      calledOff.push(clock.later(handlerTimeout, () => stop(timeoutReason(handlerTimeout), latecomers)))
      const stopSoon = (reason: unknown) => stop(reason, lastWords)
      stops.add(stopSoon)
      calledOff.push(() => stops.delete(stopSoon))
      if (signal?.aborted) stopSoon(signal.reason)
      this.#job.whenLost((reason) => {
        if (!isOver) stop(reason, 0)
        this.ledger.close(reason)
      })
    })
    try {
      const wasLeft = await Promise.race([handle().then(() => undefined), left.then((reason) => ({ reason }))])
      if (wasLeft) {
        log.warn({}, 'The handler did not stop when it was told to; it is left')
        if (!this.#comesAgain(wasLeft.reason)) await this.apologise()
        this.ledger.close(wasLeft.reason)
      }
      if (!this.#job.isLost) await this.ledger.settled()
    } finally {
      isOver = true
      for (const callOff of calledOff) callOff()
    }
  }

  #comesAgain(error: unknown, where?: 'conversation'): boolean {
    if (this.#failure === undefined) {
      const { settings, attempts, watch } = this.#options
      const isStopped = settings.signal?.aborted === true || this.#job.isLost || this.ledger.isClosed
      const isWorthIt = this.#mayRetry && where === undefined && mayGoBetter(error)
      const comesAgain = isStopped || (isWorthIt && this.#job.attempt < attempts)
      this.#failure = { error, comesAgain }
      watch?.failed?.(error)
    }
    return this.#failure.comesAgain
  }

  #delivery(): Delivery {
    const { bot, notification, log, settings } = this.#options
    const delivery = deliveryOf({
      id: this.#job.entry.id,
      notification,
      bot,
      clients: this.#clients,
      log,
      settings,
      signal: this.#stopping.signal,
      routed: ({ name, retry = true }) => {
        this.#handler = name
        this.#mayRetry = retry
      },
      send: (outgoing, { name = String(this.#replies++) }) => this.ledger.reply(name, outgoing),
    })
    return Object.assign(delivery, {
      again: (error, where) => this.#comesAgain(error, where),
      isCutOff: () => this.ledger.isClosed,
      once: (step, work) => this.ledger.once(step, work),
    } satisfies Pick<Delivery, 'again' | 'isCutOff' | 'once'>)
  }

  #openLedger(): DeliveryLedger {
    const { notification, log, settings, replyTimeout } = this.#options
    const last = lastReplies(settings.storage, this.#job.entry, log)
    return new DeliveryLedger({
      lines: this.#job.ledger,
      note: (line) => this.#job.note(line),
      send: (outgoing, onRefused) =>
        sendToConversation(this.#clients.client, notification, outgoing, log, { timeout: replyTimeout, onRefused }),
      find: async (sought) =>
        findReply({ client: this.#clients.client, notification, ...sought, after: await last.read() }),
      onSent: (id) => last.note(id),
      onResumed: (id) => last.noteAtLeast(id),
      now: () => settings.clock.now(),
      callsEndWithin: replyTimeout * untilSettled,
    })
  }
}

/**
 * How many timeouts of a call are waited for before a reply that isn't there counts as not sent: half of one more is for a
 * server that goes on with it, and for clocks that differ.
 */
const untilSettled = 1.5

/** Milliseconds that a handler has to end after its time is up; and when the process shuts down. */
const latecomers = 10_000
const lastWords = 500
