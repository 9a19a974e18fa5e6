import { ApiError, Client, type ClientOptions, UnsupportedByServerError } from '../../client/index.js'
import { dialectIn, newestFeatureLevel, speaks, svcDialect, zulipDialect } from '../../protocol/index.js'
import { createSimulator, type Simulator } from '../../simulator/index.js'
import { checkOptions, type OptionNames } from '../../text/index.js'
import { errorMessage } from '../../values.js'
import { isSameJson } from '../player/compare.js'
import { registeredFor } from './answers.js'
import { assumptionQuestions } from './assumptions.js'
import { behaviourQuestions } from './behaviours.js'
import { botQuestions } from './botAccess.js'
import { contractQuestions } from './contract.js'
import { CannotAsk, type DriftChannel, type Question, type Side } from './question.js'
import { refusalQuestions } from './refusals.js'
import { renderingQuestions } from './rendering.js'
import { sideOf } from './side.js'

export interface DriftOptions {
  /** Credentials of a person on the server, ideally an owner of the organisation, and how to reach it. */
  readonly account: ClientOptions
  /** Credentials of a bot on the server: also checks what bots may call and see there. */
  readonly bot?: ClientOptions
  /**
   * Also runs checks that write: messages, a file and a scheduled message in a private channel. At the end its topic is
   * deleted and the channel archived. (default: false)
   */
  readonly write?: boolean
  /** Skips the check of heartbeats, which takes a minute. (default: false) */
  readonly quick?: boolean
  /** Called after each question. */
  readonly onFinding?: (finding: DriftFinding) => void
  /** Stops the checks; what they created is still deleted. */
  readonly signal?: AbortSignal
}

const driftOptions: OptionNames<DriftOptions> = {
  account: true,
  bot: true,
  write: true,
  quick: true,
  onFinding: true,
  signal: true,
}

/** A server's answer to one question. */
export interface DriftFinding {
  /** An endpoint, a wrong call, or an assumption of `/sim/assumptions`. */
  readonly id: string
  readonly about: Question['about']
  readonly says: string
  readonly outcome: 'confirmed' | 'differs' | 'not asked'
  /** What a simulator of the server's level answers, as JSON; only for differences. */
  readonly expected?: unknown
  /** What the server answers. */
  readonly actual?: unknown
  /** Why the question wasn't asked. */
  readonly why?: string
}

export interface DriftReport {
  readonly site: string
  /** The server's feature level. */
  readonly featureLevel: number
  /** The level of the simulator that it was compared with: the newest known one for newer servers. */
  readonly comparedWith: number
  readonly dialect: string
  readonly findings: readonly DriftFinding[]
  /** What was created on the server and couldn't be removed. */
  readonly leftBehind: readonly string[]
}

/**
 * Checks the declared API and the simulator's assumptions against a real server: each question goes to the server and to a
 * simulator of its level, one at a time.
 *
 * @throws {UnknownOptionError} for an unknown option.
 * @throws {CallError} if the server can't be reached, isn't a chat server, or doesn't know the account.
 * @example
 * const { findings } = await drift({ account: { site, email, apiKey } })
 * console.log(findings.filter(({ outcome }) => outcome === 'differs'))
 */
export async function drift(options: DriftOptions): Promise<DriftReport> {
  checkOptions('drift', options, driftOptions)
  const { account, bot, write = false, quick = false, onFinding, signal } = options
  const created: Place[] = []
  const newFields = async () => fieldsSince(comparedWith, simulator)
  const server = sideOf({ account, bot, signal, newFields, openChannel: (client) => openChannel(client, created) })
  const featureLevel = await server.client.featureLevel()
  await server.subjects()
  const settings = await server.settings()
  const dialect = dialectIn(settings) ?? svcDialect
  const isSimulator = dialect === svcDialect && speaks(settings, zulipDialect)
  const comparedWith = Math.min(featureLevel, newestFeatureLevel)
  const simulator = createSimulator({
    featureLevel: comparedWith,
    ...(!isSimulator && { dialect }),
    clock: 'frozen',
  })
  const known = sideOf({
    account: accountOf(simulator, 'Desdemona'),
    bot: bot && accountOf(simulator, await botLike(new Client(bot), simulator)),
    signal,
    newFields,
    openChannel: (client) => openChannel(client, []),
  })
  const findings: DriftFinding[] = []
  const leftBehind: string[] = []
  try {
    const questions = [
      ...contractQuestions(comparedWith, dialect),
      ...refusalQuestions,
      ...renderingQuestions,
      ...botQuestions,
      ...behaviourQuestions,
      ...assumptionQuestions(),
    ]
    for (const question of questions) {
      if (signal?.aborted) break
      const finding = await findingOf(question, { server, known, write, quick })
      findings.push(finding)
      onFinding?.(finding)
    }
  } finally {
    for (const channel of created) leftBehind.push(...(await removeChannel(server.client, channel)))
    await simulator.close()
  }
  const { site } = server.client
  return { site, featureLevel, comparedWith, dialect: dialect.name, findings, leftBehind }
}

