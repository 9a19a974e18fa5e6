import type * as FastCheck from 'fast-check'
import type { CommandSummary } from '../../bot/index.js'
import { newestFeatureLevel } from '../../protocol/index.js'
import type { OrganisationSeed } from '../../simulator/index.js'
import { checkOptions, type Duration, type OptionNames, readDuration } from '../../text/index.js'
import { withoutUndefined } from '../../values.js'
import type { Tested } from '../chat.js'
import { behaviours } from '../matrix/behaviours.js'
import type { TranscriptOptions } from '../player/settings.js'
import type { Way } from '../simulatedProcess.js'
import { wayOfEnvironment } from '../testBot.js'
import { defaultWithin, repeats } from './byRules.js'
import { type ConversationResult, type ConversationSetup, converse, type ExploreWorld, headerOf } from './converse.js'
import { loadFastCheck, stepsOf } from './drawnSteps.js'
import { castOf } from './entries.js'
import { type Breach, botRules, type RuleName } from './rules.js'
import type { Step } from './steps.js'
import { caught } from './stray.js'
import { textsOf } from './texts.js'
import { openWorld } from './world.js'

export interface ExploreOptions {
  /** The same seed tries the same conversations (default: a random one, which the report contains). */
  readonly seed?: number
  /** Maximum number of conversations (default: 200, or as many as fit into `time`). */
  readonly runs?: number
  /** Maximum duration, such as `'1m'` (default: unlimited). */
  readonly time?: Duration
  /** The bot's account (default: `Echo`). An unknown name creates a new bot. */
  readonly account?: string
  /** The role of the account (default: the one that it has). */
  readonly role?: string
  /** The account's owner, whose credentials the bot gets, for `ctx.owner`. */
  readonly owner?: string
  /** The organisation (default: the bakery). */
  readonly organisation?: OrganisationSeed
  /** Feature levels of the server (default: one of each behaviour). */
  readonly levels?: readonly number[]
  /** How long an answer may take if there are no faults (default: one minute). */
  readonly within?: Duration
  /** Rules that don't hold for this bot. */
  readonly without?: readonly RuleName[]
  /** A rule of your own, checked after each step: throw an error if it is broken. */
  readonly always?: (world: ExploreWorld) => unknown
  /** How the bot gets its messages (default: the environment's `EARSHOT_BY`, or else `webhook`). */
  readonly by?: Way
  /** Options of the bot's receiver. */
  readonly receiver?: TranscriptOptions['receiver']
  /** Stops exploring. */
  readonly signal?: AbortSignal
  /** Called after each conversation, with the numbers of conversations and of findings so far. */
  readonly onConversation?: (count: number, found: number) => void
}

const exploreOptions: OptionNames<ExploreOptions> = {
  seed: true,
  runs: true,
  time: true,
  account: true,
  role: true,
  owner: true,
  organisation: true,
  levels: true,
  within: true,
  without: true,
  always: true,
  by: true,
  receiver: true,
  signal: true,
  onConversation: true,
}

/** A rule that the bot broke. */
export interface ExploreFinding extends Breach {
  /** The shortest conversation found that breaks it, as a transcript that fails when it is played. */
  readonly transcript: string
  /** Whether playing the transcript alone breaks the rule again; false for the author's own rule. */
  readonly repeats: boolean
}

export interface ExploreReport {
  readonly seed: number
  readonly conversations: number
  readonly steps: number
  /** Milliseconds of real time. */
  readonly took: number
  /** How often each of the bot's commands was reached, by its pattern. */
  readonly commands: Readonly<Record<string, number>>
  /** How often each other handler was reached, by its name in the log. */
  readonly handlers: Readonly<Record<string, number>>
  /** How often each fault was applied. */
  readonly faults: Readonly<Record<string, number>>
  readonly levels: readonly number[]
  readonly findings: readonly ExploreFinding[]
}

/**
 * Searches for conversations that break a bot, with random people, commands, odd input, faults, restarts and pauses, by a seed
 * and in virtual time. Each rule that was broken is reported once, with the shortest conversation found for it.
 *
 * Pass a function that creates the bot, so that each conversation has a new one. Run only one exploration at a time in a process.
 *
 * @throws {UnknownOptionError} for an unknown option @throws {RangeError} for an invalid one
 * @throws {ExploreError} if the package fast-check isn't installed
 * @example
 * const { findings } = await explore(createBot, { seed: 1 })
 * expect(findings).toEqual([])
 */
