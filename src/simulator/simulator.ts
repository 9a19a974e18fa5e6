import type { Dialect, Message, Usage } from '../protocol/index.js'
import { answered } from './answered.js'
import { createApi } from './api/api.js'
import { answerOnceSaved } from './api/onceSaved.js'
import { answerRequest } from './api/web.js'
import { virtualClock } from './clock.js'
import { type Connections, createConnections } from './connections.js'
import { type Courier, createCourier } from './delivery/courier.js'
import type { DeliveryHandler } from './delivery/network.js'
import type { DeliveryRecord } from './delivery/record.js'
import { createFaulted } from './faults/faulted.js'
import { createFaults, type Faults } from './faults/faults.js'
import { createWaits } from './faults/waits.js'
import { createFrontDoor } from './frontDoor.js'
import { createJournal, type Journal, type WrittenJournal } from './journal/journal.js'
import { createRecorder } from './journal/recorder.js'
import { hiding } from './journal/secrets.js'
import type { Listening, ListenOptions } from './listen.js'
import { type Commands, createCommands } from './memory/commands.js'
import { createHeld } from './memory/held.js'
import { type Checkpoint, createMemory, type Memory, type Moment } from './memory/memory.js'
import { createParts, type Parts } from './memory/parts.js'
import { readLevel, type SimulatorOptions, simulatorSettings } from './options.js'
import { createRandom } from './random.js'
import type { NewUser } from './realm/growing.js'
import { Realm } from './realm/realm.js'
import type { OrganisationSeed, SeedBotType } from './realm/seed.js'
import type { Place } from './realm/state.js'
import { createActivity } from './time/activity.js'
import { clockPart } from './time/clockPart.js'
import { createClock } from './time/createClock.js'
import type { SimulatorClock } from './time/simulatorClock.js'
import { keepUsage } from './usage.js'

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
  /** Where a bot's notifications go; undefined for one that is not connected. */
  addressOf(bot: Who): string | undefined
  /** Adds a bot: an outgoing-webhook bot of the first owner unless said otherwise. */
  addBot(bot: BotToAdd): SimulatorCredentials
  /** Adds a person: a member unless said otherwise. */
  addUser(user: NewUser): SimulatorCredentials
  /** Sends a message as somebody, and gives its ID. @throws {Refusal} when the service says no */
  say(who: Who, where: Destination, text: string): number
  /** The messages of a conversation, oldest first. */
  messages(where: ConversationOf): Message[]
  /** What callers and bots have used of the service so far. */
  readonly usage: Usage
  /** What was delivered or is being delivered to bots, oldest first. Tokens are masked. */
  readonly deliveries: readonly DeliveryRecord[]
  /** Resolves when no delivery is under way. */
  idle(): Promise<void>
  /** What goes wrong, when, and how often. */
  readonly faults: Faults
  /** As `clock.advance`. */
  advance(by: number | string): Promise<void>
  /** What has happened: calls, answers, events, deliveries, and moves of the clock. Keys and tokens are masked. */
  readonly journal: Journal
  /** The moments that can be gone back to, oldest first. */
  readonly checkpoints: readonly Checkpoint[]
  /**
   * Remembers everything as it is: the organisation, where chance and time stand, deliveries under way, event queues,
   * connections. A checkpoint of the same name is forgotten.
   *
   * @throws {CheckpointError} for a name that is none
   */
  checkpoint(name: string): Checkpoint
  /**
   * Goes back to a checkpoint, as often as you like. What bots have in their own memory stays as it is. The journal goes
   * on: it is only ever added to.
   *
   * @throws {CheckpointError} when there is none of the name
   */
  restore(name: string): void
  /** Goes back to the organisation as it was when the simulator was made. Checkpoints stay. */
  reset(): void
  /** Begins all over with another organisation, as if the simulator had been made with it. Checkpoints stay. */
  plant(organisation: OrganisationSeed): void
  /**
   * Another simulator that goes on from here by itself: with the same state at the same time, the same journal so far,
   * and checkpoints of its own. It listens nowhere yet. Close it too.
   */
  branch(): Simulator
  /** Resolves when all that has happened so far is on the disk; at once for a simulator that keeps nothing there. */
  saved(): Promise<void>
}

/** Makes a simulator of a server, with one organisation in it; any number live side by side. */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  return assemble(options).simulator
}

/** A simulator with what only the simulator itself may touch. */
export interface Assembled {
  readonly simulator: Simulator
  readonly commands: Commands
  readonly parts: Parts
  readonly memory: Memory
  readonly journal: WrittenJournal
  readonly courier: Courier
  readonly connections: Connections
}

/** Keeps what happens where it is not lost. */
export interface Keeper {
  /** Resolves when nothing that has happened so far can be lost any more. */
  saved(): Promise<void>
  close(): Promise<void>
}