interface Sides {
  readonly server: Side
  readonly known: Side
  readonly write: boolean
  readonly quick: boolean
}

async function findingOf(question: Question, { server, known, write, quick }: Sides): Promise<DriftFinding> {
  const { id, about, says, writes = false, isSlow = false, ask, claim, agree = isSameJson } = question
  const finding = { id, about, says }
  if (writes && !write) return { ...finding, outcome: 'not asked', why: 'Needs `write`.' }
  if (isSlow && quick) return { ...finding, outcome: 'not asked', why: 'Takes a minute (skipped by `quick`).' }
  try {
    const actual = await answerOf(ask, server)
    const expected = claim ?? (await answerOf(ask, known))
    if (agree(expected, actual)) return { ...finding, outcome: 'confirmed' }
    return { ...finding, outcome: 'differs', ...differences(expected, actual) }
  } catch (error) {
    if (error instanceof ApiError && error.isAuthentication) throw error
    return { ...finding, outcome: 'not asked', why: errorMessage(error) }
  }
}

/** A refusal counts as an answer. @throws errors that keep a question from being asked */
async function answerOf(ask: Question['ask'], side: Side): Promise<unknown> {
  try {
    return await ask(side)
  } catch (error) {
    if (error instanceof CannotAsk || error instanceof UnsupportedByServerError) throw error
    if (!(error instanceof ApiError) || error.isAuthentication || error.status === 429 || error.status >= 500)
      throw error
    return { code: error.code, msg: error.msg }
  }
}

/** For two lists, which can have hundreds of fields, what is in only one of them. */
function differences(expected: unknown, actual: unknown): { readonly expected: unknown; readonly actual: unknown } {
  if (!Array.isArray(expected) || !Array.isArray(actual)) return { expected, actual }
  const missing = expected.filter((one) => !actual.includes(one))
  const more = actual.filter((one) => !expected.includes(one))
  return missing.length + more.length === 0 ? { expected, actual } : { expected: missing, actual: more }
}

/** A bot of the simulator that is of the same kind as one of the server. @throws {TypeError} if that is no bot */
async function botLike(bot: Client, simulator: Simulator): Promise<string> {
  const { is_bot: isBot, user_id, email } = await bot.users.me()
  if (!isBot) throw new TypeError(`${email} is no bot. Give the credentials of a bot as \`bot\`.`)
  const { user } = await bot.users.get({ user_id })
  const { members } = await new Client(accountOf(simulator, 'Desdemona')).users.list()
  const like = members.find((one) => one.is_bot && one.is_active && one.bot_type === user.bot_type)
  return like?.email ?? 'Echo'
}

function accountOf(simulator: Simulator, who: string): ClientOptions {
  const { token: _, ...account } = simulator.credentials(who)
  const { fetch, clock, dialect } = simulator
  return { ...account, fetch, clock, dialect }
}

/** The fields of `POST /register` that a server of the level before doesn't have. */
async function fieldsSince(level: number, simulator: Simulator): Promise<readonly string[]> {
  if (level === 0) return []
  const before = createSimulator({ featureLevel: level - 1, dialect: simulator.dialect, clock: 'frozen' })
  try {
    const [now, then] = await Promise.all([registeredFields(simulator), registeredFields(before)])
    return now.filter((field) => !then.includes(field))
  } finally {
    await before.close()
  }
}

const registeredFields = async (simulator: Simulator) =>
  Object.keys(await registeredFor({ client: new Client(accountOf(simulator, 'Desdemona')), signal: undefined }))

type Place = Omit<DriftChannel, 'started'>

/** Creates a private channel with one message in it. @param created Gets the channel as soon as it exists */
async function openChannel(client: Client, created: Place[]): Promise<DriftChannel> {
  const name = `earshot drift ${Math.random().toString(36).slice(2, 8)}`
  const description = 'Created by `earshot drift`,\nand archived when it ends.'
  await client.subscriptions.add({ subscriptions: [{ name, description }], invite_only: true })
  const { stream_id: id } = await client.streams.getId({ stream: name })
  const place = { id, name, topic: 'drift' }
  created.push(place)
  const started = await client.messages.send({ type: 'channel', to: id, topic: place.topic, content: description })
  return { ...place, started }
}

/** Deletes what was written, and archives the channel. Returns what couldn't be removed. */
async function removeChannel(client: Client, { id, name, topic }: Place): Promise<readonly string[]> {
  const left: string[] = []
  const attempt = async (what: string, remove: () => Promise<unknown>) => {
    try {
      await remove()
    } catch (error) {
      left.push(`${what}: ${errorMessage(error)}`)
    }
  }
  await attempt(`the messages in #${name}`, () => client.streams.deleteWholeTopic({ stream_id: id, topic_name: topic }))
  await attempt(`the channel #${name}`, () => client.streams.archive({ stream_id: id }))
  return left
}
