import {
  type EndpointName,
  type FeatureId,
  hasFeature,
  type Message,
  type Notification,
  newestFeatureLevel,
  type ReadParams,
  svcDialect,
} from '../../protocol/index.js'
import type { Clock } from '../clock.js'
import type { Random } from '../random.js'
import { checkAccess } from './access.js'
import { accountNamed, accountOf, authenticate } from './accounts.js'
import { type Assumptions, assume } from './assumptions.js'
import { directPlace } from './conversations.js'
import type { Audience, EventBodies, EventType, Listener, RealmEvent } from './events.js'
import {
  addBot,
  addChannel,
  addUser,
  changeChannel,
  logIn,
  type NewBot,
  type NewChannel,
  type NewUser,
  setBotAddress,
  subscribe,
  unsubscribe,
} from './growing.js'
import { messagesIn } from './messages.js'
import { messageLink } from './narrowLinks.js'
import { notification } from './notifications.js'
import type { CallContext } from './operation.js'
import { operationFor } from './operations/index.js'
import { plant } from './planting.js'
import { plantContents } from './plantingContents.js'
import { reportPresence } from './presence.js'
import { channelNamed } from './recipients.js'
import { noticeToOwner, postReply, type Reply } from './replies.js'
import type { OrganisationSeed } from './seed.js'
import { messageShape } from './shapes/message.js'
import type { Account, Channel, Mail, Place } from './state.js'
import { readableUpload } from './uploadAccess.js'
import { nextId, type Words, type World } from './world.js'

export interface RealmOptions {
  readonly seed: OrganisationSeed
  readonly clock: Clock
  readonly random: Random
  /** The newest unless given. */
  readonly featureLevel?: number
  readonly assumptions?: Partial<Assumptions>
  /** The organisation's address; asked whenever it is needed, since a free port is known late. */
  readonly url: () => string
  /** Words that depend on the dialect; the spec's own unless given. */
  readonly words?: Words
}

/** What an account calls the API with, and for bots that the server calls, what it knows the server by. */
export interface RealmCredentials {
  readonly email: string
  readonly apiKey: string
  readonly token?: string
}

/** The organisation: its state and its rules. Synchronous; time, chance and addresses come from outside. */
export class Realm {
  /** May be changed at any time: the server is upgraded. */
  featureLevel: number
  readonly clock: Clock
  readonly #world: World
  readonly #listeners = new Set<Listener>()
  readonly #waiting: RealmEvent[] = []
  #delivering = false

  constructor(options: RealmOptions) {
    const assumptions = assume(options.assumptions)
    const { clock, random } = options
    this.featureLevel = options.featureLevel ?? newestFeatureLevel
    this.clock = clock
    const state = plant(options.seed, { start: clock.now(), random, assumptions })
    this.#world = {
      state,
      clock,
      random,
      assumptions,
      words: options.words ?? svcDialect.words,
      has: (feature) => this.has(feature),
      level: () => this.featureLevel,
      url: () => options.url().replace(/\/+$/, ''),
      listened: () => this.#listeners.size > 0,
      emit: (type, audience, body) => this.#emit(type, audience, body),
    }
    plantContents(this.#world, options.seed)
  }

  /** Whether the organisation's server has a feature at its level. */
  has(feature: FeatureId): boolean {
    return hasFeature(this.featureLevel, feature)
  }

