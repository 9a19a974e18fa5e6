import { checkOptions } from '../text/index.js'
import { createFaultyCalls } from './api/faultyCalls.js'
import { keepUsage } from './api/usage.js'
import { createApp, type LoadPlayground } from './app.js'
import { virtualClock } from './base/clock.js'
import { createRandom } from './base/random.js'
import { callAs, messageAs } from './callAs.js'
import { createConnections } from './delivery/connections.js'
import { recordOf } from './delivery/delivery.js'
import { DeliveryQueue } from './delivery/deliveryQueue.js'
import type { BotAddress } from './delivery/network.js'
import { createFaults } from './faults/faults.js'
import { createWaits } from './faults/waits.js'
import { fetchFrom } from './http/fetchFrom.js'
import type { ServedSimulator } from './http/serve.js'
import { createJournal, type WritableJournal } from './journal/journal.js'
import { createRecorder, hiding } from './journal/recorder.js'
import {
  type Commands,
  createCommands,
  createMemory,
  createParts,
  type Memory,
  type Moment,
  type Parts,
} from './memory/memory.js'
import { readLevel, type SimulatorOptions, simulatorOptions, simulatorSettings } from './public/options.js'
import type { ConversationOf, MessageTarget, Simulator, Who } from './public/publicSimulator.js'
import type { QueueView } from './public/queueView.js'
import { credentialsOf, isSecret } from './realm/access/accounts.js'
import { directPlace } from './realm/conversations/messages.js'
import { storedTopic } from './realm/conversations/topics.js'
import { Realm } from './realm/realm.js'
import type { OrganisationSeed } from './realm/seed/seed.js'
import { markdownIn } from './realm/shapes/message.js'
import type { Place } from './realm/world/state.js'
import { createActivity } from './time/activity.js'
import { clockPart, createClock } from './time/simulatorClock.js'
import { replyOfButton } from './widgetUse.js'

/**
 * Creates a simulated server with one organisation. Any number can exist side by side.
 *
 * @throws {SimulatorOptionError} for an option that can't be used
 * @example
 * const simulator = createSimulator({ featureLevel: 176 })
 * const client = new Client({ ...simulator.credentials('iago'), fetch: simulator.fetch })
 */
export function createSimulator(options: SimulatorOptions = {}, playground?: LoadPlayground): Simulator {
  checkOptions('createSimulator', options, simulatorOptions)
  return assemble(options, { playground }).simulator
}

/** A simulator with its internals. */
export interface Assembled {
  readonly simulator: Simulator
  readonly commands: Commands
  readonly parts: Parts
  readonly memory: Memory
  readonly journal: WritableJournal
}

/** Saves what happens to disk. */
export interface Keeper {
  /** Resolves when everything up to now is on disk. */
  saved(): Promise<void>
  close(): Promise<void>
}

/** What a simulator needs besides its options. */
interface Surroundings {
  readonly keeper?: Keeper
  /** Served at its address; without one there is no page. */
  readonly playground?: LoadPlayground | undefined
}

