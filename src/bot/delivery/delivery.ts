import {
  type CallOptions,
  type CallWatch,
  type Client,
  type Clock,
  type ObserveCall,
  observedClient,
} from '../../client/index.js'
import { age } from '../../clock.js'
import type { Notification } from '../../protocol/index.js'
import type { Storage } from '../../storage/index.js'
import type { MaybePromise } from '../../values.js'
import { described, errorFields, type Log, withFields } from '../base/log.js'
import { messageParts } from './messageParts.js'
import { callsOf, type DeliveryEnd, type DeliveryOutcome, type DeliveryWatch, type Observer } from './observer.js'
import { Outbox } from './outbox.js'
import { type DeliveryReplyOptions, InvalidReplyError, type Outgoing, outgoingOf } from './outgoing.js'
import { type Destination, destinationOf, lookUpPlace, lookUpTime, placeAge } from './place.js'
import { sendToConversation } from './sendToConversation.js'

/** The accounts that a bot acts as. */
export interface DeliveryAccounts {
  /** Acts as the bot. */
  readonly client: Client
  /** The bot's owner, if the owner's own credentials are configured. The client acts as the owner. */
  readonly owner?: { readonly email: string; readonly client: Client } | undefined
  /** The lower-case addresses of all bots behind this receiver. */
  readonly ownEmails: ReadonlySet<string>
}

export interface DeliveryOptions {
  /** Identifies the delivery in logs, and to the sender if something goes wrong. */
  readonly id: string
  readonly notification: Notification
  readonly accounts: DeliveryAccounts
  readonly log: Log
  readonly clock: Clock
  readonly storage: Storage
  /** When its request arrived, in UNIX milliseconds. (default: now) */
  readonly arrived?: number
  /** Whether a webhook waits for the first reply. (default: false) */
  readonly webhook?: boolean
  /** Takes work that goes on after the answer, as `Delivery.waitUntil` does. (default: nothing has to know of it) */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined
  /** Aborts when the process shuts down. (default: `abort` decides) */
  readonly signal?: AbortSignal | undefined
  /** Sends a message, and returns its ID. (default: as the bot, to the conversation) */
  readonly send?: (outgoing: Outgoing, options: DeliveryReplyOptions) => Promise<number | undefined>
  /** Set if the delivery may be handled more than once. */
  readonly attempt?: DeliveryAttempt
  /** Follows topics. (default: the bot hears no follow-ups) */
  readonly following?: Following | undefined
  /** Further fields for the log. */
  readonly facts?: object
  readonly watch?: DeliveryWatch | undefined
  /** Observes the calls, which are then logged with the delivery's ID. (default: the clients' own observers) */
  readonly observer?: Observer | undefined
}

/** What a worker adds to deliveries, so that their handlers can follow topics. */
export interface Following {
  /** Resolves to whether the bot hears the topic now. @throws {HandlerError} if nothing handles follow-ups. */
  follow(delivery: Delivery, milliseconds: number): Promise<boolean>
  /** Resolves to whether the topic was followed. */
  unfollow(delivery: Delivery): Promise<boolean>
}

/** One of several attempts to handle a delivery. */
export interface DeliveryAttempt {
  /**
   * Whether this handler, of the one or several, will be run again after this error, so that nobody has to be told yet. An
   * error in a `conversation` that is stored would occur again.
   */
  again(error: unknown, handler: number, where?: 'conversation'): boolean
  /** Whether this attempt was cut short and will be retried. */
  isCutOff(): boolean
  /** Whether a handler has ended in an earlier attempt, and only another one is run again. */
  hasEnded(handler: number): boolean
  /** Records that a handler has ended, since another one is run again. */
  end(handler: number): Promise<unknown>
  /** Does something that must not be done twice, or returns the result of an earlier attempt. */
  once(step: DeliveryStep, work: () => Promise<unknown>): Promise<unknown>
}

/** A step of a handler; the same at each attempt. */
export interface DeliveryStep {
  /** `call`: of the API. `once`: named by the bot's author. */
  readonly kind: 'call' | 'once'
  readonly key: string
}