/** Puts a simulator together. */
export function assemble(options: SimulatorOptions, keeper?: Keeper): Assembled {
  const settings = simulatorSettings(options)
  const { dialect, log } = settings
  const activity = createActivity()
  const clock = createClock(settings.clock, { activity, patience: settings.deliveryTimeout })
  const { brand, callProvider } = dialect.words
  let listening: Listening | undefined

  const begun = clock.now()
  const random = createRandom(settings.randomSeed)
  const commands = createCommands(clock)
  const realm = new Realm({
    seed: settings.organisation,
    clock: commands.clock,
    perform: commands.perform,
    random,
    featureLevel: settings.featureLevel,
    assumptions: settings.assumptions,
    url: () => listening?.url ?? inProcessUrl,
    words: { brand, callProvider },
  })
  const connections = createConnections(
    (botId) => realm.account(botId).webhook?.url,
    settings.fetch,
    settings.deliverTo,
  )
  const hide = settings.showSecrets ? (text: string) => text : hiding((word) => realm.isSecret(word))
  const journal = createJournal(commands.clock, settings.keepJournal, hide)
  const waits = createWaits(clock)
  const faults = createFaults({ realm, clock: commands.clock, randomSeed: settings.randomSeed })
  for (const fault of settings.faults) faults.add(fault)
  const courier = createCourier({
    realm,
    dialect,
    clock: commands.clock,
    perform: commands.perform,
    isRepeating: () => commands.isRepeating,
    onProgress: (stage, delivery) => recorder.delivery(stage, delivery),
    ...(keeper && { saved: keeper.saved }),
    log,
    connectionOf: connections.of,
    timeout: settings.deliveryTimeout,
    maxAnswerBytes: settings.maxAnswerBytes,
    keep: settings.keepDeliveries,
    fateOf: (delivery, bot, notification) => faults.forDelivery(delivery, bot, notification),
    activity,
  })
  const used = keepUsage(realm, settings.onUse)
  settings.onUse({ level: settings.featureLevel })
  const recorder = createRecorder({ journal, commands, clock, showSecrets: settings.showSecrets }, realm)
  faults.onHappening(({ what, fault }) => void recorder.note({ kind: 'fault', what, fault }))
  const parts = createParts()
  parts.register('realm', realm, 'by commands')
  parts.register('queues', realm.queues, 'by commands')
  parts.register('random', random, 'by commands')
  parts.register('deliveries', courier, 'by commands')
  parts.register('connections', connections, 'by commands')
  parts.register('faults', faults, 'by itself')
  parts.register('clock', clockPart(clock), 'by itself')
  const seed = createHeld(settings.organisation)
  parts.register('seed', seed, 'by commands')
  const memory = createMemory(commands, parts, planted)
  const connect = (botId: number, to: string | DeliveryHandler) =>
    commands.perform('connect', [botId, typeof to === 'string' ? to : null], () => connections.connect(botId, to))
  const answer = createApi({
    realm,
    dialect,
    clock,
    activity,
    log,
    rateLimit: settings.rateLimit,
    strict: settings.strict,
    witness: used.watching(recorder),
    faulted: createFaulted({ plan: faults, waits, realm, dialect, log, saved: keeper?.saved }),
  })
  const control = createFrontDoor(answer, () => ({
    simulator,
    courier,
    dialect,
    log,
    seed: () => seed.value,
    hosts: settings.controlHosts,
  }))
  const api = keeper === undefined ? control.api : answerOnceSaved(control.api, keeper, dialect)

  /** The first moment of a simulator with this organisation, on a clock as this one's. */
  function planted(organisation: OrganisationSeed): Moment {
    const start = settings.clock === 'real' ? commands.clock.now() : begun
    const { featureLevel, onUse: _, ...rest } = options
    const other = assemble({
      ...rest,
      featureLevel: settings.featureLevel,
      organisation,
      clock: virtualClock(start),
      onUse: () => {},
    })
    const { parts: held } = other.memory.now()
    other.simulator.close()
    const clockHeld = { kind: clock.kind, ...(clock.kind !== 'real' && { time: start }) }
    return { time: start, parts: new Map([...held, ['clock', clockHeld]]) }
  }

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
      waits.end()
      control.close()
      await answered()
      await courier.close()
      realm.stop()
      clock.stop()
      await listening?.close()
      listening = undefined
      await keeper?.close()
    },
    credentials: (who) => ({ site: simulator.url, ...realm.credentials(who) }),
    connect: (bot, to) => connect(realm.account(bot).id, to),
    addressOf: (bot) => connections.of(realm.account(bot).id)?.address,
    addBot({ full_name, type, owner, address }) {
      const bot = realm.addBot({
        full_name,
        ...(type && { type }),
        ...(owner !== undefined && { owner_id: realm.account(owner).id }),
      })
      if (address !== undefined) connect(bot.id, address)
      return simulator.credentials(bot.id)
    },
    addUser: (user) => simulator.credentials(realm.addUser(user).id),
    say: (who, where, text) => say(realm, who, where, text),
    messages: (where) => realm.messagesIn(placeOf(realm, where)),
    get usage() {
      return used.usage
    },
    get deliveries() {
      return courier.records(settings.showSecrets)
    },
    idle: () => courier.idle(),
    faults,
    advance: (by) => clock.advance(by),
    journal,
    get checkpoints() {
      return memory.checkpoints
    },
    checkpoint: (name) => memory.checkpoint(name),
    restore: (name) => memory.restore(name),
    reset: () => memory.reset(),
    plant: (organisation) => memory.plant(organisation),
    saved: () => keeper?.saved() ?? Promise.resolve(),
    branch() {
      recorder.note({ kind: 'memory', what: 'branch' })
      // A clock that was brought along stays with whoever brought it, unless it can be told the time.
      const kind = typeof settings.clock === 'object' && clock.kind === 'real' ? settings.clock : clock.kind
      const branched = assemble({ ...options, clock: kind })
      branched.memory.remember(memory.moments)
      branched.journal.goOnFrom(journal)
      branched.memory.goTo(memory.now())
      return branched.simulator
    },
  }
  return { simulator, commands, parts, memory, journal, courier, connections }
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
