import { ApiError, type ClientOptions, UnsupportedByServerError } from '../../client/index.js'
import { type Dialect, dialectIn, newestFeatureLevel, svcDialect } from '../../protocol/index.js'
import { createSimulator, type Simulator } from '../../simulator/index.js'
import { errorMessage } from '../../values.js'
import { assumptionQuestions } from './assumptions.js'
import { openChannel, removeChannel } from './channel.js'
import { contractQuestions } from './contract.js'
import { descriptionQuestions } from './description.js'
import { CannotAsk, type DriftChannel, type Question, type Side } from './question.js'
import { refusalQuestions } from './refusals.js'
import { sideOf } from './side.js'

export interface DriftOptions {
  /** Credentials of a person on the server, ideally an owner of the organisation, and how to reach it. */
  readonly account: ClientOptions
  /**
   * Also runs checks that write: messages, a file and a scheduled message in a private channel. At the end its topic is
   * deleted and the channel archived. (default: false)
   */
  readonly write?: boolean
  /** Skips the check of heartbeats, which takes a minute. (default: false) */
  readonly quick?: boolean
  /**
   * The server's own OpenAPI 3 description, parsed, such as that of its version: each answer that can be read must be as
   * it says, too. Needs the package `ajv`.
   */
  readonly openApi?: unknown
  /** Called after each question. */
  readonly onFinding?: (finding: DriftFinding) => void
  /** Stops the checks; what they created is still deleted. */
  readonly signal?: AbortSignal
}

/** What a server says to one question. */
export interface DriftFinding {
  /** An endpoint, a wrong call, or an assumption of `/sim/assumptions`. */
  readonly id: string
  readonly about: Question['about']
  readonly says: string
  readonly outcome: 'confirmed' | 'differs' | 'not asked'
  /** What a simulator of the server's level answers, as JSON; of what differs. */
  readonly expected?: unknown
  /** What the server answers. */
  readonly actual?: unknown
  /** Why it wasn't asked. */
  readonly why?: string
}

export interface DriftReport {
  readonly site: string
  /** The server's feature level. */
  readonly featureLevel: number
  /** The level of the simulator that it was compared with: the newest known one for servers that are newer. */
  readonly comparedWith: number
  readonly dialect: string
  readonly findings: readonly DriftFinding[]
  /** What was created on the server and couldn't be removed. */
  readonly leftBehind: readonly string[]
}

/**
 * Puts the claims of the contract and of the simulator's assumptions to a real server: each question goes to the server
 * and to a simulator of its level, one at a time.
 *
 * @throws {CallError} if the server can't be reached, is none, or doesn't know the account.
 * @throws {DescriptionError} if `openApi` is no description of OpenAPI 3, or the package `ajv` isn't installed.
 * @example
 * const { findings } = await drift({ account: { site, email, apiKey } })
 * console.log(findings.filter(({ outcome }) => outcome === 'differs'))
 */
export async function drift({
  account,
  write = false,
  quick = false,
  openApi,
  onFinding,
  signal,
}: DriftOptions): Promise<DriftReport> {
  const created: DriftChannel[] = []
  const newFields = async () => fieldsSince(comparedWith, dialect, simulator)
  const server = sideOf({ account, signal, newFields, openChannel: (client) => openChannel(client, created) })
  const featureLevel = await server.client.featureLevel()
  await server.subjects()
  const dialect = dialectIn(await server.settings()) ?? svcDialect
  const comparedWith = Math.min(featureLevel, newestFeatureLevel)
  const simulator = createSimulator({ featureLevel: comparedWith, dialect, clock: 'frozen' })
  const known = sideOf({
    account: ownerOf(simulator),
    signal,
    newFields,
    openChannel: (client) => openChannel(client, []),
  })
  const findings: DriftFinding[] = []
  const leftBehind: string[] = []
  try {
    const questions = [
      ...contractQuestions(comparedWith, dialect),
      ...(openApi === undefined ? [] : await descriptionQuestions(openApi, comparedWith, dialect)),
      ...refusalQuestions,
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
  const { id, about, says, writes = false, isSlow = false, ask, claim, agree = isSame } = question
  const finding = { id, about, says }
  if (writes && !write) return { ...finding, outcome: 'not asked', why: 'It takes writing (`write`).' }
  if (isSlow && quick) return { ...finding, outcome: 'not asked', why: 'It takes a minute (`quick`).' }
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

/** A refusal is an answer as well. @throws what keeps a question from being asked. */
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

/** Whether two values are the same JSON. Keys may stand in any order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}

/** Of two lists, such as those of hundreds of fields, what is only in one. */
function differences(expected: unknown, actual: unknown): { readonly expected: unknown; readonly actual: unknown } {
  if (!Array.isArray(expected) || !Array.isArray(actual)) return { expected, actual }
  const [missing, more] = [
    expected.filter((one) => !actual.includes(one)),
    actual.filter((one) => !expected.includes(one)),
  ]
  return missing.length + more.length === 0 ? { expected, actual } : { expected: missing, actual: more }
}

function ownerOf(simulator: Simulator): ClientOptions {
  const { token: _, ...account } = simulator.credentials('Desdemona')
  const { fetch, clock, dialect } = simulator
  return { ...account, fetch, clock, dialect }
}

/** The fields of `POST /register` that a server of the level before doesn't have. */
async function fieldsSince(level: number, dialect: Dialect, simulator: Simulator): Promise<readonly string[]> {
  if (level === 0) return []
  const before = createSimulator({ featureLevel: level - 1, dialect, clock: 'frozen' })
  try {
    const [now, then] = await Promise.all([simulator, before].map((one) => registeredFields(one)))
    return (now ?? []).filter((field) => !then?.includes(field))
  } finally {
    await before.close()
  }
}

async function registeredFields(simulator: Simulator): Promise<readonly string[]> {
  const openChannel = () => Promise.reject(new CannotAsk('Nothing is written here.'))
  const side = sideOf({ account: ownerOf(simulator), signal: undefined, newFields: async () => [], openChannel })
  return Object.keys(await side.registered())
}