/** One notification on its way to a bot, from a webhook, a queue or a test, with everything the bot needs to handle it. */
export class Delivery {
  /** Identifies the delivery in logs, and to the sender if something goes wrong. */
  readonly id: string
  readonly notification: Notification
  log: Log
  /** The clock that handlers use. */
  readonly clock: Clock
  /** Keeps what must outlast the message; shared by all bots behind the receiver. */
  readonly storage: Storage
  /** Set if the delivery may be handled more than once. */
  readonly attempt: DeliveryAttempt | undefined
  readonly outbox: Outbox
  /** The handler's name for the log, such as `command order <dish>`; undefined until one is chosen. */
  handler: string | undefined
  /** Whether a queue tries the handler again, whatever it throws. (default: what may pass by itself) */
  retry: boolean | undefined
  /** What its replies answer, which decides where they go: its own message, or that of a conversation which has moved away. */
  answers: Notification
  /** ID of a hint or an answer that the first message replaces. */
  replaces: number | undefined
  /** ID of the first message that was sent; undefined if it became the webhook's response. */
  firstSent: number | undefined
  /** Whether the handler threw something that isn't a reply to the sender. */
  hasFailed = false
  /** When its request arrived, in UNIX milliseconds. */
  readonly arrived: number
  readonly #options: DeliveryOptions
  #client: Client | undefined
  #owner: DeliveryAccounts['owner']
  #controller: AbortController | undefined
  #time: { beginNext(): void } | undefined
  #aborted: { readonly reason: unknown } | undefined
  #hasEnded = false
  #place: { readonly where: Destination | undefined; readonly at: number } | undefined

  constructor(options: DeliveryOptions) {
    const { id, notification, log, watch } = options
    const { bot_email, trigger, message } = notification
    this.id = id
    this.notification = notification
    this.answers = notification
    const facts = { delivery: id, bot: bot_email.toLowerCase(), trigger, message: message.id }
    this.log = withFields(log, Object.assign(facts, options.facts, watch?.facts))
    this.clock = options.clock
    this.arrived = options.arrived ?? options.clock.now()
    this.storage = options.storage
    this.attempt = options.attempt
    this.#options = options
    this.outbox = new Outbox(this, options.webhook === true)
  }

  /** Whether it came by webhook, which waits for the first reply; by a queue or a listener, nothing waits. */
  get isByWebhook(): boolean {
    return this.#options.webhook === true
  }

  /** Acts as the bot. Its calls and retries are logged with the delivery's ID. */
  get client(): Client {
    this.#client ??= this.#observed(this.#options.accounts.client)
    return this.#client
  }

  /** The bot's owner, if the owner's own credentials are configured. The client acts as the owner. */
  get owner(): DeliveryAccounts['owner'] {
    const { owner } = this.#options.accounts
    this.#owner ??= owner && { email: owner.email, client: this.#observed(owner.client) }
    return this.#owner
  }

  /** From now on, replies go to another message's conversation, or to its sender, and never as the webhook's response. */
  answer(notification: Notification): this {
    this.answers = notification
    this.#place = { where: undefined, at: 0 }
    this.outbox.takeAnswer()
    return this
  }

  /** A delivery of another message, which has moved and which nothing waits for. */
  of(notification: Notification): Delivery {
    const { webhook: _, send: __, attempt: ___, ...options } = this.#options
    return new Delivery({ ...options, notification }).answer(notification)
  }

  /** Follows topics; undefined if the bot hears no follow-ups. */
  get following(): Following | undefined {
    return this.#options.following
  }

  /** The lower-case addresses of all bots behind this receiver. */
  get ownEmails(): ReadonlySet<string> {
    return this.#options.accounts.ownEmails
  }

  /** Aborts when the handler's time is up or the process shuts down. */
  get signal(): AbortSignal {
    if (this.#options.signal) return this.#options.signal
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#aborted) this.#controller.abort(this.#aborted.reason)
    }
    return this.#controller.signal
  }

  /** Whether `signal` has aborted. */
  get isAborted(): boolean {
    return this.#aborted !== undefined || this.#options.signal?.aborted === true
  }

  /** Aborts `signal`, if somebody has asked for it. */
  abort(reason: unknown): void {
    this.#aborted ??= { reason }
    this.#controller?.abort(reason)
  }

  /** Replaces a signal that has aborted, for the next handler. */
  renewSignal(): void {
    if (this.#aborted === undefined) return
    this.#aborted = undefined
    this.#controller = undefined
  }

  /**
   * Replies in the same conversation; later calls add further messages, in order. Resolves to the message's ID, or to
   * `undefined` if the reply became the webhook's response. Can be destructured.
   */
  get reply(): (content: string, options?: DeliveryReplyOptions) => Promise<number | undefined> {
    return (content, options) => {
      const sending = this.#reply(content, options)
      // A rejection that isn't awaited must not end the process.
      sending.catch(() => {})
      return sending
    }
  }

  async #reply(given: string, options: DeliveryReplyOptions = {}): Promise<number | undefined> {
    if (typeof given !== 'string') throw new InvalidReplyError(described(given))
    const [first, ...further] = messageParts(given, this.log)
    if (first === undefined) return undefined
    const id = await this.outbox.add(outgoingOf(first, options), options)
    for (const part of further) await this.outbox.add({ content: part }, {})
    return id
  }

  /** Sends a message to the conversation, and returns its ID. */
  async send(outgoing: Outgoing, options: DeliveryReplyOptions): Promise<number | undefined> {
    const id = await this.#send(outgoing, options)
    this.firstSent ??= id
    return id
  }

