import {
  beginsAt,
  type EndpointName,
  endpointNamed,
  type FeatureId,
  hasFeature,
  type Message,
  type Notification,
  newestFeatureLevel,
  type ReadParams,
  svcDialect,
  versionOf,
} from '../../protocol/index.js'
import type { Clock } from '../base/clock.js'
import { accountNamed, accountOf, authenticate } from './access/accounts.js'
import { type CallContext, checkAccess, type Operation } from './access/operation.js'
import { type Assumptions, assume, createAnswerNotes, type Noted } from './assumptions/assumptions.js'
import type { FixedAssumptionName } from './assumptions/fixedAssumptions.js'
import { addChannel, changeChannel, type NewChannel, subscribe, unsubscribe } from './channels/changing.js'
import { directPlace, messageLink, messageOf, messagesIn, storedMessages } from './conversations/messages.js'
import { markRead } from './messages/flags.js'
import { channelBy } from './messages/recipients.js'
import { deliverScheduled } from './messages/scheduling.js'
import { noticeToOwner, postReply, type Reply } from './messages/sending.js'
import { notificationFor, notificationNow } from './notifications/notifications.js'
import { type Why, whyTriggered } from './notifications/whyTriggered.js'
import { operations } from './operations/index.js'
import { reportPresence } from './operations/users/presence.js'
import { extraEmoji, unicodeEmojiOf } from './organisation/emoji.js'
import { deleteIfUnused } from './organisation/uploads.js'
import { seenBy } from './queues/seenBy.js'
import { checkedLevel, type Perform, type RealmCredentials, type RealmOptions } from './realmOptions.js'
import { seedContents } from './seedContents.js'
import { createState } from './seedState.js'
import { messageShape } from './shapes/message.js'
import { answerAtLevel } from './shapes/olderShapes.js'
import { addBot, addUser, logIn, type NewBot, type NewUser, regenerateToken, setBotAddress } from './users/adding.js'
import { createEventQueues, type EventQueues } from './world/eventQueues.js'
import { createEmitter, type Emitter, type Listener } from './world/events.js'
import type { Account, Place, State, StoredChannel, TimerKind } from './world/state.js'
import { createTimers, type Timers } from './world/timers.js'
import { nextId, type World } from './world/world.js'

/** An organisation: its state and its rules. Synchronous; time, randomness and addresses come from outside. */
export class Realm {
  readonly clock: Clock
  readonly #world: World & { state: State }
  readonly #perform: Perform
  readonly #notes = createAnswerNotes()
  readonly #emitter: Emitter
  readonly #timers: Timers
  readonly #startsAfter: boolean