export function assemble(options: SimulatorOptions, { keeper, playground }: Surroundings = {}): Assembled {
  const settings = simulatorSettings(options)
  const { dialect, log } = settings
  const activity = createActivity()
  const clock = createClock(settings.clock, { activity, patience: settings.deliveryTimeout })
  let served: ServedSimulator | undefined
  let queue: QueueView | undefined

  const begun = { time: clock.now(), kind: clock.kind }
  const random = createRandom(settings.randomSeed)
  const commands = createCommands(clock)
  const realm = new Realm({
    seed: settings.organisation,
    clock: commands.clock,
    perform: commands.perform,
    random,
    featureLevel: settings.featureLevel,
    assumptions: settings.assumptions,
    url: () => served?.url ?? inProcessUrl,
    onBotAddress: (botId) => connections.moved(botId),
    dialect,
  })
  const connections = createConnections(
    (botId) => realm.account(botId).webhook?.url,
    settings.fetch,
    settings.deliverTo,
  )
  const hide = settings.showSecrets ? (text: string) => text : hiding((word) => isSecret(realm.world, word))
  const journal = createJournal(commands.clock, settings.keepJournal, hide)
  const waits = createWaits(clock)
  const faults = createFaults({ realm, clock: commands.clock, randomSeed: settings.randomSeed })
  for (const fault of settings.faults) faults.add(fault)
  realm.queues.plan((on, account) => faults.forEvent(on, account))
  const deliveryQueue = new DeliveryQueue({
    realm,
    dialect,
    clock: commands.clock,
    perform: commands.perform,
    onProgress: (stage, delivery) => recorder.delivery(stage, delivery),
    saved: keeper?.saved,
    log,
    connectionOf: connections.of,
    timeout: settings.deliveryTimeout,
    maxAnswerBytes: settings.maxAnswerBytes,
    keep: settings.keepDeliveries,
    waits,
    faultOutcomeOf: (delivery, bot, notification) => faults.forDelivery(delivery, bot, notification),
    activity,
  })
  const used = keepUsage(realm, settings.onUse)
  settings.onUse({ level: settings.featureLevel })
  const recorder = createRecorder({ journal, commands, clock, showSecrets: settings.showSecrets }, realm)
  const observer = used.watching(recorder)
  faults.onHappening((happening) => {
    recorder.note({ kind: 'fault', ...happening })
    if (happening.what !== 'removed' || !faults.isEmpty) return
    // Without faults, nothing is delayed any more.
    waits.release()
    deliveryQueue.sendDelayed()
  })
  const parts = createParts()
  parts.register('realm', realm, 'by commands')
  parts.register('queues', realm.queues, 'by commands')
  parts.register('random', random, 'by commands')
  parts.register('deliveries', deliveryQueue, 'by commands')
  parts.register('connections', connections, 'by commands')
  parts.register('faults', faults, 'by itself')
  parts.register('clock', clockPart(clock), 'by itself')
  let seed = settings.organisation
  const restoreSeed = (saved: unknown) => {
    seed = saved as OrganisationSeed
  }
  parts.register('seed', { snapshot: () => seed, restore: restoreSeed }, 'by commands')
  const memory = createMemory(commands, parts, beginningOf)
  const connect = (botId: number, to: BotAddress) =>
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
      observer,
      faultyCalls: createFaultyCalls({ plan: faults, waits, realm, dialect, log, observer, saved: keeper?.saved }),
    },
    hosts: settings.controlHosts,
    saved: keeper?.saved,
    control: () => ({
      simulator,
      deliveryQueue,
      dialect,
      log,
      showSecrets: settings.showSecrets,
      seed: () => seed,
      transcripts: settings.transcripts,
      queue: () => queue,
    }),
    playground,
  })

  /** The initial state: as it was, or with another organisation as it would be now, on a clock like this one's. */
  function beginningOf(organisation?: OrganisationSeed): Moment {
    const kind = organisation === undefined ? begun.kind : clock.kind
    const start = organisation !== undefined && settings.clock === 'real' ? commands.clock.now() : begun.time
    const { featureLevel, onUse: _, ...rest } = options
    const other = assemble({
      ...rest,
      randomSeed: settings.randomSeed,
      featureLevel: settings.featureLevel,
      organisation: organisation ?? settings.organisation,
      clock: virtualClock(start),
      onUse: () => {},
    })
    const { parts: held } = other.memory.now()
    other.simulator.close()
    const clockHeld = { kind, ...(kind !== 'real' && { time: start }) }
    return { time: start, parts: new Map([...held, ['clock', clockHeld]]) }
  }

  const simulator: Simulator = {
    dialect,
    clock,
    realm,
    get url() {
      return served?.url ?? inProcessUrl
    },
    setFeatureLevel(level) {
      realm.featureLevel = readLevel(level)
    },
    fetch: async (input, init) => fetchFrom(http.app, requestOf(input, init)),
    async serve(where) {
      if (served !== undefined) throw new Error(`The simulator is served already, at ${served.url}; close it first.`)
      const { serveSimulator } = await import('./http/serve.js')
      served = await serveSimulator(http.app, where)
      const { url, port } = served
      return { url, port }
    },
    async close() {
      realm.queues.stop()
      waits.end()
      http.close()
      await answered()
      await deliveryQueue.close()
      realm.stop()
      clock.stop()
      await served?.close()
      served = undefined
      await keeper?.close()
    },
    credentials: (who) => ({ site: simulator.url, ...credentialsOf(realm.world, who) }),
    connect: (bot, to) => connect(realm.account(bot).id, to),
    addressOf: (bot) => connections.of(realm.account(bot).id)?.address,
    addBot({ owner, address, ...given }) {
      const bot = realm.do('addBot', {
        ...given,
        ...(owner !== undefined && { owner_id: realm.account(owner).id }),
      })
      if (address !== undefined) connect(bot.id, address)
      return simulator.credentials(bot.id)
    },
    addUser: (user) => simulator.credentials(realm.do('addUser', user).id),
    say: (who, where, text) => say(realm, who, where, text),
    react(who, message_id, emoji_name) {
      callAs(realm, realm.account(who), 'reactions.add', { message_id, emoji_name })
    },
    press: (who, message, button) => press(realm, who, message, button),
    messages: (where) => markdownIn(realm.world, placeOf(realm, where)),
    get usage() {
      return used.usage
    },
    get deliveries() {
      return deliveryQueue.deliveries.map((one) => recordOf(one, settings.showSecrets))
    },
    idle: () => deliveryQueue.idle(),
    faults,
    advance: (by) => clock.advance(by),
    journal,
    get checkpoints() {
      return memory.checkpoints
    },
    checkpoint: (name) => memory.checkpoint(name),
    restore: (name) => memory.restore(name),
    forget: (name) => memory.forget(name),
    reset: (organisation) => memory.reset(organisation),
    notice: (notice) => recorder.note({ kind: 'notice', ...notice }),
    showQueue(one) {
      queue = one
    },
    saved: () => keeper?.saved() ?? Promise.resolve(),
    branch() {
      recorder.note({ kind: 'memory', what: 'branch' })
      // A clock from the options is shared, unless it has been replaced by one that can be set.
      const kind = typeof settings.clock === 'object' && clock.kind === 'real' ? settings.clock : clock.kind
      const branched = assemble({ ...options, randomSeed: settings.randomSeed, clock: kind }, { playground })
      branched.memory.remember(memory.moments)
      branched.journal.continueFrom(journal)
      branched.memory.goTo(memory.now())
      return branched.simulator
    },
  }
  return { simulator, commands, parts, memory, journal }
}