export async function explore(bot: Tested, options: ExploreOptions = {}): Promise<ExploreReport> {
  const { seed, runs, time } = checked(options)
  const fc = await loadFastCheck()
  const begun = performance.now()
  const ends = time === undefined ? Number.POSITIVE_INFINITY : begun + time
  const plan = await planFor(fc, bot, options)
  const counts = createCounts(plan.commands)
  const findings: ExploreFinding[] = []
  const isOver = () => options.signal?.aborted === true || performance.now() >= ends

  for (let round = 0; counts.conversations < runs && findings.length < mostFindings && !isOver(); round += 1) {
    const setup = plan.setup(findings)
    const found = await search(round)
    if (found === undefined) break
    findings.push(found)

    /** Searches for one broken rule, until there are enough conversations. */
    async function search(round: number): Promise<ExploreFinding | undefined> {
      let target: Breach | undefined
      let failed: ConversationResult | undefined
      let shrinks = 0
      let isEnded = false
      const property = fc.asyncProperty(plan.cases, async (one) => {
        // A failure ends the search; otherwise the remaining cases would be generated for nothing.
        if (isOver() && target === undefined && !isEnded) {
          isEnded = true
          throw new Error('The time is up.')
        }
        if (isOver() || shrinks > mostShrinks) return
        if (target !== undefined) shrinks += 1
        const went = await caught((stray) => converse({ ...one, stray, ...setup }))
        if (target === undefined) {
          counts.add(went, one.level)
          options.onConversation?.(counts.conversations, findings.length)
        }
        const { breach } = went
        if (breach === undefined) return
        target ??= breach
        if (!isSame(breach, target)) return
        failed = went
        throw new Error(breach.what)
      })
      await fc.check(property, { seed: seed + round, numRuns: runs - counts.conversations })
      if (failed?.breach === undefined) return undefined
      const { breach, transcript } = failed
      return { ...breach, transcript, repeats: await repeats(transcript, plan.how) }
    }
  }
  return { seed, took: performance.now() - begun, findings, ...counts.report() }
}

const mostShrinks = 100
const mostFindings = 20

const isSame = (one: Breach, other: Breach) => one.rule === other.rule && one.by === other.by

function checked(options: ExploreOptions) {
  checkOptions('explore', options, exploreOptions)
  const { seed = Math.floor(Math.random() * 2 ** 31), runs, time, levels, within, without = [] } = options
  for (const [name, value] of Object.entries({ seed, ...(runs !== undefined && { runs }) })) {
    if (Number.isSafeInteger(value) && value >= (name === 'runs' ? 1 : 0)) continue
    throw new RangeError(`explore: \`${name}\` is ${value}. Give a whole number.`)
  }
  if (levels?.length === 0) throw new RangeError('explore: `levels` is empty. Give at least one feature level.')
  const wrong = without.find((rule) => !Object.hasOwn(botRules, rule))
  if (wrong !== undefined) {
    throw new RangeError(`explore: there is no rule ${wrong}. There are: ${Object.keys(botRules).join(', ')}.`)
  }
  const milliseconds = time === undefined ? undefined : spanOf('time', time)
  if (within !== undefined) spanOf('within', within)
  return { seed, runs: runs ?? (time === undefined ? 200 : 1_000_000), time: milliseconds }
}

function spanOf(name: string, value: Duration): number {
  const milliseconds = readDuration(value)
  if (milliseconds !== undefined && milliseconds > 0) return milliseconds
  throw new RangeError(`explore: \`${name}\` is ${value}. Give milliseconds, or a string such as '5m'.`)
}

/** Finds out, in a first organisation, what can be tried with the bot. */
async function planFor(fc: typeof FastCheck, bot: Tested, options: ExploreOptions) {
  const { levels = behaviours().map(({ level }) => level), within = defaultWithin } = options
  const { account, role, owner, organisation, receiver, always, by = wayOfEnvironment() } = options
  const settings = withoutUndefined({ bot: account, role, owner, by: by === 'events' ? by : undefined })
  const how = withoutUndefined({ bot, by, organisation, receiver })
  const made = typeof bot === 'function' ? await bot() : bot
  const commands: readonly CommandSummary[] = Reflect.get(made, 'commands') ?? []
  const world = await openWorld({ entries: headerOf(settings) }, { ...how, bot: made })
  let cast: ReturnType<typeof castOf>
  let texts: ReturnType<typeof textsOf>
  try {
    cast = castOf(world)
    texts = textsOf(fc, commands, world.chat.simulator.realm)
  } finally {
    await world.close()
  }
  const newestFirst = [...levels].sort((one, other) => other - one)
  const steps = stepsOf(fc, { texts, people: cast.people.length, places: cast.places.length, levels: newestFirst, by })
  const level = fc.oneof(
    { weight: 2, arbitrary: fc.constant(newestFirst[0] ?? newestFeatureLevel) },
    { weight: 1, arbitrary: fc.constantFrom(...newestFirst) },
  )
  const cases: FastCheck.Arbitrary<{ readonly level: number; readonly steps: readonly Step[] }> = fc.record({
    level,
    steps,
  })
  return {
    commands,
    cases,
    how,
    setup: (known: readonly Breach[]): ConversationSetup => ({
      how,
      settings,
      cast,
      known,
      without: options.without ?? [],
      within: readDuration(within) ?? defaultWithin,
      ...(always && { always }),
    }),
  }
}

function createCounts(commands: readonly CommandSummary[]) {
  const reached = new Map(commands.map(({ pattern }) => [pattern, 0]))
  const handlers = new Map<string, number>()
  const faults = new Map<string, number>()
  const levels = new Set<number>()
  let conversations = 0
  let steps = 0
  const count = (map: Map<string, number>, name: string) => map.set(name, (map.get(name) ?? 0) + 1)
  return {
    get conversations() {
      return conversations
    },
    add(went: ConversationResult, level: number): void {
      conversations += 1
      steps += went.steps
      levels.add(level)
      for (const fault of went.faults) count(faults, fault)
      for (const route of went.routes) {
        const pattern = route.replace(/^command /, '')
        count(route !== pattern && reached.has(pattern) ? reached : handlers, pattern)
      }
    },
    report: () => ({
      conversations,
      steps,
      commands: Object.fromEntries(reached),
      handlers: Object.fromEntries(handlers),
      faults: Object.fromEntries(faults),
      levels: [...levels].sort((one, other) => one - other),
    }),
  }
}
