import {
  callsOf,
  type Delivery,
  type DeliveryOutcome,
  type DeliveryReplyOptions,
  type DeliveryWatch,
  errorFields,
  type Log,
  type Outgoing,
  sendToConversation,
  withFields,
} from '../../bot/index.js'
import { type CallWatch, type Client, type ObserveCall, observedClient } from '../../client/index.js'
import type { Clock, Waiting } from '../../clock.js'
import type { Notification } from '../../protocol/index.js'
import type { Storage } from '../../storage/index.js'
import { type Received, type RegisteredBot, sentencesOf } from '../bots/bots.js'
import type { Answer } from '../dedupe.js'
import type { ReceiverSettings } from '../options.js'
import { outgoingReply, Replies } from './replies.js'

export class IncomingDelivery {
  readonly id: string
  readonly received: Received
  /** UNIX milliseconds. */
  readonly arrived: number
  readonly settings: ReceiverSettings
  readonly watch: DeliveryWatch | undefined
  readonly log: Log

  constructor(received: Received, arrived: number, settings: ReceiverSettings) {
    const { bot, notification } = received
    const facts = { bot: bot.email, trigger: notification.trigger, message: notification.message.id }
    this.id = settings.newDeliveryId()
    this.received = received
    this.arrived = arrived
    this.settings = settings
    this.watch = settings.observer?.delivery?.({ id: this.id, ...facts })
    this.log = withFields(bot.log, { delivery: this.id, ...facts, ...this.watch?.facts })
  }

  get duration(): number {
    return this.settings.clock.now() - this.arrived
  }

  /** Tells the observer that the delivery has ended; returns the fields for the log. */
  ended(outcome: DeliveryOutcome): { readonly outcome: DeliveryOutcome; readonly duration: number } {
    const end = { outcome, duration: this.duration }
    this.watch?.ended?.(end)
    return end
  }
}

interface DeliveryRunWatch {
  answered(answer: Answer): void
  ended(): void
}

/**
 * The run of a handler in the receiver's process, without a queue. The webhook is answered in time; the handler may continue
 * until its timeout.
 */
export class DeliveryRun {
  readonly answer: Promise<Answer>
  /** Resolves when the handler has ended, or was abandoned after its timeout, and its replies are sent. Never rejects. */
  readonly finished: Promise<void>
  readonly #incoming: IncomingDelivery
  readonly #watch: DeliveryRunWatch
  readonly #clients: Pick<Delivery, 'client' | 'owner'>
  readonly #replies: Replies
  readonly #time: HandlerTime
  #settle: (answer: Answer) => void = () => {}
  #given: Answer | undefined
  #handler: string | undefined
  #isFinished = false
  #failure: { readonly error: unknown } | undefined
  #hasFailed = false

  constructor(incoming: IncomingDelivery, watch: DeliveryRunWatch) {
    const { received, log, settings, duration } = incoming
    this.#incoming = incoming
    this.#watch = watch
    this.#clients = new DeliveryClients(received.bot, log, callsOf(settings.observer, incoming.watch))
    this.#replies = new Replies(
      (outgoing) => sendToConversation(this.#clients.client, received.notification, outgoing, log),
      (error) => log.error({ error }, 'Failed to send a reply'),
    )
    this.answer = new Promise((resolve) => {
      this.#settle = resolve
    })
    this.#time = new HandlerTime(settings.clock)
    this.#time.after(settings.answerBy - duration, () => this.#answerEarly())
    this.#time.after(settings.handlerTimeout - duration, () => this.#timeOut())
    this.finished = this.#run()
  }

  get isFinished(): boolean {
    return this.#isFinished
  }

  abort(reason: unknown): void {
    this.#time.stop(reason)
  }