  #send(outgoing: Outgoing, options: DeliveryReplyOptions): Promise<number | undefined> {
    const { send } = this.#options
    const message_id = this.replaces
    this.replaces = undefined
    if (message_id !== undefined && outgoing.widget_content === undefined) {
      const edit = this.client.messages.edit({ message_id, content: outgoing.content }).then(() => message_id)
      return edit.catch(() => this.#send(outgoing, options))
    }
    return send ? send(outgoing, options) : sendToConversation(this, outgoing)
  }

  /**
   * Where the conversation of the message is now; undefined if the message was deleted, or the bot can't read it any more.
   * The message itself says so while it is new, and so does an earlier look-up.
   * @throws the client's errors if the server can't be asked.
   */
  place(options: CallOptions = {}): MaybePromise<Destination | undefined> {
    const now = this.clock.now()
    const { message, bot_email } = this.answers
    // The time of a message is in whole seconds.
    const sent = ((message.timestamp ?? 0) + 1) * 1_000
    // A clock that is behind the server's doesn't tell how long the message took to arrive.
    const at = this.arrived < sent - 2 * placeAge ? Number.NEGATIVE_INFINITY : Math.min(this.arrived, sent)
    this.#place ??= { where: destinationOf(message, bot_email), at }
    // If the rate limit holds the message back, the look-up waits in its place, and the message follows at once.
    const isSure = age(this.clock, this.#place.at) < placeAge && this.client.rateLimitWait === 0
    return isSure ? this.#place.where : this.#lookUpPlace(now, options)
  }

  /** As `place`, but undefined, too, if the server can't say in time: an answer goes to its sender rather than nowhere. */
  async placeIfKnown(options: CallOptions = {}): Promise<Destination | undefined> {
    // A time-out is for sending, too.
    const timeout = Math.min(lookUpTime, (options.timeout ?? 2 * lookUpTime) / 2)
    try {
      return await this.place({ ...options, timeout })
    } catch (error) {
      this.log.warn(errorFields(error), 'Failed to look up where a message is')
      return undefined
    }
  }

  async #lookUpPlace(at: number, options: CallOptions): Promise<Destination | undefined> {
    const where = await lookUpPlace(this.client, this.answers, options)
    this.#place = { where, at }
    return where
  }

  /**
   * Takes work that goes on after the handler has ended: the platform is kept running until it is done, where it can be, and
   * the receiver's `idle` waits for it. What it throws is logged.
   */
  waitUntil(work: Promise<unknown>): void {
    const noted = work.catch((error: unknown) => this.log.error(errorFields(error), 'Work after the answer failed'))
    this.#options.waitUntil?.(noted)
  }

  /** Sets the time limit of its handlers. */
  limitedBy(time: { beginNext(): void }): void {
    this.#time = time
  }

  /** Called before each further handler of an event, or command of a message. */
  beginNextHandler(retry: boolean | undefined): void {
    this.retry = retry
    this.#time?.beginNext()
  }

  /** Called when the handler is chosen. @param layers The middleware around it, outermost first. */
  routed(name: string | undefined, retry: boolean | undefined, layers: readonly { readonly name: string }[]): void {
    this.handler = name
    this.retry = retry
    const { watch } = this.#options
    watch?.routed?.({ name, middleware: layers.map((layer, at) => layer.name || `middleware ${at + 1}`) })
  }

  /** Called when a middleware calls `next()`. @param middleware Its index in the route. */
  passed(middleware: number): void {
    this.#options.watch?.passed?.(middleware)
  }

  /** Called with errors that the handler throws, except those that are replies to the sender. */
  failed(error: unknown): void {
    // A queue reports the failure of an attempt, once.
    if (this.#hasEnded || this.attempt) return
    this.hasFailed = true
    this.#options.watch?.failed?.(error)
  }

  /** Milliseconds since the request arrived. */
  get duration(): number {
    return this.clock.now() - this.arrived
  }

  /** What a queue keeps for the observer of the job. */
  get trace(): Readonly<Record<string, string>> | undefined {
    const trace = this.#options.watch?.carry?.()
    return trace && Object.keys(trace).length > 0 ? trace : undefined
  }

  /** Tells the observer that the receiver is done with it; returns fields for the log. */
  ended(outcome: DeliveryOutcome): DeliveryEnd {
    this.#hasEnded = true
    const end = { outcome, duration: this.duration }
    this.#options.watch?.ended?.(end)
    return end
  }

  #observed(client: Client): Client {
    const { observer, watch } = this.#options
    if (observer === undefined) return client
    const observe = callsOf(observer, watch)
    return observedClient(client, (call) => loggedCall(call.endpoint, this.log, observe?.(call)))
  }
}

function loggedCall(endpoint: string, log: Log, watch: ReturnType<ObserveCall>): CallWatch {
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
