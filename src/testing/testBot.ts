import { logOf } from '../bot/index.js'
import type { Message } from '../protocol/index.js'
import { memoryEngine } from '../queue/memoryEngine.js'
import { createRandom } from '../simulator/base/random.js'
import { bakery, createSimulator, type OrganisationSeed, type Simulator, type Who } from '../simulator/index.js'
import { memoryStorage } from '../storage/index.js'
import { checkOptions, fold } from '../text/index.js'
import { botCallsOf, isEffect } from './botCalls.js'
import { type LoggedLine, type TestBotOptions, type TestChat, type Tested, testBotOptions } from './chat.js'
import { chatText, noteInternals, noteReplies, recordHistory } from './history.js'
import { createQuiet } from './quiet.js'
import { type SimulatedProcess, startSimulatedProcess, type Way } from './simulatedProcess.js'
import { createSpeakers } from './speakers.js'

/**
 * Puts a bot into a simulated organisation, in this process and without a socket: the organisation's server posts to a
 * receiver, the receiver's bot calls the server. Time is frozen until `chat.advance` moves it. Any number of chats can run
 * side by side.
 *
 * @throws {UnknownOptionError} for an unknown option. @throws {TypeError} if the account isn't a bot that the server posts to
 * @throws {RangeError} if no account has the ID or address
 * @example
 * await using chat = await testBot(bot) // or call chat.close() at the end
 * const [reply] = await chat.as('iago').say('@**Echo** hi')
 */
export async function testBot(tested: Tested, options: TestBotOptions = {}): Promise<TestChat> {
  checkOptions('testBot', options, testBotOptions)
  const { featureLevel, storage: given, by = wayOfEnvironment(), queue = false } = options
  if (typeof queue !== 'boolean')
    throw new TypeError('The option `queue` of testBot is true or false: the queue is in memory.')
  const engine = queue ? memoryEngine() : undefined
  // Fixed by default, so that tests are reproducible; nothing here needs protection.
  const { randomSeed = 1 } = options.simulator ?? {}
  const botsRandom = createRandom(`bot by ${randomSeed}`)
  const simulator = createSimulator({
    clock: 'frozen',
    // Enough for `calls` and `effects` in long tests.
    keepJournal: 1_000_000,
    ...options.simulator,
    randomSeed,
    ...(by === 'events' && { organisation: withGeneric(options) }),
    ...(featureLevel !== undefined && { featureLevel }),
  })
  const account = accountFor(simulator, options.account ?? 'echo', by)
  const { token, ...credentials } = simulator.credentials(account.id)
  if (token === undefined && by === 'webhook') {
    throw new TypeError(
      `${account.full_name} is not an outgoing-webhook bot, so the server posts nothing to it. Choose one that is.`,
    )
  }
  const ownerId = options.withOwner === true ? account.owner_id : null
  const owner = ownerId === null ? undefined : simulator.credentials(ownerId)
  const storage = given ?? memoryStorage({ clock: simulator.clock })
  const lines: LoggedLine[] = []
  const history = recordHistory(simulator)
  /** The number of running steps of the test. */
  let steps = 0
  let deliveries = 0
  const newDeliveryId = () => {
    deliveries += 1
    return `00000000-${deliveries.toString(36)}`
  }

  const start = async (bot: Tested): Promise<SimulatedProcess> => {
    return startSimulatedProcess({
      by,
      simulator,
      storage,
      engine,
      log: logOf((level) => (fields, message) => lines.push({ level, fields, message })),
      random: () => botsRandom.below(2 ** 32) / 2 ** 32,
      // Error replies contain the ID, and have to be reproducible.
      receiver: { newDeliveryId, ...options.receiver },
      binding: {
        bot: typeof bot === 'function' ? await bot() : bot,
        credentials,
        tokens: token === undefined ? [] : [token],
        ...(owner && { owner }),
      },
    })
  }
  let current = tested
  let botProcess = await start(current).catch(async (error: unknown) => {
    await simulator.close()
    throw error
  })
  if (by === 'webhook') simulator.connect(account.id, { deliver: (notification) => botProcess.deliver(notification) })

  const quiet = createQuiet(simulator, () => botProcess)
  /** Runs an action, and counts it as running until it has ended. */
  const step = async (act: (isAlone: boolean) => unknown): Promise<void> => {
    const isAlone = steps === 0
    steps += 1
    try {
      await act(isAlone)
    } finally {
      steps -= 1
    }
  }
  const saidAfter = async (act: (isAlone: boolean) => Promise<void>): Promise<Message[]> => {
    const after = history.last
    await step(act)
    return noteReplies(history.since(after, account.id), { chat })
  }

  const chat: TestChat = {
    simulator,
    get botName() {
      return simulator.realm.account(account.id).full_name
    },
    clock: simulator.clock,
    faults: simulator.faults,
    log: lines,
    as: (who) => speakers(who),
    advance: (by) =>
      saidAfter(async (isAlone) => {
        botProcess.progress.note()
        // Another step may wait for this one to end; until then it doesn't move the clock.
        await simulator.clock.advance(by, isAlone ? quiet : undefined)
        botProcess.progress.note()
      }),
    restart: ({ bot } = {}) =>
      saidAfter(async (isAlone) => {
        current = bot ?? current
        const next = await start(current)
        botProcess.end()
        botProcess = next
        if (isAlone) await quiet()
      }),
    level: (to) => simulator.setFeatureLevel(to),
    effects: () => chat.calls().filter(isEffect),
    calls: () => botCallsOf(simulator, ownerId === null ? [account.id] : [account.id, ownerId]),
    conversation: (where) => simulator.messages(where),
    async deadLetters() {
      if (engine) return engine.listDead(undefined, Number.MAX_SAFE_INTEGER)
      throw new TypeError('There are no dead letters without a queue. Call testBot(bot, { queue: true }).')
    },
    text: () => chatText(chat, history),
    async close() {
      botProcess.end()
      await simulator.close()
    },
    [Symbol.asyncDispose]: () => chat.close(),
  }
  noteInternals(chat, { history, bot: account.id })
  // The bot would miss messages that are sent before it listens.
  if (by === 'events') await quiet()
  const speakers = createSpeakers({
    chat,
    history,
    bot: account.id,
    channel: firstChannel(options.simulator?.organisation ?? bakery),
    step: (act) =>
      step(async () => {
        act()
        await quiet()
      }),
  })
  return chat
}

