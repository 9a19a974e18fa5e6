import {
  Delivery,
  errorFields,
  isOverheard,
  type JobWatch,
  type Log,
  type Outgoing,
  type QueueJob,
  type Sentences,
  sendToConversation,
} from '../bot/index.js'
import { askedWait, isRateLimited } from '../client/errors/exchangeErrors.js'
import { type CallOptions, pause } from '../client/index.js'
import type { Notification } from '../protocol/index.js'
import { type Bots, type RegisteredBot, sentencesOf } from '../receiver/bots/bots.js'
import { noObserver } from '../receiver/delivery/dispatcher.js'
import {
  abortGrace,
  HandlerTime,
  ignoredAbort,
  logStillRunning,
  timeoutReason,
} from '../receiver/delivery/handlerTime.js'
import type { ReceiverSettings } from '../receiver/options.js'
import { apologies, DeliveryLedger } from './deliveryLedger.js'
import { findReply, lastReplies } from './lookup.js'
import { isRetryable } from './retry.js'

export interface WorkContext {
  readonly bots: Bots
  readonly settings: ReceiverSettings
  /** Functions that abort the running handlers when the worker stops. */
  readonly stops: Set<(reason: unknown) => void>
  readonly log: Log
  readonly attempts: number
  /** How often a process may die while it runs this delivery alone. */
  readonly maxCrashes: number
  /** Milliseconds that sending a reply may take. */
  readonly replyTimeout: number
  /** For each call that sends a reply. */
  readonly replyCall: CallOptions & { readonly maxWait: number }
  readonly random: () => number
}

interface Handled {
  readonly bot: RegisteredBot
  readonly notification: Notification
  /** Further fields for the log. */
  readonly facts: object
  readonly watch: JobWatch | undefined
}

interface Failure {
  readonly error: unknown
  /** Whether the delivery is retried, so that the sender wasn't told. */
  readonly isRetried: boolean
}

export class HandlerRun {
  readonly ledger: DeliveryLedger
  readonly #job: QueueJob
  readonly #handled: Handled
  readonly #context: WorkContext
  readonly #delivery: Delivery
  readonly #time: HandlerTime
  /** UNIX milliseconds. */
  readonly #until: number
  #replies = 0
  /** The handler was abandoned: later failures change nothing. */
  #isOver = false
  #failure: Failure | undefined

