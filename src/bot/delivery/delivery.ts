import type { Client, Clock } from '../../client/index.js'
import type { Notification } from '../../protocol/index.js'
import type { Storage } from '../../storage/index.js'
import type { Log } from '../log.js'
import type { ObservedRoute } from '../observer.js'

/** One notification on its way to a bot, with all that the bot needs to act on it. A receiver or a queue makes it. */
export interface Delivery {
  /** Names this delivery in logs, and to the sender when something goes wrong. */
  readonly id: string
  readonly notification: Notification
  /** Acts as the bot. */
  readonly client: Client
  /** The bot's owner; only when the owner's own credentials are configured. The client acts as the owner. */
  readonly owner?: { readonly email: string; readonly client: Client }
  /** The lower-case addresses of all bots behind this receiver. */
  readonly ownEmails: ReadonlySet<string>
  /** Aborts when the handler's time is up or the process shuts down. */
  readonly signal: AbortSignal
  readonly log: Log
  /** Where the bot has its time from. */
  readonly clock: Clock
  /** Where the bot keeps what must outlast the message; shared by all bots behind the receiver. */
  readonly storage: Storage
  /**
   * Answers in the same conversation; a later call adds another message. The order of calls is kept. Gives the ID of the
   * message, undefined where it is none yet: the first reply may become the webhook's own answer, which has none.
   */
  reply(content: string, options?: DeliveryReplyOptions): Promise<number | undefined>
  /**
   * Makes a text the webhook's own answer, at once, and says whether it could: it does so only for the first reply, while
   * the webhook is not answered yet. Not there where no webhook waits for an answer.
   */
  answer?(content: string): boolean
  /**
   * Whether the delivery comes again after an error, so that nobody has to be told of it yet. Not there for a delivery
   * that comes once. In a `conversation` that is stored, what failed is known and would fail again.
   */
  again?(error: unknown, where?: 'conversation'): boolean
  /** Whether nothing more can be done for it now, whatever failed; it comes again. Not there for a delivery that comes once. */
  isCutOff?(): boolean
  /**
   * Is told which handler takes it, by a name for the log such as `command order <dish>`. With `retry: false` a failed
   * attempt is the last. Without a name nobody takes it.
   */
  routed?(route: ObservedRoute & { readonly retry?: boolean | undefined }): void
  /** Hears that a middleware called `next()`: by its place among those of the route. */
  passed?(middleware: number): void
  /** Hears of what the handler threw, but for what is an answer to the sender. */
  failed?(error: unknown): void
  /**
   * Does something that must not be done twice, unless that was done before for this delivery: then it gives what came
   * of it. Not there for a delivery that comes once.
   */
  once?(step: DeliveryStep, work: () => Promise<unknown>): Promise<unknown>
}

/** Something that is done for a delivery; the same each time that the delivery comes. */
export interface DeliveryStep {
  /** `call`: of the API. `once`: something that the bot's author has named. */
  readonly kind: 'call' | 'once'
  readonly key: string
}

export interface DeliveryReplyOptions {
  /** Draws a widget: the parameter of the same name. */
  readonly widgetContent?: string
  /** Sends it as a message in any case, so that there is an ID by which it can be changed later. */
  readonly asMessage?: boolean
  /** Which reply it is, for a delivery that comes more than once; by their number unless given. */
  readonly name?: string
}

/** What a bot needs to do something by itself, when no message came: for schedules, and for questions whose time is up. */
export interface BotRuntime {
  /** The bot's own address. */
  readonly email: string
  /** Acts as the bot. */
  readonly client: Client
  /** The bot's owner; only when the owner's own credentials are configured. The client acts as the owner. */
  readonly owner?: { readonly email: string; readonly client: Client }
  /** The lower-case addresses of all bots behind this receiver. */
  readonly ownEmails: ReadonlySet<string>
  /** Shared by all bots behind the receiver, and by all processes that serve them. */
  readonly storage: Storage
  readonly clock: Clock
  readonly log: Log
  /** Aborts when the process shuts down. */
  readonly signal: AbortSignal
}

/** What a bot does by itself while it runs. */
export interface BotRun {
  /** Resolves when nothing is under way and the next thing has its timer. */
  idle(): Promise<void>
  /** Begins nothing more. Resolves when nothing is under way. */
  stop(): Promise<void>
}
