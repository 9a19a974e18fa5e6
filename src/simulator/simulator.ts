import type { Dialect, Message } from '../protocol/index.js'
import { answered } from './answered.js'
import { createApi } from './api/api.js'
import { answerRequest } from './api/web.js'
import { createConnections } from './connections.js'
import { createCourier } from './delivery/courier.js'
import type { DeliveryHandler } from './delivery/network.js'
import type { DeliveryRecord } from './delivery/record.js'
import type { Listening, ListenOptions } from './listen.js'
import { readLevel, type SimulatorOptions, simulatorSettings } from './options.js'
import { createRandom } from './random.js'
import type { NewUser } from './realm/growing.js'
import { Realm } from './realm/realm.js'
import type { SeedBotType } from './realm/seed.js'
import type { Place } from './realm/state.js'
import { createActivity } from './time/activity.js'
import { createClock } from './time/createClock.js'
import type { SimulatorClock } from './time/simulatorClock.js'

/** What somebody calls the API with. */
export interface SimulatorCredentials {
  /** The simulator's address at this moment. */
  readonly site: string
  readonly email: string
  readonly apiKey: string
  /** Only of bots that the server calls: what their receivers know the server by. */
  readonly token?: string
}

/** An account by its name, its real address, or its ID. */
export type Who = string | number

/** A topic of a channel, by the channel's name; or a direct conversation with these others. */
export type Destination = { readonly channel: string; readonly topic: string } | { readonly to: readonly Who[] }

/** A topic of a channel; or the direct conversation of exactly these. */
export type ConversationOf = { readonly channel: string; readonly topic: string } | { readonly dm: readonly Who[] }

export interface BotToAdd {
  readonly full_name: string
  readonly type?: SeedBotType
  readonly owner?: Who
  /** Where its notifications go, as in `connect`. */
  readonly address?: string | DeliveryHandler
}

/** A simulated server of one organisation, to be called in this process or over a socket. */
export interface Simulator {
  /** Its address: made up until `listen` gave it a real one. */
  readonly url: string
  /** Calls the API without a socket: to be handed to whatever takes a `fetch`. */
  readonly fetch: typeof globalThis.fetch
  readonly dialect: Dialect
  /** What moves everything that waits for its time. */
  readonly clock: SimulatorClock
  /** The organisation itself: its state and rules. */
  readonly realm: Realm
  /** Makes the server another version of itself, in the middle of whatever goes on. @throws {SimulatorOptionError} */
  setFeatureLevel(level: number): void
  /** Serves the API on a socket, on a free port of the loopback address unless told otherwise. */
  listen(options?: ListenOptions): Promise<{ readonly url: string; readonly port: number }>
  /** Calls deliveries off and stops listening. Leaves no timer and no socket. */
  close(): Promise<void>
  /** @throws {RangeError} when there is no such account */
  credentials(who: Who): SimulatorCredentials
  /** Where a bot's notifications go: an address, or a function in this process such as a receiver's `fetch`. */
  connect(bot: Who, to: string | DeliveryHandler): void
  /** Adds a bot: an outgoing-webhook bot of the first owner unless said otherwise. */
  addBot(bot: BotToAdd): SimulatorCredentials
  /** Adds a person: a member unless said otherwise. */
  addUser(user: NewUser): SimulatorCredentials
  /** Sends a message as somebody, and gives its ID. @throws {Refusal} when the service says no */
  say(who: Who, where: Destination, text: string): number
  /** The messages of a conversation, oldest first. */
  messages(where: ConversationOf): Message[]
  /** What was delivered or is being delivered to bots, oldest first. Tokens are masked. */
  readonly deliveries: readonly DeliveryRecord[]
  /** Resolves when no delivery is under way. */
  idle(): Promise<void>
  /** As `clock.advance`. */
  advance(by: number | string): Promise<void>
}

/** Makes a simulator of a server, with one organisation in it; any number live side by side. */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const settings = simulatorSettings(options)
  const { dialect, log } = settings
  const activity = createActivity()
  const clock = createClock(settings.clock, { activity, patience: settings.deliveryTimeout })
  const { brand, callProvider } = dialect.words
  let listening: Listening | undefined

  const realm = new Realm({
    seed: settings.organisation,
    clock,
    random: createRandom(settings.randomSeed),
    featureLevel: settings.featureLevel,
    assumptions: settings.assumptions,
    url: () => listening?.url ?? inProcessUrl,
    words: { brand, callProvider },
  })
  const connections = createConnections((botId) => realm.account(botId).webhook?.url, settings.fetch)
  const courier = createCourier({
    realm,
    dialect,
    clock,
    log,
    connectionOf: connections.of,
    timeout: settings.deliveryTimeout,
    maxAnswerBytes: settings.maxAnswerBytes,
    keep: settings.keepDeliveries,
    activity,
  })
  const api = createApi({
    realm,
    dialect,
    clock,
    activity,
    log,
    rateLimit: settings.rateLimit,
    strict: settings.strict,
  })

  const simulator: Simulator = {
    dialect,
    clock,
    realm,
    get url() {
      return listening?.url ?? inProcessUrl
    },
    setFeatureLevel(level) {
      realm.featureLevel = readLevel(level)
    },
    fetch: async (input, init) => answerRequest(api, requestOf(input, init)),
    async listen(where) {
      if (listening !== undefined)
        throw new Error(`The simulator listens already, at ${listening.url}; close it first.`)
      const { listen } = await import('./listen.js')
      listening = await listen(api, where)
      const { url, port } = listening
      return { url, port }
    },
    async close() {
      realm.queues.stop()
      await answered()
      await courier.close()
      realm.stop()
      clock.stop()
      await listening?.close()
      listening = undefined
    },
    credentials: (who) => ({ site: simulator.url, ...realm.credentials(who) }),
    connect: (bot, to) => connections.connect(realm.account(bot).id, to),
    addBot({ full_name, type, owner, address }) {
      const bot = realm.addBot({
        full_name,
        ...(type && { type }),
        ...(owner !== undefined && { owner_id: realm.account(owner).id }),
      })
      if (address !== undefined) connections.connect(bot.id, address)
      return simulator.credentials(bot.id)
    },
    addUser: (user) => simulator.credentials(realm.addUser(user).id),
    say: (who, where, text) => say(realm, who, where, text),
    messages: (where) => realm.messagesIn(placeOf(realm, where)),
    get deliveries() {
      return courier.records(settings.showSecrets)
    },
    idle: () => courier.idle(),
    advance: (by) => clock.advance(by),
  }
  return simulator
}

/** Nobody listens there: it is for programs that take the simulator's `fetch`. */
const inProcessUrl = 'http://localhost'

function requestOf(input: string | URL | Request, init: RequestInit | undefined): Request {
  return input instanceof Request && init === undefined ? input : new Request(input, init)
}

/** In the older words, which every level understands. */
function say(realm: Realm, who: Who, where: Destination, content: string): number {
  const to =
    'to' in where
      ? { type: 'private' as const, to: where.to.map((one) => realm.account(one).id) }
      : { type: 'stream' as const, to: where.channel, topic: where.topic }
  const { id } = realm.call('messages.send', realm.account(who), { ...to, content }, { client: 'website' })
  return Number(id)
}

function placeOf(realm: Realm, where: ConversationOf): Place {
  if ('dm' in where) return realm.conversation(where.dm)
  return { kind: 'channel', channelId: realm.channel(where.channel).id, topic: where.topic }
}