  /** The account whose credentials these are. @throws {Refusal} when they are nobody's, or nobody's any more */
  authenticate(email: string, apiKey: string): Account {
    return authenticate(this.#world, email, apiKey)
  }

  /** The account by ID, real address or name. @throws {RangeError} when there is none */
  account(who: string | number): Account {
    return accountNamed(this.#world, who)
  }

  /** What an account calls the API with. @throws {RangeError} when there is no such account */
  credentials(who: string | number): RealmCredentials {
    const { email, apiKey, webhook } = this.account(who)
    return { email, apiKey, ...(webhook && { token: webhook.token }) }
  }

  /** What is checked before parameters are read. @throws {Refusal} when the caller may not call the endpoint at all */
  checkAccess(name: EndpointName, caller: Account | undefined): void {
    checkAccess(name, caller)
  }

  /**
   * Calls an endpoint. The answer comes without the envelope, in the shape of the realm's feature level; fields of the
   * answer go before the envelope's (an older `result` of `partially_completed`).
   *
   * @throws {Refusal} when the service says no
   */
  call<Name extends EndpointName>(
    name: Name,
    caller: Account | undefined,
    params: ReadParams<Name>,
    context: CallContext = {},
  ): Record<string, unknown> {
    checkAccess(name, caller)
    return operationFor(name)({ world: this.#world, caller, params, context })
  }

  /** The organisation's address at this moment. */
  get url(): string {
    return this.#world.url()
  }

  /** Hears of everything that changes from now on. Gives back how to stop that. */
  onEvent(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * What is posted to a bot about a message, as the message is now: ask when the event comes, since a message may be
   * moved or deleted later.
   *
   * @throws {RangeError} when there is no such bot or message
   * @see spec 6.1
   */
  notificationFor({ bot, message }: { readonly bot: number; readonly message: number }): Notification {
    const stored = this.#world.state.messages.get(message)
    if (stored === undefined) throw new RangeError(`There is no message ${message} (any more); choose another.`)
    return notification(this.#world, accountOf(this.#world, bot), stored)
  }

  /** Posts a bot's answer where the message was that triggered it; gives its ID. @throws {Refusal} */
  postReply(reply: Reply): number {
    return postReply(this.#world, reply)
  }

  /** Writes to a bot's owner in the bot's name; undefined when there is nobody to write to. */
  noticeToOwner(botId: number, content: string): number | undefined {
    return noticeToOwner(this.#world, botId, content)
  }

  /** The messages of a topic or of a conversation, oldest first, as Markdown and as everybody may see them. */
  messagesIn(place: Place): Message[] {
    const how = { applyMarkdown: false, clientGravatar: false, emptyTopics: true, withRendered: true }
    return messagesIn(this.#world.state, place).map((message) => messageShape(this.#world, undefined, message, how))
  }

  /** The channel by ID or name. @throws {RangeError} when there is none */
  channel(which: string | number): Channel {
    const { channels } = this.#world.state
    const found = typeof which === 'number' ? channels.get(which) : channelNamed(this.#world, which)
    if (found !== undefined) return found
    const names = [...channels.values()].map((channel) => channel.name).join(', ')
    throw new RangeError(`There is no channel "${which}"; the channels are ${names}.`)
  }

  /** The conversation of exactly these accounts. @throws {RangeError} when one of them does not exist */
  conversation(who: Iterable<string | number>): Place {
    return directPlace([...who].map((one) => this.account(one).id))
  }

  /** The mails that the server would have sent, oldest first. */
  get mails(): readonly Mail[] {
    return this.#world.state.mails
  }

  /** The whole address of a message. @throws {RangeError} when there is none */
  linkTo(messageId: number): string {
    const message = this.#world.state.messages.get(messageId)
    if (message === undefined) throw new RangeError(`There is no message ${messageId} (any more); choose another.`)
    return messageLink(this.#world, message)
  }

  /** An uploaded file, by its path below `/user_uploads/`; undefined when the viewer may not have it. */
  file(viewer: Account, pathId: string): { readonly name: string; readonly file: Blob } | undefined {
    return readableUpload(this.#world, viewer, pathId)
  }

  /** Adds a person. @throws {RangeError} when the ID or the address is taken */
  addUser(user: NewUser): Account {
    return addUser(this.#world, user)
  }

  /** Adds a bot: an outgoing-webhook bot unless said otherwise. @throws {RangeError} when the ID or address is taken */
  addBot(bot: NewBot): Account {
    return addBot(this.#world, bot)
  }

  /** Adds a channel. @throws {RangeError} when the ID is taken */
  addChannel(channel: NewChannel): Channel {
    return addChannel(this.#world, channel)
  }

  /** Renames or archives a channel, or brings it back. @throws {RangeError} when there is none */
  changeChannel(which: string | number, change: { readonly name?: string; readonly is_archived?: boolean }): void {
    changeChannel(this.#world, this.channel(which), change)
  }

  /** Subscribes an account to a channel. @throws {RangeError} when either does not exist */
  subscribe(who: string | number, channel: string | number): void {
    subscribe(this.#world, this.account(who), this.channel(channel))
  }

  /** Takes an account out of a channel. @throws {RangeError} when either does not exist */
  unsubscribe(who: string | number, channel: string | number): void {
    unsubscribe(this.#world, this.account(who), this.channel(channel))
  }

  /** A person's client reports activity, or that it is open while the person is away. @see spec 2.9 */
  reportPresence(who: string | number, status: 'active' | 'idle', client = 'website'): void {
    reportPresence(this.#world, this.account(who), status, client)
  }

  /** A person logs in; the first time ends an imported account's being a stub. @see spec 2.2 */
  logIn(who: string | number): void {
    logIn(this.#world, this.account(who))
  }

  /** Sets where a bot's notifications go. @throws {RangeError} for who is no bot that the server calls */
  setBotAddress(bot: string | number, url: string | undefined): void {
    setBotAddress(this.#world, this.account(bot).id, url)
  }

  /** Calls off everything that waits for its time. */
  stop(): void {
    for (const scheduled of this.#world.state.scheduled.values()) scheduled.cancelDelivery()
    for (const upload of this.#world.state.uploads.values()) upload.cancelSweep()
  }

  /** Events that a listener causes come after the one that it is hearing of, for every listener. */
  #emit<Type extends EventType>(type: Type, audience: Audience, body: EventBodies[Type]): void {
    if (this.#listeners.size === 0) return
    const frame = { id: nextId(this.#world, 'event'), at: this.clock.now(), audience, type }
    this.#waiting.push({ ...frame, ...body } as RealmEvent)
    if (this.#delivering) return
    this.#delivering = true
    try {
      for (let event = this.#waiting.shift(); event !== undefined; event = this.#waiting.shift()) {
        for (const listener of [...this.#listeners]) listener(event)
      }
    } finally {
      this.#delivering = false
    }
  }
}
