import { utc, zoneCalled } from '../../bot/arguments/zone.js'
import { isFeatureLevel, newestFeatureLevel } from '../../protocol/index.js'
import { bakery, type OrganisationSeed, type SimulatorOptions, virtualClock } from '../../simulator/index.js'
import type { SeedRole } from '../../simulator/realm/seed/seed.js'
import { fold, nearest, type OptionNames } from '../../text/index.js'
import { problemAt, TranscriptError, type TranscriptProblem } from '../../transcript/problems.js'
import { contains, type LevelRange, type Transcript, type TranscriptSetting } from '../../transcript/transcript.js'
import { isTimeZone, withoutUndefined } from '../../values.js'
import type { TestBotOptions, Tested } from '../chat.js'
import type { Way } from '../simulatedProcess.js'

export interface TranscriptSettings {
  readonly bot?: string
  readonly role?: SeedRole
  /** The bot's owner, whose credentials it gets. */
  readonly owner?: string
  /** The file of the organisation, relative to the transcript. */
  readonly organisation?: string
  /** Seed of keys, tokens and paths. */
  readonly seed?: string
  /** The only way to play it (default: both). */
  readonly by?: Way
  /** Puts a queue before the bot. */
  readonly queue: boolean
  /** The levels at which to play it (default: all). */
  readonly levels: LevelRange
  /** When it begins, in UNIX milliseconds. */
  readonly start?: number
  readonly timezone: string
  /** Checks the bot by the rules for every bot, not against the transcript. */
  readonly byRules: boolean
  wrong(name: TranscriptSetting, expected: string): TranscriptError
}

export function transcriptSettings({ entries }: Transcript, file: string): TranscriptSettings {
  const problems: TranscriptProblem[] = []
  const values = new Map<TranscriptSetting, string>()
  const lines = new Map<TranscriptSetting, number>()
  const problem = (name: TranscriptSetting, expected: string, known?: readonly string[]) => {
    const value = values.get(name) ?? ''
    const suggestion = known && nearest(value, known)
    return problemAt(lines.get(name) ?? 1, `${name}: ${value}`, { expected, suggestion })
  }
  const report = (...about: Parameters<typeof problem>) => problems.push(problem(...about))

  for (const entry of entries) {
    if (entry.kind !== 'setting') continue
    const isTwice = values.has(entry.name)
    values.set(entry.name, entry.value)
    lines.set(entry.name, entry.at?.line ?? 1)
    if (isTwice) report(entry.name, `"${entry.name}:" only once`)
  }

  const given = Object.fromEntries(values) as Texts
  const { by, role, level, timezone = 'UTC', start: startText, queue, rules, ...texts } = given
  if (role !== undefined && !roles.includes(role)) report('role', `one of ${roles.join(', ')}`, roles)
  if (by !== undefined && !ways.includes(by)) report('by', '"webhook" or "events"', ways)
  for (const [name, value] of Object.entries({ queue, rules })) {
    if (value !== undefined && value !== 'on') report(name as 'queue' | 'rules', '"on"', ['on'])
  }
  const levels = levelsIn(level)
  if (levels === undefined) report('level', 'a level as in "176", "39 and later" or "39 to 169"')
  const isKnownZone = isTimeZone(timezone)
  if (!isKnownZone) report('timezone', 'a time zone such as Europe/Rome', Intl.supportedValuesOf('timeZone'))
  const start = startText === undefined || !isKnownZone ? undefined : momentIn(timezone, startText)
  if (startText !== undefined && isKnownZone && start === undefined)
    report('start', 'a date and a time such as 2026-03-02 09:00')
  if (problems.length > 0) throw TranscriptError.of(file, problems)
  return withoutUndefined({
    ...texts,
    // Checked above.
    by: by as Way | undefined,
    role: role as SeedRole | undefined,
    start,
    levels: levels ?? {},
    timezone,
    queue: queue === 'on',
    byRules: rules === 'on',
    wrong: (name: TranscriptSetting, expected: string) => TranscriptError.of(file, [problem(name, expected)]),
  })
}

type Texts = { readonly [Name in TranscriptSetting]?: string }

/** UNIX milliseconds of a date and time in a time zone; undefined if invalid. */
export function momentIn(timezone: string, text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/.exec(text)
  if (match === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0))
  const wall = { year, month, day, hour, minute, second }
  const there = new Date(utc(wall)).toISOString().slice(0, 19)
  const isReal = there === `${match[0].slice(0, 10)}T${match[0].slice(11, 16)}:${match[6] ?? '00'}`
  return isReal ? zoneCalled(timezone).instant(wall) : undefined
}