/** The account; a new bot for an unknown name. @throws {RangeError} for an unknown ID or address */
function accountFor({ realm, addBot }: Simulator, who: Who, by: Way): ReturnType<Simulator['realm']['account']> {
  const isNew = typeof who === 'string' && who.trim() !== '' && !who.includes('@') && !isKnown(realm, who)
  return realm.account(
    isNew ? addBot({ full_name: who, ...(by === 'events' && { type: 'generic' as const }) }).email : who,
  )
}

function isKnown(realm: Simulator['realm'], name: string): boolean {
  return realm.accounts().some(({ full_name }) => fold(full_name) === fold(name))
}

/** The organisation, with the bot's account as a generic bot. */
function withGeneric({ account = 'echo', simulator }: TestBotOptions): OrganisationSeed {
  const organisation = simulator?.organisation ?? bakery
  const isMeant = ({ user_id, full_name, email }: OrganisationSeed['bots'][number]) =>
    [user_id, fold(full_name), fold(email)].includes(typeof account === 'string' ? fold(account) : account)
  const bots = organisation.bots.map((bot) => (isMeant(bot) ? { ...bot, type: 'generic' as const } : bot))
  return { ...organisation, bots }
}

/** @throws {TypeError} if the environment names an unknown way */
export function wayOfEnvironment(): Way {
  const way = process.env.EARSHOT_BY?.trim() || 'webhook'
  if (way === 'webhook' || way === 'events') return way
  throw new TypeError(`EARSHOT_BY is ${JSON.stringify(way)}; set it to webhook or events.`)
}

/** The channel where people talk to the bot by default. */
function firstChannel({ channels }: OrganisationSeed): string {
  return channels.find(({ is_archived }) => is_archived !== true)?.name ?? 'general'
}
