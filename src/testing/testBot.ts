import type { Log } from '../bot/index.js'
import type { Message } from '../protocol/index.js'
import { bakery, createSimulator, type OrganisationSeed, type Simulator, type Who } from '../simulator/index.js'
import { memoryStorage } from '../storage/index.js'
import { unknownOption } from '../text/index.js'
import { callsOf, changes } from './botCalls.js'
import { type BotProcess, startBot } from './botProcess.js'
import { type LoggedLine, type TestBotOptions, type TestChat, type Tested, testBotOptions } from './chat.js'
import { chatText, recordHistory } from './history.js'
import { createQuiet } from './quiet.js'
import { noteInside, noteReplies } from './replies.js'
import { createSpeakers } from './speakers.js'

/**
 * Puts a bot into a simulated organisation, in this botProcess and without a socket: the organisation's server posts to a
 * receiver, the receiver's bot calls the server. Time stands still until `chat.advance` lets it pass. Any number of chats
 * live side by side.
 *
 * @throws {TypeError} for an option that it doesn't know, and when the account is no bot that the server posts to
 * @throws {RangeError} when nobody has the ID or address
 * @example
 * await using chat = await testBot(bot) // or call chat.close() at the end
 * const [reply] = await chat.as('iago').say('@**Echo** hi')
 */
export async function testBot(tested: Tested, options: TestBotOptions = {}): Promise<TestChat> {
  const unknown = unknownOption(options, testBotOptions)
  if (unknown) throw new TypeError(`testBot has no option \`${unknown.name}\`. ${unknown.advice}`)
  const { featureLevel, storage: given } = options
  const simulator = createSimulator({
    clock: 'frozen',
    // Nobody gets in from outside, and a test is the same each time.
    randomSeed: 1,
    ...options.simulator,
    ...(featureLevel !== undefined && { featureLevel }),
  })
  const account = accountFor(simulator, options.account ?? 'echo')
  const { token, ...credentials } = simulator.credentials(account.id)
  if (token === undefined) {
    throw new TypeError(
      `${account.fullName} is no outgoing-webhook bot, so nothing is posted to it; choose one that is.`,
    )
  }
  const ownerId = options.withOwner === true ? account.ownerId : null
  const owner = ownerId === null ? undefined : simulator.credentials(ownerId)
  const storage = given ?? memoryStorage({ clock: simulator.clock })
  const lines: LoggedLine[] = []
  const history = recordHistory(simulator)
  /** How many of the test's own steps are under way. */
  let steps = 0

  const start = async (bot: Tested): Promise<BotProcess> =>
    startBot({
      simulator,
      storage,
      log: keeping(lines),
      receiver: options.receiver,
      binding: {
        bot: typeof bot === 'function' ? await bot() : bot,
        credentials,
        tokens: [token],
        ...(owner && { owner }),
      },
    })
  let current = tested
  let botProcess = await start(current)
  simulator.connect(account.id, (request) => botProcess.take(request))

  const quiet = createQuiet(simulator, () => botProcess)
  /** Does something, and counts it as under way until it has ended. */
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
    return noteReplies(history.since(after, account.id), { chat, after })
  }

  const chat: TestChat = {
    simulator,
    botName: account.fullName,
    clock: simulator.clock,
    faults: simulator.faults,
    log: lines,
    as: (who) => speakers(who),
    advance: (by) =>
      saidAfter(async (isAlone) => {
        botProcess.progress.note()
        // What another step waits for may need this one to end first; until then that one moves no clock.
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
    effects: () => chat.calls().filter(changes),
    calls: () => callsOf(simulator, ownerId === null ? [account.id] : [account.id, ownerId]),
    conversation: (where) => simulator.messages(where),
    text: () => chatText(chat, history),
    async close() {
      botProcess.end()
      await simulator.close()
    },
    [Symbol.asyncDispose]: () => chat.close(),
  }
  noteInside(chat, { history, bot: account.id })
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

/** The account that is meant; a new bot for a name that nobody has. @throws {RangeError} for an unknown ID or address */
function accountFor({ realm, addBot }: Simulator, who: Who): ReturnType<Simulator['realm']['account']> {
  const isNew = typeof who === 'string' && who.trim() !== '' && !who.includes('@') && !isKnown(realm, who)
  return realm.account(isNew ? addBot({ full_name: who }).email : who)
}

function isKnown(realm: Simulator['realm'], name: string): boolean {
  return realm.accounts().some(({ fullName }) => fullName.toLowerCase() === name.trim().toLowerCase())
}

/** Where people talk to the bot when a test does not care where. */
function firstChannel({ channels }: OrganisationSeed): string {
  return channels.find(({ is_archived }) => is_archived !== true)?.name ?? 'general'
}

function keeping(lines: LoggedLine[]): Log {
  const keep = (level: keyof Log) => (fields: object, message: string) => lines.push({ level, fields, message })
  return { debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') }
}
