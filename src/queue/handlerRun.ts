import {
  Delivery,
  errorFields,
  followingFor,
  followMentioned,
  isOverheard,
  type JobWatch,
  type Log,
  type QueueJob,
  type Sentences,
  sendToConversation,
} from '../bot/index.js'
import { askedWait, isRateLimited } from '../client/errors/exchangeErrors.js'
import type { CallOptions } from '../client/index.js'
import { inTime, pause } from '../clock.js'
import type { Notification } from '../protocol/index.js'
import { type BotRegistry, type RegisteredBot, sentencesFor } from '../receiver/bots/bots.js'
import { noObserver } from '../receiver/delivery/dispatcher.js'
import { HandlerTime, ignoredAbort, logStillRunning } from '../receiver/delivery/handlerTime.js'
import type { ReceiverSettings } from '../receiver/options.js'
import { apologies, DeliveryLedger } from './deliveryLedger.js'
import { findReply, lastReplies } from './lookup.js'
import { passingIn } from './retry.js'

export interface WorkContext {
  readonly bots: BotRegistry
  readonly settings: ReceiverSettings
  /** Functions that abort the running handlers when the worker stops. */
  readonly stops: Set<(reason: unknown) => void>
  readonly log: Log
  readonly attempts: number
  /** How often a process may die while it runs this delivery as a suspect. */
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
  #replies = 0
  /** By the number of the handler. Of what fails in one handler, the first decides. */
  readonly #failures = new Map<number, Failure>()
  #left: Failure | undefined