  async #run(): Promise<void> {
    const abandoned = await this.#time.waitFor(this.#handle())
    if (abandoned) await this.#abandoned(abandoned.reason)
    // A reply that can't be sent may still become the webhook's response.
    if (this.#replies.isSending) await this.#replies.settled()
    this.#time.end()
    const answer = this.#given ?? this.#give(this.#failure && this.#replies.isUnanswered ? 'failed' : undefined)
    this.#isFinished = true
    this.#watch.ended()
    const { log } = this.#incoming
    if (this.#failure) {
      this.#failed(this.#failure.error)
      log.error({ ...this.#incoming.ended('failed'), error: this.#failure.error }, 'The handler failed')
    } else {
      log.info(this.#incoming.ended(this.#hasFailed ? 'failed' : this.#outcome(answer)), 'Handled')
    }
  }

  async #handle(): Promise<void> {
    const { id, received, log, settings } = this.#incoming
    const { bot, notification } = received
    const delivery = new ReceivedDelivery({
      id,
      notification,
      bot,
      clients: this.#clients,
      log,
      settings,
      time: this.#time,
      failed: (error) => {
        if (!this.#isFinished) this.#failed(error)
      },
      routed: (route) => {
        this.#handler = route.name
        this.#incoming.watch?.routed?.(route)
      },
      passed: (middleware) => this.#incoming.watch?.passed?.(middleware),
      hold: (outgoing) => this.#replies.hold(outgoing),
      send: (outgoing, { asMessage = false }) =>
        asMessage ? this.#replies.addMessage(outgoing) : this.#replies.add(outgoing),
    })
    try {
      await bot.bot.handle(delivery)
    } catch (error) {
      this.#failure ??= { error }
    }
  }

  /** Answers the webhook while the handler still runs. */
  #answerEarly(): void {
    const { log, duration, settings } = this.#incoming
    this.#give()
    logStillRunning(log, this.#handler, duration, settings.handlerTimeout)
  }

  #timeOut(): void {
    const { log, duration, settings } = this.#incoming
    this.#time.stop(timeoutReason(settings.handlerTimeout), abortGrace)
    log.warn({ duration }, 'The handler timed out; its signal is aborted')
  }

  async #abandoned(reason: unknown): Promise<void> {
    const { id, log, received, settings } = this.#incoming
    this.#failure = { error: reason }
    log.warn({}, ignoredAbort)
    if (this.#replies.isUnanswered) {
      const sentences = await sentencesOf(received.bot, {
        notification: received.notification,
        storage: settings.storage,
        log,
      })
      this.#replies
        .add({ content: sentences.failed(id) })
        .catch((error) => log.error(errorFields(error), 'Failed to notify the sender'))
    }
    this.#replies.close(reason)
  }

  #give(answer: Answer = this.#replies.takeAnswer()): Answer {
    this.#given = answer
    this.#watch.answered(answer)
    this.#settle(answer)
    return answer
  }

  #failed(error: unknown): void {
    this.#hasFailed = true
    this.#incoming.watch?.failed?.(error)
  }

  #outcome(answer: Answer): DeliveryOutcome {
    if (typeof answer === 'object' && 'content' in answer) return 'answered'
    return this.#replies.isEmpty ? 'quiet' : 'sent'
  }
}

/** A handler's time limit: when it expires, its signal aborts; if the handler still doesn't end, it is abandoned. */
export class HandlerTime {
  readonly #clock: Clock
  readonly #controller = new AbortController()
  readonly #cancels: (() => void)[] = []
  readonly #abandoned: Promise<unknown>
  #abandon: (reason: unknown) => void = () => {}