  constructor(job: QueueJob, handled: Handled, context: WorkContext) {
    const { bot, notification, facts } = handled
    const { settings, replyTimeout, replyCall: call } = context
    const { clock, storage, handlerTimeout } = settings
    const watch: Omit<JobWatch, 'ended'> | undefined = handled.watch
    this.#job = job
    this.#handled = handled
    this.#context = context
    this.#until = clock.now() + handlerTimeout
    this.#delivery = new Delivery({
      id: job.entry.id,
      notification,
      accounts: bot,
      log: bot.log,
      facts,
      clock,
      storage,
      arrived: job.entry.arrived,
      watch,
      observer: settings.observer ?? noObserver,
      send: (outgoing, { name = String(this.#replies++) }) => this.#reply(name, outgoing),
      attempt: {
        again: (error, where) => this.#isRetried(error, where),
        isCutOff: () => this.ledger.isClosed,
        once: (step, work) => this.ledger.once(step, work),
      },
    })
    const { log } = this.#delivery
    this.#time = new HandlerTime(this.#delivery, clock)
    const last = lastReplies(storage, job.entry, log)
    this.ledger = new DeliveryLedger(job, clock, {
      send: (outgoing, onRefused) =>
        sendToConversation(this.#delivery.client, notification, outgoing, log, { call, onRefused }),
      find: async ({ known, after = job.entry.message, ...reply }) =>
        findReply({
          ...reply,
          client: this.#delivery.client,
          notification,
          known: new Set([...known, await last.read()]),
          after,
          notice: (await this.#sentences()).tryingAgain,
        }),
      lastBefore: last.read,
      onSent: last.note,
      onResumed: last.noteAtLeast,
      callsEndWithin: replyTimeout * untilSettled,
    })
  }

  get log(): Log {
    return this.#delivery.log
  }

  get failure(): Failure | undefined {
    return this.#failure
  }

  /**
   * Runs the handler, which is aborted when its time is up, the process shuts down, or the lease is lost. Resolves when
   * the handler ends, or some time after it was aborted.
   */
  async run(): Promise<void> {
    const { log } = this.#delivery
    const { stops } = this.#context
    const { answerBy, handlerTimeout, signal } = this.#context.settings
    const time = this.#time
    const shutDown = (reason: unknown) => time.stop(reason, shutdownGrace)
    const lose = () => {
      time.stop(this.#job.signal.reason, 0)
      this.ledger.close(this.#job.signal.reason)
    }
    if (answerBy < handlerTimeout) {
      const tell = () => logStillRunning(log, this.#delivery.handler, answerBy, handlerTimeout)
      time.after(answerBy, tell, { background: true })
    }
    time.after(handlerTimeout, () => time.stop(timeoutReason(handlerTimeout), abortGrace))
    stops.add(shutDown)
    if (signal?.aborted) shutDown(signal.reason)
    this.#job.signal.addEventListener('abort', lose)
    if (this.#job.signal.aborted) lose()
    try {
      const abandoned = await time.waitFor(this.#handle())
      if (abandoned) {
        log.warn({}, ignoredAbort)
        const isRetried = this.#isRetried(abandoned.reason)
        this.#isOver = true
        if (!isRetried) await this.apologise()
        this.ledger.close(abandoned.reason)
      }
      if (!this.#job.signal.aborted) await this.ledger.settled()
    } finally {
      time.end()
      stops.delete(shutDown)
    }
  }

  apologise(): Promise<void> {
    return this.#tell(apologies.failed, ({ failed }) => failed(this.#job.entry.id))
  }

  sayUncertain(): Promise<void> {
    return this.#tell(apologies.uncertain, ({ interrupted }) => interrupted(this.#job.entry.id))
  }

  /** Tells the sender, once, that the delivery is retried. Never fails. */
  async sayRetrying(): Promise<void> {
    if (this.#job.signal.aborted) return
    await this.#tell(apologies.retrying, ({ tryingAgain }) => tryingAgain)
    await this.ledger.settled()
  }

  /**
   * Sends a reply. While the rate limit holds it back it waits here: the handler has done its work, and a retry would do that
   * again. No call is under way meanwhile, so the ledger knows when the last one ends.
   */
  async #reply(name: string, outgoing: Outgoing): Promise<number> {
    const { clock } = this.#context.settings
    for (;;) {
      try {
        return await this.ledger.reply(name, outgoing)
      } catch (error) {
        const wait = isRateLimited(error) ? askedWait(error) : undefined
        if (!wait || clock.now() + wait >= this.#until) throw error
        await pause(clock, wait, this.#delivery.signal)
      }
    }
  }

  async #tell(name: string, sentence: (sentences: Sentences) => string): Promise<void> {
    if (this.ledger.hasBegun(name) || isOverheard(this.#handled.notification)) return
    try {
      const outgoing = { content: sentence(await this.#sentences()) }
      // By the time the rate limit lets it go, the retry has begun.
      await (name === apologies.retrying ? this.ledger.reply(name, outgoing) : this.#reply(name, outgoing))
    } catch (error) {
      this.#delivery.log.error(errorFields(error), 'Failed to notify the sender')
    }
  }

  async #sentences(): Promise<Sentences> {
    const { bot, notification } = this.#handled
    const { log } = this.#delivery
    return sentencesOf(bot, { notification, storage: this.#context.settings.storage, log })
  }

  /** A `Bot` handles its own errors; other handlers may throw. Never fails. */
  async #handle(): Promise<void> {
    const { bot } = this.#handled
    try {
      await bot.bot.handle(this.#delivery)
    } catch (error) {
      this.#delivery.log.error(errorFields(error), 'The handler failed')
      if (!this.#isRetried(error)) await this.apologise()
    }
  }

  /** Of several errors, one that can be retried is enough. */
  #isRetried(error: unknown, where?: 'conversation'): boolean {
    const before = this.#failure
    if (before && (before.isRetried || this.#isOver)) return before.isRetried
    const { settings, attempts } = this.#context
    const isStopped = settings.signal?.aborted === true || this.#job.signal.aborted || this.ledger.isClosed
    const isWorthIt =
      this.#delivery.mayRetry && where === undefined && isRetryable(error) && this.#job.attempt < attempts
    const isRetried = before ? isWorthIt && !isStopped : isWorthIt || isStopped
    if (!before) this.#handled.watch?.failed?.(error)
    if (!before || isRetried) this.#failure = { error, isRetried }
    return isRetried
  }
}

/**
 * After this many times the call's timeout, a reply that isn't found counts as not sent. The half is for a slow server and
 * for clocks that differ.
 */
const untilSettled = 1.5

/** Milliseconds that a handler may keep running once the process shuts down. */
const shutdownGrace = 500