  constructor(options: RealmOptions) {
    const assumptions = assume(options.assumptions, this.#notes.assumes)
    const { clock, random } = options
    const level = checkedLevel(options.featureLevel ?? newestFeatureLevel)
    this.clock = clock
    this.#emitter = createEmitter(clock, () => nextId(this.#world, 'event'))
    this.#perform = options.perform ?? ((_name, _args, change) => change())
    this.#timers = createTimers(
      clock,
      () => this.#world.state,
      ({ kind, id }) => this.#do('timer', [kind, id], (world) => timerActions[kind](world, id)),
    )
    const state = createState(options.seed, { start: clock.now(), random, assumptions, level })
    this.#world = {
      state,
      clock,
      random,
      assumptions,
      words: options.words ?? { ...svcDialect.words, extraEmoji: extraEmoji.emoji_name },
      queues: createEventQueues({
        clock,
        heartbeat: assumptions.heartbeatSeconds,
        listen: (listener) => this.onEvent(listener),
        seenBy: (queue, event) => seenBy(this.#world, queue, event),
      }),
      has: (feature) => this.has(feature),
      level: () => this.featureLevel,
      levelReached: () => this.levelReached,
      setTimer: (kind, id, due) => this.#timers.set({ kind, id, due }),
      cancelTimer: this.#timers.cancel,
      onBotAddress: options.onBotAddress ?? (() => {}),
      url: () => options.url().replace(/\/+$/, ''),
      emit: (type, audience, body) => this.#emitter.emit(type, audience, body),
    }
    this.#startsAfter = assumptions.levelStart === 'after'
    seedContents(this.#world, options.seed)
  }

  /** Changes at any time, as if the server were upgraded. @throws {RangeError} for an unknown level */
  get featureLevel(): number {
    return this.#world.state.level
  }

  set featureLevel(level: number) {
    const checked = checkedLevel(level)
    this.#do('setLevel', [checked], ({ state, emit }) => {
      state.level = checked
      // What a server says when it comes back from being upgraded. The shape is assumed.
      emit('restart', 'everyone', { svc_version: versionOf(checked), svc_feature_level: checked, immediate: false })
    })
  }

  has(feature: FeatureId): boolean {
    const there = hasFeature(this.levelReached, feature)
    if (!this.#notes.isCollecting) return there
    if (beginsAt(this.featureLevel, feature)) this.#notes.assumes('levelStart')
    if (!there) this.#notes.lacks(feature)
    return there
  }

  /** The level up to which all features exist: its own, or one below (see the assumption `levelStart`). */
  get levelReached(): number {
    return this.#startsAfter ? this.featureLevel - 1 : this.featureLevel
  }

  /** The state, and what the rules read it by. Changes are made only by the methods here, which record them. */
  get world(): World {
    return this.#world
  }

  /** The choices made where the spec is silent. Reading one notes that it was used. */
  get assumptions(): Assumptions {
    return this.#world.assumptions
  }

  /** Starts noting what answers depend on; the function returned stops it, and returns the notes. */
  takeNotes(): () => Noted {
    return this.#notes.collect()
  }

  /** Notes that an answer depends on something that no option changes. */
  noteFixedAssumption(name: FixedAssumptionName): void {
    this.#notes.assumes(name)
  }

  /** @throws {Refusal} if these are the credentials of no active account */
  authenticate(email: string, apiKey: string): Account {
    return authenticate(this.#world, email, apiKey)
  }

  /** An account by ID, real address or name. @throws {RangeError} if there is none */
  account(who: string | number): Account {
    return accountNamed(this.#world, who)
  }

  /** All accounts, including bots and deactivated ones. */
  accounts(): readonly Account[] {
    return [...this.#world.state.accounts.values()]
  }

  get name(): string {
    return this.#world.state.realm.name
  }

  /** Why a message was or wasn't posted to a bot. @throws {RangeError} if there is no such bot or message */
  whyTriggered(bot: string | number, messageId: number): Why {
    return whyTriggered(this.#world, this.account(bot), messageId)
  }

  /** @throws {RangeError} if there is no such account */
  credentials(who: string | number): RealmCredentials {
    const { email, api_key, webhook } = this.account(who)
    return { email, apiKey: api_key, ...(webhook && { token: webhook.token }) }
  }

  /**
   * Calls an endpoint. The response has no envelope, and the shape of the realm's feature level. Its fields override the
   * envelope's (an older `result` of `partially_completed`).
   *
   * @throws {Refusal} when the server refuses the call
   */
  call<Name extends EndpointName>(
    name: Name,
    caller: Account | undefined,
    params: ReadParams<Name>,
    context: CallContext = {},
  ): Record<string, unknown> {
    const carryOut = (world: World) => {
      const account = caller && accountOf(world, caller.id)
      checkAccess(world, name, account, { can_create_users: account?.can_create_users === true })
      // Without a caller the endpoint is public, and its operation doesn't read `caller`.
      const answer = (operations[name] as Operation<Name>)({ world, caller: account as Account, params, context }) ?? {}
      return answerAtLevel(world, account, name, answer)
    }
    if (endpointNamed(name).method === 'GET') return carryOut(this.#world)
    return this.#do('call', [name, caller?.id, params, context], carryOut)
  }

  /** A promise that a call must await first: a request for events waits until there is one. Undefined for other calls. */
  waitFor(name: EndpointName, caller: Account | undefined, params: unknown): Promise<void> | undefined {
    if (name !== 'events.get' || caller === undefined) return undefined
    const { queue_id, last_event_id, dont_block } = params as ReadParams<'events.get'>
    return dont_block ? undefined : this.#world.queues.wait(caller.id, queue_id, last_event_id)
  }

  get queues(): EventQueues {
    return this.#world.queues
  }

  get url(): string {
    return this.#world.url()
  }

  /** Adds a listener for everything that changes. The function returned removes it. */
  onEvent(listener: Listener): () => void {
    return this.#emitter.listen(listener)
  }

  /**
   * What is posted to a bot about a message in its current state; the message may have been edited or moved since.
   *
   * @throws {RangeError} if there is no such bot or message
   */
  notificationFor({ bot, message }: { readonly bot: number; readonly message: number }): Notification {
    return notificationFor(this.#world, accountOf(this.#world, bot), messageOf(this.#world, message))
  }

  /** What a server of another level would post. @throws {RangeError} for an unknown bot, message or level */
  notificationAt(level: number, { bot, message }: { readonly bot: number; readonly message: number }): Notification {
    const reached = this.#startsAfter ? checkedLevel(level) - 1 : checkedLevel(level)
    const world = { ...this.#world, has: (feature: FeatureId) => hasFeature(reached, feature), level: () => level }
    return notificationNow(world, accountOf(world, bot), messageOf(world, message))
  }

  /** Reserves a message ID. */
  newMessageId(): number {
    return this.#do('newMessageId', [], (world) => nextId(world, 'message'))
  }

  /** Posts a bot's reply in the conversation that triggered it, and returns its ID. @throws {Refusal} */
  postReply(reply: Reply): number {
    return this.#do('postReply', [reply], (world) => postReply(world, reply))
  }

  /** Marks a message that was posted to a bot as read by it, if the server keeps copies for such bots. */
  markProcessed({ bot, message }: { readonly bot: number; readonly message: number }): void {
    if (!this.has('serviceBotCopies')) return
    this.#do('markProcessed', [bot, message], (world) => {
      markRead(world, accountOf(world, bot), storedMessages(world.state, [message]))
    })
  }

  /** Writes to a bot's owner in the bot's name; undefined if there is no active owner. */
  noticeToOwner(botId: number, content: string): number | undefined {
    return this.#do('noticeToOwner', [botId, content], (world) => noticeToOwner(world, botId, content))
  }

  /** The messages of a topic or conversation, oldest first, as Markdown. */
  messagesIn(place: Place): Message[] {
    const how = { apply_markdown: false, client_gravatar: false, allow_empty_topic_name: true, withRendered: true }
    return messagesIn(this.#world.state, place).map((message) => messageShape(this.#world, undefined, message, how))
  }

  /** A channel by ID or name. @throws {RangeError} if there is none */
  channel(which: string | number): StoredChannel {
    return channelBy(this.#world, which)
  }

  /** The conversation of exactly these accounts. @throws {RangeError} if one of them doesn't exist */
  conversation(who: Iterable<string | number>): Place {
    return directPlace([...who].map((one) => this.account(one).id))
  }

  /** The URL of a message. @throws {RangeError} if there is none */
  linkTo(messageId: number): string {
    return messageLink(this.#world, messageOf(this.#world, messageId))
  }

  /** Unicode's emoji with their names at this level, the shown one first. */
  emojiNames(): readonly { readonly code: string; readonly names: readonly string[] }[] {
    return [...unicodeEmojiOf(this.#world).names].map(([code, names]) => ({ code, names }))
  }

  /** @throws {RangeError} if the ID or the address is taken */
  addUser(user: NewUser): Account {
    return this.#do('addUser', [user], (world) => addUser(world, user))
  }

  /** Adds a bot: an outgoing-webhook bot by default. @throws {RangeError} if the ID or the address is taken */
  addBot(bot: NewBot): Account {
    return this.#do('addBot', [bot], (world) => addBot(world, bot))
  }

  /** @throws {RangeError} if the ID is taken */
  addChannel(channel: NewChannel): StoredChannel {
    return this.#do('addChannel', [channel], (world) => addChannel(world, channel))
  }

  /** Renames, archives or unarchives a channel. @throws {RangeError} if there is none */
  changeChannel(which: string | number, change: { readonly name?: string; readonly is_archived?: boolean }): void {
    this.#do('changeChannel', [which, change], (world) => changeChannel(world, channelBy(world, which), change))
  }

  /** @throws {RangeError} if the account or the channel doesn't exist */
  subscribe(who: string | number, channel: string | number): void {
    this.#do('subscribe', [who, channel], (world) => subscribe(world, this.account(who), this.channel(channel)))
  }

  /** @throws {RangeError} if the account or the channel doesn't exist */
  unsubscribe(who: string | number, channel: string | number): void {
    this.#do('unsubscribe', [who, channel], (world) => unsubscribe(world, this.account(who), this.channel(channel)))
  }

  /** A client reports that its user is active, or that it is open while the user is away. */
  reportPresence(who: string | number, status: 'active' | 'idle', client = 'website'): void {
    this.#do('reportPresence', [who, status, client], (world) =>
      reportPresence(world, this.account(who), status, client),
    )
  }

  /** A person logs in. The first login turns an imported stub into an account. */
  logIn(who: string | number): void {
    this.#do('logIn', [who], (world) => logIn(world, this.account(who)))
  }

  /** Replaces a bot's token. @throws {RangeError} for an account that isn't a webhook bot */
  regenerateToken(bot: string | number): void {
    this.#do('regenerateToken', [bot], (world) => regenerateToken(world, this.account(bot).id))
  }

  /** Sets where a bot's notifications go. @throws {RangeError} for an account that isn't a webhook bot */
  setBotAddress(bot: string | number, url: string | undefined): void {
    this.#do('setBotAddress', [bot, url], (world) => setBotAddress(world, this.account(bot).id, url))
  }

  /** Cancels all timers. */
  stop(): void {
    this.#world.queues.stop()
    this.#timers.stop()
  }

  snapshot(): State {
    return this.#world.state
  }

  /** Replaces the state, and sets its timers. */
  restore(state: State): void {
    this.stop()
    this.#emitter.clear()
    this.#world.state = state
    this.#timers.setAll()
  }

  /** Makes a change: its name and arguments are data, for the journal. */
  #do<Result>(name: string, args: readonly unknown[], change: (world: World) => Result): Result {
    return this.#perform(name, args, () => change(this.#world))
  }
}

const timerActions: Readonly<Record<TimerKind, (world: World, id: number) => void>> = {
  'scheduled message': deliverScheduled,
  'unused upload': deleteIfUnused,
}
