import {
  beginsAt,
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
import { checkAccess } from './access.js'
import { type Alarms, createAlarms } from './alarms.js'
import { type Announcements, createAnnouncements } from './announcements.js'
import { createAnswerNotes, type Noted } from './answerNotes.js'
import { type Assumptions, assume } from './assumptions/assumptions.js'
import type { FixedAssumptionName } from './assumptions/fixedAssumptions.js'
import {
  type CommandArguments,
  isReading,
  type RealmCommandName,
  type RealmCommands,
  realmCommands,
} from './commands.js'
import type { Listener } from './events.js'
import { checkedLevel } from './level.js'
import { directPlace } from './messages/conversations.js'
import { messagesIn } from './messages/messages.js'
import { messageLink } from './messages/narrowLinks.js'
import { channelBy } from './messages/recipients.js'
import type { Reply } from './messages/replies.js'
import { notificationFor, notificationNow } from './notifications/notifications.js'
import { type Why, whyTriggered } from './notifications/whyTriggered.js'
import type { CallContext } from './operation.js'
import { readableUpload } from './organisation/uploadAccess.js'
import { temporaryUpload } from './organisation/uploads.js'
import { createEventQueues, type EventQueues } from './queues/eventQueues.js'
import { seenBy } from './queues/seenBy.js'
import { waitFor } from './queues/waitFor.js'
import type { Perform, RealmCredentials, RealmOptions } from './realmOptions.js'
import { type RealmMemory, remembered, toRemember } from './remembering.js'
import type { NewBot, NewChannel, NewUser } from './seed/growing.js'
import { plant } from './seed/planting.js'
import { plantContents } from './seed/plantingContents.js'
import { messageShape } from './shapes/message.js'
import type { Account, Channel, Mail, Place, Scheduled, State, StoredMessage } from './state.js'
import { accountNamed, accountOf, authenticate, isSecret } from './users/accounts.js'
import { type Picture, pictureAt } from './users/pictures.js'
import { nextId, type World } from './world.js'

/** The organisation: its state and its rules. Synchronous; time, chance and addresses come from outside. */
export class Realm {
  readonly clock: Clock
  readonly #world: World & { state: State }
  readonly #perform: Perform
  readonly #notes = createAnswerNotes()
  readonly #announcements: Announcements
  readonly #alarms: Alarms
  readonly #startsAfter: boolean

  constructor(options: RealmOptions) {
    const assumptions = assume(options.assumptions, this.#notes.assumes)
    const { clock, random } = options
    const level = checkedLevel(options.featureLevel ?? newestFeatureLevel)
    this.clock = clock
    this.#announcements = createAnnouncements(clock, () => nextId(this.#world, 'event'))
    this.#perform = options.perform ?? ((_name, _args, change) => change())
    this.#alarms = createAlarms(
      clock,
      () => this.#world.state,
      ({ kind, id }) => this.#do('timer', kind, id),
    )
    const state = plant(options.seed, { start: clock.now(), random, assumptions, level })
    this.#world = {
      state,
      clock,
      random,
      assumptions,
      words: options.words ?? svcDialect.words,
      queues: createEventQueues({
        clock,
        heartbeat: assumptions.heartbeatSeconds,
        listen: (listener) => this.onEvent(listener),
        seenBy: (queue, event) => seenBy(this.#world, queue, event),
      }),
      has: (feature) => this.has(feature),
      level: () => this.featureLevel,
      levelReached: () => this.levelReached,
      wait: (kind, id, due) => this.#alarms.set({ kind, id, due }),
      callOff: this.#alarms.callOff,
      url: () => options.url().replace(/\/+$/, ''),
      listened: () => this.#announcements.areHeard,
      emit: (type, audience, body) => this.#announcements.make(type, audience, body),
    }
    this.#startsAfter = assumptions.levelStart === 'after'
    plantContents(this.#world, options.seed)
  }

  /** May be changed at any time: the server is upgraded. @throws {RangeError} for what is no level */
  get featureLevel(): number {
    return this.#world.state.level
  }

  set featureLevel(level: number) {
    this.#do('setLevel', checkedLevel(level))
  }

  /** Whether the organisation's server has a feature at its level. */
  has(feature: FeatureId): boolean {
    const there = hasFeature(this.levelReached, feature)
    if (!this.#notes.taken) return there
    if (beginsAt(this.featureLevel, feature)) this.#notes.assumes('levelStart')
    if (!there) this.#notes.lacks(feature)
    return there
  }

  /** The level up to which all features are there: its own, unless levels are assumed to start after their number. */
  get levelReached(): number {
    return this.#startsAfter ? this.featureLevel - 1 : this.featureLevel
  }

  /** What the spec leaves open, as it is answered here. Reading one notes that it was used. */
  get assumptions(): Assumptions {
    return this.#world.assumptions
  }

  /** Takes note of what answers rest on from now on; the function that it gives ends that, and tells. */
  takeNotes(): () => Noted {
    return this.#notes.take()
  }

  /** Notes that an answer rests on something that no option changes. */
  noteFixedAssumption(name: FixedAssumptionName): void {
    this.#notes.assumes(name)
  }

  /** The account whose credentials these are. @throws {Refusal} when they are nobody's, or nobody's any more */
  authenticate(email: string, apiKey: string): Account {
    return authenticate(this.#world, email, apiKey)
  }

  /** The account by ID, real address or name. @throws {RangeError} when there is none */
  account(who: string | number): Account {
    return accountNamed(this.#world, who)
  }

  /** Everybody, bots and those who were deactivated among them. */
  accounts(): readonly Account[] {
    return [...this.#world.state.accounts.values()]
  }

  /** What the organisation is called. */
  get name(): string {
    return this.#world.state.realm.name
  }

  /** Why a message was posted to a bot, or was not. @throws {RangeError} when there is no such bot or message */
  whyTriggered(bot: string | number, messageId: number): Why {
    return whyTriggered(this.#world, this.account(bot), messageId)
  }

  /** What an account calls the API with. @throws {RangeError} when there is no such account */
  credentials(who: string | number): RealmCredentials {
    const { email, apiKey, webhook } = this.account(who)
    return { email, apiKey, ...(webhook && { token: webhook.token }) }
  }

  /** Whether a word is the key or the token of an account. */
  isSecret(word: string): boolean {
    return isSecret(this.#world, word)
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
    // What only reads changes nothing that would have to be done again.
    if (isReading(name)) return realmCommands.call(this.#world, name, caller?.id, params, context)
    return this.#do('call', name, caller?.id, params, context)
  }

  /** What a call has to wait for before it is made; undefined when it is to be made at once. */
  waitFor(name: EndpointName, caller: Account | undefined, params: unknown): Promise<void> | undefined {
    return waitFor(this.#world, name, caller, params)
  }

  /** The event queues that clients have made. */
  get queues(): EventQueues {
    return this.#world.queues
  }

  /** The organisation's address at this moment. */
  get url(): string {
    return this.#world.url()
  }

  /** Hears of everything that changes from now on. Gives back how to stop that. */
  onEvent(listener: Listener): () => void {
    return this.#announcements.listen(listener)
  }

  /**
   * What is posted to a bot about a message, as the message is now: ask when the event comes, since a message may be
   * moved or deleted later.
   *
   * @throws {RangeError} when there is no such bot or message
   * @see spec 6.1
   */
  notificationFor({ bot, message }: { readonly bot: number; readonly message: number }): Notification {
    return notificationFor(this.#world, accountOf(this.#world, bot), this.#message(message))
  }

  /**
   * What would be posted to a bot about a message by a server of another level.
   *
   * @throws {RangeError} when there is no such account or message, or for what is no level
   */
  notificationAt(level: number, { bot, message }: { readonly bot: number; readonly message: number }): Notification {
    const reached = this.#startsAfter ? checkedLevel(level) - 1 : checkedLevel(level)
    const world = { ...this.#world, has: (feature: FeatureId) => hasFeature(reached, feature), level: () => level }
    return notificationNow(world, accountOf(world, bot), this.#message(message))
  }

  #message(id: number): StoredMessage {
    const stored = this.#world.state.messages.get(id)
    if (stored === undefined) throw new RangeError(`There is no message ${id} (any more); choose another.`)
    return stored
  }

  /** An ID that no message has or will have. */
  newMessageId(): number {
    return this.#do('newMessageId')
  }

  /** Posts a bot's answer where the message was that triggered it; gives its ID. @throws {Refusal} */
  postReply(reply: Reply): number {
    return this.#do('postReply', reply)
  }

  /** Writes to a bot's owner in the bot's name; undefined when there is nobody to write to. */
  noticeToOwner(botId: number, content: string): number | undefined {
    return this.#do('noticeToOwner', botId, content)
  }

  /** The messages of a topic or of a conversation, oldest first, as Markdown and as everybody may see them. */
  messagesIn(place: Place): Message[] {
    const how = { applyMarkdown: false, clientGravatar: false, emptyTopics: true, withRendered: true }
    return messagesIn(this.#world.state, place).map((message) => messageShape(this.#world, undefined, message, how))
  }

  /** The channel by ID or name. @throws {RangeError} when there is none */
  channel(which: string | number): Channel {
    return channelBy(this.#world, which)
  }

  /** A scheduled message, also one that was sent or has failed; undefined when there is none. */
  scheduledMessage(id: number): Readonly<Scheduled> | undefined {
    return this.#world.state.scheduled.get(id)
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
    return messageLink(this.#world, this.#message(messageId))
  }

  /** An uploaded file, by its path below `/user_uploads/`; undefined when the viewer may not have it. */
  file(viewer: Account, pathId: string): { readonly name: string; readonly file: Blob } | undefined {
    return readableUpload(this.#world, viewer, pathId)
  }

  /** An uploaded file that anybody may have for a while, by its path below `/user_uploads/`. */
  temporaryFile(path: string): { readonly name: string; readonly file: Blob } | undefined {
    return temporaryUpload(this.#world, path)
  }

  /** A custom emoji, somebody's picture or the organisation's icon, by its path; undefined when there is none. */
  picture(path: string): Picture | undefined {
    return pictureAt(this.#world, path)
  }

  /** Adds a person. @throws {RangeError} when the ID or the address is taken */
  addUser(user: NewUser): Account {
    return this.#do('addUser', user)
  }

  /** Adds a bot: an outgoing-webhook bot unless said otherwise. @throws {RangeError} when the ID or address is taken */
  addBot(bot: NewBot): Account {
    return this.#do('addBot', bot)
  }

  /** Adds a channel. @throws {RangeError} when the ID is taken */
  addChannel(channel: NewChannel): Channel {
    return this.#do('addChannel', channel)
  }

  /** Renames or archives a channel, or brings it back. @throws {RangeError} when there is none */
  changeChannel(which: string | number, change: { readonly name?: string; readonly is_archived?: boolean }): void {
    this.#do('changeChannel', which, change)
  }

  /** Subscribes an account to a channel. @throws {RangeError} when either does not exist */
  subscribe(who: string | number, channel: string | number): void {
    this.#do('subscribe', who, channel)
  }

  /** Takes an account out of a channel. @throws {RangeError} when either does not exist */
  unsubscribe(who: string | number, channel: string | number): void {
    this.#do('unsubscribe', who, channel)
  }

  /** A person's client reports activity, or that it is open while the person is away. @see spec 2.9 */
  reportPresence(who: string | number, status: 'active' | 'idle', client = 'website'): void {
    this.#do('reportPresence', who, status, client)
  }

  /** A person logs in; the first time ends an imported account's being a stub. @see spec 2.2 */
  logIn(who: string | number): void {
    this.#do('logIn', who)
  }

  /** Gives a bot another token. @throws {RangeError} for who is no bot that the server calls */
  regenerateToken(bot: string | number): void {
    this.#do('regenerateToken', bot)
  }

  /** Sets where a bot's notifications go. @throws {RangeError} for who is no bot that the server calls */
  setBotAddress(bot: string | number, url: string | undefined): void {
    this.#do('setBotAddress', bot, url)
  }

  /** Calls off everything that waits for its time. */
  stop(): void {
    this.#world.queues.stop()
    this.#alarms.stop()
  }

  /** All that it holds, as data. */
  snapshot(): RealmMemory {
    return toRemember(this.#world.state)
  }

  /** Takes on what a snapshot held, and waits for what waits in it. */
  restore(memory: RealmMemory): void {
    this.stop()
    this.#announcements.forget()
    this.#world.state = remembered(memory)
    this.#alarms.setAll()
  }

  #do<Name extends RealmCommandName>(name: Name, ...args: CommandArguments<Name>): ReturnType<RealmCommands[Name]> {
    const command = realmCommands[name] as (world: World, ...rest: unknown[]) => ReturnType<RealmCommands[Name]>
    return this.#perform(name, args, () => command(this.#world, ...args))
  }
}
