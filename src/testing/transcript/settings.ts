import { utc, zoneCalled } from '../../bot/arguments/zone.js'
import { isFeatureLevel } from '../../protocol/index.js'
import type { SeedRole } from '../../simulator/realm/seed/seed.js'
import { nearest } from '../../text/index.js'
import { problemAt, TranscriptError, type TranscriptProblem } from '../../transcript/problems.js'
import type { LevelRange, SettingName, Transcript } from '../../transcript/transcript.js'

/** What is above the first place of a transcript: for which server and which bot it is. */
export interface TranscriptSettings {
  /** The name of the bot's account. */
  readonly bot?: string
  /** The role of the bot's account. */
  readonly role?: SeedRole
  /** The bot's owner, whose credentials it then has. */
  readonly owner?: string
  /** The file of the organisation, relative to the transcript. */
  readonly organisation?: string
  /** What keys, tokens and paths are made from. */
  readonly seed?: string
  /** The levels that it is for (default: all). */
  readonly levels: LevelRange
  /** When it begins, in UNIX milliseconds. */
  readonly start?: number
  readonly timezone: string
  /** An error about one of the settings. */
  wrong(name: SettingName, expected: string): TranscriptError
}

/** Reads the settings of a transcript. @throws {TranscriptError} if some can't be used */
export function settingsOf({ entries }: Transcript, file: string): TranscriptSettings {
  const problems: TranscriptProblem[] = []
  const values = new Map<SettingName, string>()
  const lines = new Map<SettingName, number>()
  const problem = (name: SettingName, expected: string, known?: readonly string[]) => {
    const value = values.get(name) ?? ''
    const suggestion = known && nearest(value, known)
    return problemAt(lines.get(name) ?? 1, `${name}: ${value}`, { expected, suggestion })
  }
  const complain = (...about: Parameters<typeof problem>) => problems.push(problem(...about))

  for (const entry of entries) {
    if (entry.kind !== 'setting') continue
    const isTwice = values.has(entry.name)
    values.set(entry.name, entry.value)
    lines.set(entry.name, entry.at?.line ?? 1)
    if (isTwice) complain(entry.name, `"${entry.name}:" only once`)
  }

  const { role, level, timezone = 'UTC', start: startText, ...texts } = Object.fromEntries(values) as Texts
  if (role !== undefined && !isRole(role)) complain('role', `one of ${roles.join(', ')}`, roles)
  const levels = levelsIn(level)
  if (levels === undefined) complain('level', 'a level as in "176", "39 and later" or "39 to 169"')
  const isKnownZone = isTimezone(timezone)
  if (!isKnownZone) complain('timezone', 'a time zone such as Europe/Rome', Intl.supportedValuesOf('timeZone'))
  const start = startText === undefined || !isKnownZone ? undefined : momentIn(timezone, startText)
  if (startText !== undefined && isKnownZone && start === undefined)
    complain('start', 'a date and a time such as 2026-03-02 09:00')
  if (problems.length > 0) throw TranscriptError.of(file, problems)
  return {
    ...texts,
    ...(role !== undefined && isRole(role) && { role }),
    ...(start !== undefined && { start }),
    levels: levels ?? {},
    timezone,
    wrong: (name, expected) => TranscriptError.of(file, [problem(name, expected)]),
  }
}

type Texts = { readonly [Name in SettingName]?: string }

/** UNIX milliseconds of a date and time, as the clocks of a time zone show it; undefined for what is none. */
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

function isRole(text: string): text is SeedRole {
  return roles.includes(text)
}

function levelsIn(text: string | undefined): LevelRange | undefined {
  if (text === undefined) return {}
  const [, first, last, open] = /^(\d{1,6})(?: to (\d{1,6})| (and later))?$/.exec(text) ?? []
  if (first === undefined || !isFeatureLevel(Number(first))) return undefined
  if (open !== undefined) return { from: Number(first) }
  const end = Number(last ?? first)
  return isFeatureLevel(end) && Number(first) <= end ? { from: Number(first), below: end + 1 } : undefined
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