const roles: readonly string[] = ['owner', 'administrator', 'moderator', 'member', 'guest'] satisfies SeedRole[]
const ways: readonly string[] = ['webhook', 'events'] satisfies Way[]

function levelsIn(text: string | undefined): LevelRange | undefined {
  if (text === undefined) return {}
  const [, first, last, open] = /^(\d{1,6})(?: to (\d{1,6})| (and later))?$/.exec(text) ?? []
  if (first === undefined || !isFeatureLevel(Number(first))) return undefined
  if (open !== undefined) return { from: Number(first) }
  const end = Number(last ?? first)
  return isFeatureLevel(end) && Number(first) <= end ? { from: Number(first), below: end + 1 } : undefined
}

/** How a transcript is run. */
export interface TranscriptOptions {
  /** The bot, or better a function that creates one, so that each run and each restart has a new bot. */
  readonly bot: Tested
  /** The transcript's name in messages (default: `transcript`). */
  readonly file?: string
  /** How the bot gets its messages (default: from the transcript, else from the environment, else a webhook). */
  readonly by?: Way
  /** The server's version (default: from the environment, else the newest that the transcript allows). */
  readonly level?: number
  /** The bot's account, if the transcript doesn't name it (default: `Echo`). */
  readonly account?: string
  /** The organisation, for a transcript that names no file (default: the bakery). */
  readonly organisation?: OrganisationSeed
  /** Options of the simulated server. */
  readonly simulator?: Omit<SimulatorOptions, 'organisation' | 'featureLevel' | 'clock'>
  /** Options of the bot's receiver, such as `answerBy`. */
  readonly receiver?: TestBotOptions['receiver']
}

export const transcriptOptions: OptionNames<TranscriptOptions> = {
  bot: true,
  file: true,
  by: true,
  level: true,
  account: true,
  organisation: true,
  simulator: true,
  receiver: true,
}

/** The organisation of a transcript, with the bot's account, role and owner from the settings. */
export function organisationFor(
  settings: TranscriptSettings,
  { organisation = bakery, account = 'Echo' }: Pick<TranscriptOptions, 'organisation' | 'account'>,
): OrganisationSeed {
  const { bot: name = account, role, owner } = settings
  const known = organisation.bots.find(({ full_name, email }) =>
    [full_name, email].some((one) => fold(one) === fold(name)),
  )
  if (known === undefined && settings.bot === undefined) return organisation
  const ownerId =
    owner === undefined
      ? undefined
      : organisation.users.find(({ full_name }) => fold(full_name) === fold(owner))?.user_id
  const bot = {
    ...(known ?? {
      user_id: Math.max(0, ...[...organisation.users, ...organisation.bots].map(({ user_id }) => user_id)) + 1,
      full_name: name,
      email: `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-bot@example.com`,
      type: 'outgoing webhook' as const,
      owner_id: organisation.users.find((user) => user.role === 'owner')?.user_id ?? null,
    }),
    ...(role !== undefined && { role }),
    ...(ownerId !== undefined && { owner_id: ownerId }),
  }
  return { ...organisation, bots: [...organisation.bots.filter((one) => one !== known), bot] }
}

export function testOptionsOf(
  settings: TranscriptSettings,
  organisation: OrganisationSeed,
  { account = 'Echo', by, level, simulator, receiver }: TranscriptOptions,
): TestBotOptions {
  const { bot = account, owner, seed, start, levels, queue } = settings
  const clock = start === undefined ? undefined : virtualClock(start)
  return withoutUndefined({
    account: bot,
    by,
    queue,
    withOwner: owner !== undefined,
    featureLevel: level ?? levelWithout(levels),
    receiver,
    simulator: { ...simulator, organisation, ...withoutUndefined({ randomSeed: seed, clock }) },
  })
}

/** The level if none is given; undefined means the environment's, or else the newest. */
export function levelWithout(levels: LevelRange): number | undefined {
  const wanted = levelOfEnvironment()
  if (wanted !== undefined || contains(levels, newestFeatureLevel)) return undefined
  return (levels.below ?? newestFeatureLevel + 1) - 1
}

export function levelOfEnvironment(): number | undefined {
  const text = process.env.EARSHOT_FEATURE_LEVEL?.trim()
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
}