  constructor(job: QueueJob, handled: Handled, context: WorkContext) {
    const { bot, notification, facts } = handled
    const { settings, replyCall: call } = context
    const { clock, storage } = settings
    const watch: Omit<JobWatch, 'ended'> | undefined = handled.watch
    this.#job = job
    this.#handled = handled
    this.#context = context
    this.#delivery = new Delivery({
      id: job.entry.id,
      notification,
      accounts: bot,
      log: bot.log,
      facts,
      clock,
      storage,
      following: followingFor(bot.bot.overhears),
      arrived: job.entry.arrived,
      watch,
      observer: settings.observer ?? noObserver,
      send: (outgoing, { name = String(this.#replies++) }) =>
        this.#whenAllowed(() => this.ledger.reply(name, outgoing)),
      attempt: {
        again: (error, handler, where) => this.#isRetried(error, handler, where),
        isCutOff: () => this.ledger.isClosed,
        hasEnded: (handler) => this.ledger.hasEnded(handler),
        end: (handler) => this.ledger.end(handler, this.#problemOf(this.#failures.get(handler))),
        once: (step, work) => this.ledger.once(step, work),
      },
    })
    const { log } = this.#delivery
    this.#time = new HandlerTime(this.#delivery, clock, clock.now())
    const last = lastReplies(storage, job.entry, notification.message, { log, clock })
    this.ledger = new DeliveryLedger(job, clock, {
      send: (outgoing, onRefused) => sendToConversation(this.#delivery, outgoing, { call, onRefused }),
      find: async ({ known, after = job.entry.message, ...reply }) =>
        findReply({
          ...reply,
          client: this.#delivery.client,
          notification: this.#delivery.answers,
          known: new Set([...known, await last.read()]),
          after,
          notice: (await this.#sentences()).tryingAgain,
        }),
      lastBefore: last.read,
      onSent: last.note,
      onResumed: last.noteAtLeast,
      callsEndWithin: this.#callsEndWithin,
    })
  }

  get log(): Log {
    return this.#delivery.log
  }

  /** Of several handlers, one that is retried is enough. */
  get failure(): Failure | undefined {
    const failures = [...this.#failures.values()]
    return this.#left ?? failures.find(({ isRetried }) => isRetried) ?? failures[0]
  }

  /** How handlers failed for good, those that ended in earlier attempts included. */
  get problems(): readonly string[] {
    const now = [...this.#failures.values()].flatMap((failure) => this.#problemOf(failure) ?? [])
    return [...new Set([...this.ledger.problems, ...now])]
  }

  #problemOf(failure: Failure | undefined): string | undefined {
    return failure && !failure.isRetried ? this.#handled.bot.hide(describe(failure.error)) : undefined
  }

  /** Whether the handler ignored its abort signal and may still run: later failures change nothing. */
  get isLeft(): boolean {
    return this.#left !== undefined
  }

  /**
   * Runs the handler, which is aborted when its time is up, the process shuts down, or the lease is lost. Resolves when
   * the handler and the steps that it didn't await have ended, or some time after it was aborted.
   */
  async run(): Promise<void> {
    const { log } = this.#delivery
    const { stops } = this.#context
    const { answerBy, handlerTimeout, signal } = this.#context.settings
    const time = this.#time
    const shutDown = (reason: unknown) => time.stop(reason, shutdownGrace)
    const lose = (reason: unknown) => {
      time.stop(reason, 0)
      this.ledger.close(reason)
    }
    if (answerBy < handlerTimeout) {
      const tell = () => logStillRunning(log, this.#delivery.handler, answerBy, handlerTimeout)
      time.after(answerBy, tell, { background: true })
    }
    time.limit(handlerTimeout)
    stops.add(shutDown)
    if (signal?.aborted) shutDown(signal.reason)
    this.#job.onLost(lose)
    try {
      const abandoned = await time.waitFor(this.#handle().then(() => this.ledger.settled()))
      if (abandoned) await this.#leave(abandoned.reason)
    } finally {
      time.end()
      stops.delete(shutDown)
    }
  }

  /** Nothing more is sent; what is being sent gets its time to end. */
  async #leave(error: unknown): Promise<void> {
    const { clock } = this.#context.settings
    this.#delivery.log.warn({}, ignoredAbort)
    if (!this.failure) this.#handled.watch?.failed?.(error)
    if (!this.#isStopped) this.#delivery.log.error(errorFields(error), 'The handler failed')
    this.#left = { error, isRetried: this.#isStopped }
    this.ledger.close(error)
    if (!this.#job.isLost) await inTime(clock, this.#callsEndWithin, this.ledger.settled(), () => {})
  }

  apologise(): Promise<void> {
    return this.#tell(apologies.failed, ({ failed }) => failed(this.#job.entry.id))
  }

  sayStopped(): Promise<void> {
    return this.#tell(apologies.failed, ({ stopped }) => stopped(this.#job.entry.id))
  }

  sayUncertain(): Promise<void> {
    return this.#tell(apologies.uncertain, ({ interrupted }) => interrupted(this.#job.entry.id))
  }

  /** Tells the sender, once, that the delivery is retried. Never fails. */
  async sayRetrying(): Promise<void> {
    if (this.#job.isLost) return
    await this.#tell(apologies.retrying, ({ tryingAgain }) => tryingAgain)
    await this.ledger.settled()
  }

  /**
   * Sends a reply. While the rate limit holds it back it waits here: the handler has done its work, and a retry would do that
   * again. No call is under way meanwhile, so the ledger knows when the last one ends.
   */
  async #whenAllowed(send: () => Promise<number>): Promise<number> {
    const { clock } = this.#context.settings
    for (;;) {
      try {
        return await send()
      } catch (error) {
        const wait = isRateLimited(error) ? askedWait(error) : undefined
        if (!wait || clock.now() + wait >= this.#time.until) throw error
        await pause(clock, wait, this.#delivery.signal)
      }
    }
  }

  async #tell(name: string, sentence: (sentences: Sentences) => string): Promise<void> {
    if (this.ledger.hasBegun(name) || isOverheard(this.#handled.notification)) return
    try {
      const outgoing = { content: sentence(await this.#sentences()) }
      // By the time the rate limit lets it go, the retry has begun.
      const say = () => this.ledger.apologise(name, outgoing)
      await (name === apologies.retrying ? say() : this.#whenAllowed(say))
    } catch (error) {
      this.#delivery.log.error(errorFields(error), 'Failed to notify the sender')
    }
  }

  async #sentences(): Promise<Sentences> {
    const { bot, notification } = this.#handled
    const { log } = this.#delivery
    return sentencesFor(bot, { notification, storage: this.#context.settings.storage, log })
  }

  /** A `Bot` handles its own errors; other handlers may throw. Never fails. */
  async #handle(): Promise<void> {
    const { bot } = this.#handled
    await followMentioned(bot.bot.overhears, this.#delivery)
    try {
      await bot.bot.handle(this.#delivery)
    } catch (error) {
      this.#delivery.log.error(errorFields(error), 'The handler failed')
      if (!this.#isRetried(error, 1)) await this.apologise()
    }
  }

  #isRetried(error: unknown, handler: number, where?: 'conversation'): boolean {
    const before = this.#left ?? this.#failures.get(handler)
    if (before && (before.isRetried || this.#left)) return before.isRetried
    const isStopped = this.#isStopped || this.ledger.isClosed
    const isWorthIt =
      where === undefined &&
      this.#job.attempt < this.#context.attempts &&
      !this.ledger.uncertain &&
      this.#mayPass(error)
    const isRetried = before ? isWorthIt && !isStopped : isWorthIt || isStopped
    if (!this.failure) this.#handled.watch?.failed?.(error)
    if (!before || isRetried) this.#failures.set(handler, { error, isRetried })
    return isRetried
  }

  /** A handler whose time was up would only take as long again. */
  #mayPass(error: unknown): boolean {
    const { retry, isAborted } = this.#delivery
    if (retry === undefined) return !isAborted && passingIn(error) !== undefined
    return retry && Object(error).retry !== false
  }

  /** Whether another worker will go on with it. */
  get #isStopped(): boolean {
    return this.#context.settings.signal?.aborted === true || this.#job.isLost
  }

  get #callsEndWithin(): number {
    return this.#context.replyTimeout * untilSettled
  }
}

export function describe(error: unknown): string {
  const { name, message } = errorFields(error).error
  // Not every object can be converted to a string.
  const text = error instanceof Error ? `${name}: ${message}` : Object(error) === error ? message : String(error)
  return text.slice(0, longestError)
}

/** Characters. */
const longestError = 2_000

/**
 * After this many times the call's timeout, a reply that isn't found counts as not sent. The half is for a slow server and
 * for clocks that differ.
 */
const untilSettled = 1.5

/** Milliseconds that a handler may keep running once the process shuts down. */
const shutdownGrace = 500