  constructor(clock: Clock) {
    this.#clock = clock
    this.#abandoned = new Promise((resolve) => {
      this.#abandon = resolve
    })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  after(milliseconds: number, action: () => void, how?: Waiting): void {
    this.#cancels.push(this.#clock.later(Math.max(0, milliseconds), action, how))
  }

  /** Aborts the signal. @param grace Milliseconds after which the handler is abandoned. (default: never) */
  stop(reason: unknown, grace?: number): void {
    this.#controller.abort(reason)
    if (grace !== undefined) this.after(grace, () => this.#abandon(reason))
  }

  /** Resolves when the handler has ended, or with the reason if it was abandoned. */
  waitFor(handling: Promise<void>): Promise<{ readonly reason: unknown } | undefined> {
    return Promise.race([handling.then(() => undefined), this.#abandoned.then((reason) => ({ reason }))])
  }

  end(): void {
    for (const cancel of this.#cancels) cancel()
  }
}

/** Milliseconds that a handler has to end after its timeout. */
export const abortGrace = 10_000

export const ignoredAbort = 'The handler ignored its abort signal; no longer waiting for it'

export function timeoutReason(milliseconds: number): DOMException {
  return new DOMException(
    `The handler took longer than ${milliseconds} ms. Its signal is aborted. Raise handlerTimeout if it needs more.`,
    'TimeoutError',
  )
}

/** @param handler Such as `command order <dish>`; undefined if no handler was chosen. */
export function logStillRunning(log: Log, handler: string | undefined, duration: number, handlerTimeout: number): void {
  log.info(
    { handler, duration, abortsIn: Math.max(0, handlerTimeout - duration) },
    'The handler is still running; its replies are now sent as messages',
  )
}

interface DeliveryParts extends Pick<Delivery, 'id' | 'notification' | 'log' | 'failed' | 'routed' | 'passed'> {
  readonly time: Pick<HandlerTime, 'signal'>
  readonly bot: RegisteredBot
  readonly clients: Pick<Delivery, 'client' | 'owner'>
  readonly settings: Pick<ReceiverSettings, 'clock' | 'storage'>
  readonly hold?: (outgoing: Outgoing) => boolean
  readonly send: (outgoing: Outgoing, options: DeliveryReplyOptions) => Promise<number | undefined>
}

/** The delivery as passed to the handler. A class, because getters of an object literal are slow. Parts are made on first use. */
export class ReceivedDelivery implements Delivery {
  readonly id: string
  readonly notification: Notification
  readonly ownEmails: ReadonlySet<string>
  readonly log: Log
  readonly clock: Clock
  readonly storage: Storage
  readonly failed: Delivery['failed']
  readonly routed: Delivery['routed']
  readonly passed: Delivery['passed']
  /** Bound, so that handlers can destructure it. */
  readonly reply: Delivery['reply'] = (content, options) => this.#reply(content, options)
  readonly #parts: DeliveryParts

  constructor(parts: DeliveryParts) {
    const { id, notification, bot, log, settings, failed, routed, passed } = parts
    this.id = id
    this.notification = notification
    this.ownEmails = bot.ownEmails
    this.log = log
    this.clock = settings.clock
    this.storage = settings.storage
    this.failed = failed
    this.routed = routed
    this.passed = passed
    this.#parts = parts
  }

  get client(): Client {
    return this.#parts.clients.client
  }

  get owner(): Delivery['owner'] {
    return this.#parts.clients.owner
  }

  get signal(): AbortSignal {
    return this.#parts.time.signal
  }

  answer(content: string): boolean {
    const { hold } = this.#parts
    const outgoing = hold && outgoingReply(content, {}, this.log)
    return outgoing !== undefined && hold?.(outgoing) === true
  }

  #reply(content: string, options: DeliveryReplyOptions = {}): Promise<number | undefined> {
    const sending = (async () => {
      const outgoing = outgoingReply(content, options, this.log)
      return outgoing && this.#parts.send(outgoing, options)
    })()
    // A rejection that isn't awaited must not end the process; it has been logged.
    sending.catch(() => {})
    return sending
  }
}

/**
 * The clients of one delivery, created on first use. Their calls and retries are logged to the delivery's log and reported
 * to `observe`.
 */
export class DeliveryClients {
  readonly #bot: Pick<RegisteredBot, 'client' | 'owner'>
  readonly #log: Log
  readonly #observe: ObserveCall | undefined
  #client: Client | undefined
  #owner: Delivery['owner']

  constructor(bot: Pick<RegisteredBot, 'client' | 'owner'>, log: Log, observe: ObserveCall | undefined) {
    this.#bot = bot
    this.#log = log
    this.#observe = observe
  }

  get client(): Client {
    this.#client ??= this.#observed(this.#bot.client)
    return this.#client
  }

  get owner(): Delivery['owner'] {
    const { owner } = this.#bot
    this.#owner ??= owner && { email: owner.email, client: this.#observed(owner.client) }
    return this.#owner
  }

  #observed(client: Client): Client {
    return observedClient(client, (call) => logged(call.endpoint, this.#log, this.#observe?.(call)))
  }
}

function logged(endpoint: string, log: Log, watch: CallWatch | undefined): CallWatch {
  return {
    sending: (attempt) => watch?.sending?.(attempt),
    repeating(repeat) {
      log.warn({ endpoint, ...repeat }, 'Retrying a call')
      watch?.repeating?.(repeat)
    },
    ended(end) {
      log.debug({ endpoint, ...end }, 'Call ended')
      watch?.ended?.(end)
    },
  }
}
