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
import { isRetryable } from './retry.js'

export interface HandlerRunOptions {
  readonly bot: RegisteredBot
  readonly notification: Notification
  readonly log: Log
  readonly watch: JobWatch | undefined
  readonly settings: ReceiverSettings
  /** Maximum number of attempts. */
  readonly attempts: number
  /** Milliseconds that sending a reply may take. */
  readonly replyTimeout: number
  /** Abort the running handlers. */
  readonly stops: Set<(reason: unknown) => void>
}

export interface Failure {
  readonly error: unknown
  /** Whether the delivery is tried again, so that the sender wasn't told. */
  readonly isRetried: boolean
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

  get failure(): Failure | undefined {
    return this.#failure
  }

  /** Runs the handler. Ends with it, or some time after it was aborted. */
  run(): Promise<void> | undefined {
    const mayGoOn = this.#options.settings.signal?.aborted !== true && !this.#job.isLost
    if (!mayGoOn) return this.#watched(() => this.#handled())
    const handling = this.#handled()
    return handling === undefined && this.ledger.isIdle ? undefined : this.#watched(() => handling)
  }

  /** Tells the sender that the delivery failed. Never fails. */
  apologise(): Promise<void> {
    return this.#tell(apologies.failed, `Something went wrong; delivery ${this.#job.entry.id}.`)
  }

  /** Tells the sender that the outcome is unknown. Never fails. */
  sayUncertain(): Promise<void> {
    const what = "I was interrupted, and can't tell whether I finished this"
    return this.#tell(apologies.uncertain, `${what}; delivery ${this.#job.entry.id}.`)
  }

  /** Tells the sender, once, that the delivery is retried. Never fails. */
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
      this.#options.log.error(errorFields(error), 'Failed to notify the sender')
    }
  }

  /** A `Bot` handles its own errors; other handlers may throw. Never fails. */
  async #handled(): Promise<void> {
    try {
      await this.#options.bot.bot.handle(this.#delivery())
    } catch (error) {
      await this.#failed(error)
    }
  }

  async #failed(error: unknown): Promise<void> {
    this.#options.log.error(errorFields(error), 'The handler failed')
    if (!this.#isRetried(error)) await this.apologise()
  }

  /** Aborts the handler when its time is up, the process shuts down, or the lease is lost. */
  async #watched(handle: () => Promise<void>): Promise<void> {
    const { log, settings, stops } = this.#options
    const { answerBy, clock, handlerTimeout, signal } = settings
    const cancels: (() => void)[] = []
    let isOver = false
    const left = new Promise<unknown>((leave) => {
      const stop = (reason: unknown, patience: number) => {
        this.#stopping.abort(reason)
        cancels.push(clock.later(patience, () => leave(reason)))
      }
      const told = () => logStillRunning(log, { handler: this.#handler, duration: answerBy, handlerTimeout })
      if (answerBy < handlerTimeout) cancels.push(clock.later(answerBy, told, { background: true }))
      cancels.push(clock.later(handlerTimeout, () => stop(timeoutReason(handlerTimeout), abortGrace)))
      const stopSoon = (reason: unknown) => stop(reason, shutdownGrace)
      stops.add(stopSoon)
      cancels.push(() => stops.delete(stopSoon))
      if (signal?.aborted) stopSoon(signal.reason)
      this.#job.whenLost((reason) => {
        if (!isOver) stop(reason, 0)
        this.ledger.close(reason)
      })
    })
    try {
      const abandoned = await Promise.race([handle().then(() => undefined), left.then((reason) => ({ reason }))])
      if (abandoned) {
        log.warn({}, 'The handler ignored its abort signal; no longer waiting for it')
        if (!this.#isRetried(abandoned.reason)) await this.apologise()
        this.ledger.close(abandoned.reason)
      }
      if (!this.#job.isLost) await this.ledger.settled()
    } finally {
      isOver = true
      for (const cancel of cancels) cancel()
    }
  }

  #isRetried(error: unknown, where?: 'conversation'): boolean {
    if (this.#failure === undefined) {
      const { settings, attempts, watch } = this.#options
      const isStopped = settings.signal?.aborted === true || this.#job.isLost || this.ledger.isClosed
      const isWorthIt = this.#mayRetry && where === undefined && isRetryable(error)
      const isRetried = isStopped || (isWorthIt && this.#job.attempt < attempts)
      this.#failure = { error, isRetried }
      watch?.failed?.(error)
    }
    return this.#failure.isRetried
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
      again: (error, where) => this.#isRetried(error, where),
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
      find: async (query) =>
        findReply({ client: this.#clients.client, notification, ...query, after: await last.read() }),
      onSent: (id) => last.note(id),
      onResumed: (id) => last.noteAtLeast(id),
      now: () => settings.clock.now(),
      callsEndWithin: replyTimeout * untilSettled,
    })
  }
}

/**
 * After this many times the call's timeout, a reply that isn't found counts as not sent. The half is for a slow server and
 * for clocks that differ.
 */
const untilSettled = 1.5

/** Milliseconds that a handler may go on after its timeout, and after the process is told to shut down. */
const abortGrace = 10_000
const shutdownGrace = 500
