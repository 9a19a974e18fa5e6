import { answered } from './answered.js'
import { createApp } from './app.js'
import { virtualClock } from './clock.js'
import { type Connections, createConnections } from './connections.js'
import { type Courier, createCourier } from './delivery/courier.js'
import type { RequestHandler } from './delivery/network.js'
import { createFaulted } from './faults/faulted.js'
import { createFaults } from './faults/faults.js'
import { fetchFrom } from './faults/fetchFrom.js'
import { createWaits } from './faults/waits.js'
import { createJournal, type WrittenJournal } from './journal/journal.js'
import { createRecorder } from './journal/recorder.js'
import { hiding } from './journal/secrets.js'
import type { Listening } from './listen.js'
import { type Commands, createCommands } from './memory/commands.js'
import { createMemory, type Memory, type Moment } from './memory/memory.js'
import { createHeld, createParts, type Parts } from './memory/parts.js'
import { checkOptionNames, readLevel, type SimulatorOptions, simulatorSettings } from './options.js'
import type { ConversationOf, MessageTarget, Simulator, Who } from './publicSimulator.js'
import { createRandom } from './random.js'
import { Realm } from './realm/realm.js'
import type { OrganisationSeed } from './realm/seed/seed.js'
import type { Place } from './realm/state.js'
import type { ShownQueue } from './shownQueue.js'
import { createActivity } from './time/activity.js'
import { createClock } from './time/createClock.js'
import { clockPart } from './time/simulatorClock.js'
import { keepUsage } from './usage.js'

/**
 * Makes a simulator of a server, with one organisation in it; any number live side by side.
 *
 * @throws {SimulatorOptionError} for an option that can't be used
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  checkOptionNames(options)
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
  let queue: ShownQueue | undefined

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
    onProgress: (stage, delivery) => recorder.delivery(stage, delivery),
    ...(keeper && { saved: keeper.saved }),
    log,
    connectionOf: connections.of,
    timeout: settings.deliveryTimeout,
    maxAnswerBytes: settings.maxAnswerBytes,
    keep: settings.keepDeliveries,
    faultOutcomeOf: (delivery, bot, notification) => faults.forDelivery(delivery, bot, notification),
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
  const connect = (botId: number, to: string | RequestHandler) =>
    commands.perform('connect', [botId, typeof to === 'string' ? to : null], () => connections.connect(botId, to))
  const http = createApp({
    api: {
      realm,
      dialect,
      clock,
      activity,
      log,
      rateLimit: settings.rateLimit,
      strict: settings.strict,
      observer: used.watching(recorder),
      faulted: createFaulted({ plan: faults, waits, realm, dialect, log, saved: keeper?.saved }),
    },
    hosts: settings.controlHosts,
    saved: keeper?.saved,
    control: () => ({
      simulator,
      courier,
      dialect,
      log,
      showSecrets: settings.showSecrets,
      seed: () => seed.value,
      transcripts: settings.transcripts,
      queue: () => queue,
    }),
  })

  /** The first moment of a simulator with this organisation, on a clock as this one's. */
  function planted(organisation: OrganisationSeed): Moment {
    const start = settings.clock === 'real' ? commands.clock.now() : begun
    const { featureLevel, onUse: _, ...rest } = options
    const other = assemble({
      ...rest,
      randomSeed: settings.randomSeed,
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
    fetch: async (input, init) => fetchFrom(http.app, requestOf(input, init)),
    async listen(where) {
      if (listening !== undefined)
        throw new Error(`The simulator listens already, at ${listening.url}; close it first.`)
      const { listen } = await import('./listen.js')
      listening = await listen(http.app, where)
      const { url, port } = listening
      return { url, port }
    },
    async close() {
      realm.queues.stop()
      waits.end()
      http.close()
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
    forget: (name) => memory.forget(name),
    reset: () => memory.reset(),
    plant: (organisation) => memory.plant(organisation),
    notice: (notice) => recorder.note({ kind: 'notice', ...notice }),
    showQueue(one) {
      queue = one
    },
    saved: () => keeper?.saved() ?? Promise.resolve(),
    branch() {
      recorder.note({ kind: 'memory', what: 'branch' })
      // A clock that was brought along stays with whoever brought it, unless it can be told the time.
      const kind = typeof settings.clock === 'object' && clock.kind === 'real' ? settings.clock : clock.kind
      const branched = assemble({ ...options, randomSeed: settings.randomSeed, clock: kind })
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
function say(realm: Realm, who: Who, where: MessageTarget, content: string): number {
  const parameters =
    'to' in where
      ? { type: 'private' as const, to: where.to.map((one) => realm.account(one).id), content }
      : { type: 'stream' as const, to: where.channel, topic: where.topic, content }
  const { id } = realm.call('messages.send', realm.account(who), parameters, { client: 'website' })
  return Number(id)
}

function placeOf(realm: Realm, where: ConversationOf): Place {
  if ('dm' in where) return realm.conversation(where.dm)
  return { kind: 'channel', channelId: realm.channel(where.channel).id, topic: where.topic }
}