/** Not a real address: for programs that use the simulator's `fetch`. */
const inProcessUrl = 'http://localhost'

function requestOf(input: string | URL | Request, init: RequestInit | undefined): Request {
  return input instanceof Request && init === undefined ? input : new Request(input, init)
}

/** Uses the older names, which every level understands. */
function say(realm: Realm, who: Who, where: MessageTarget, content: string): number {
  const parameters =
    'to' in where
      ? { type: 'private' as const, to: where.to.map((one) => realm.account(one).id), content }
      : { type: 'stream' as const, to: where.channel, topic: where.topic, content }
  const { id } = realm.call('messages.send', realm.account(who), parameters, { client: 'website' })
  return Number(id)
}

function press(realm: Realm, who: Who, id: number, button: string): number {
  const account = realm.account(who)
  const message = messageAs(realm, account, id)
  const content = replyOfButton(message, button)
  const where =
    message.type === 'stream'
      ? { type: 'stream' as const, to: message.stream_id, topic: message.subject }
      : { type: 'private' as const, to: message.display_recipient.map((person) => person.id) }
  return Number(realm.call('messages.send', account, { ...where, content }, { client: 'website' }).id)
}

function placeOf(realm: Realm, where: ConversationOf): Place {
  if ('dm' in where) return directPlace([...where.dm].map((one) => realm.account(one).id))
  if (!('channel' in where)) {
    throw new TypeError('Name a conversation by { channel, topic }, or by { dm } with everybody in it, the sender too.')
  }
  const topic = storedTopic(realm.world, where.topic)
  return { kind: 'channel', stream_id: realm.channel(where.channel).id, topic }
}

/** Lets waiting event requests be answered before their connections close. */
async function answered(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await undefined
}
