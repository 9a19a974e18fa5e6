import { newestFeatureLevel } from '../../protocol/index.js'
import { checkOptions } from '../../text/index.js'
import { writtenPlace } from '../../transcript/notation.js'
import { parseTranscript } from '../../transcript/parse.js'
import { TranscriptError } from '../../transcript/problems.js'
import { contains, type Entry, type Transcript, type TranscriptPlace } from '../../transcript/transcript.js'
import { writtenEntry } from '../../transcript/write.js'
import type { LoggedLine } from '../chat.js'
import { playByRules } from '../explore/byRules.js'
import type { Way } from '../simulatedProcess.js'
import { testBot, wayOfEnvironment } from '../testBot.js'
import { surroundingsOf, unknownIn } from './check.js'
import type { EntryOutcome } from './compare.js'
import { isSamePlace, play } from './play.js'
import {
  levelOfEnvironment,
  levelWithout,
  organisationFor,
  type TranscriptOptions,
  testOptionsOf,
  transcriptOptions,
  transcriptSettings,
} from './settings.js'

/** The result of playing a transcript. */
export interface TranscriptResult {
  readonly file: string
  /** How the bot got its messages. */
  readonly by: Way
  /** The server's version at the beginning. */
  readonly level: number
  /** Whether the bot did exactly what the transcript says. */
  readonly passed: boolean
  /** Whether it was skipped, since it is for other levels, or for the other way. */
  readonly skipped: boolean
  /** The first line that differs. */
  readonly line?: number
  /** The chat around each difference; empty if there is none. */
  readonly diff: string
  /** A transcript that the bot passes. Lines that match are unchanged. */
  readonly updated: string
  /** The bot's warnings and errors. */
  readonly log: readonly LoggedLine[]
}

/**
 * Plays a transcript: people do what it says, and the bot must do exactly what it says.
 *
 * @example
 * const { passed, diff } = await runTranscript('# general > lunch\nIago: @**Echo** hi\nEcho: hi\n', { bot })
 * @throws {TranscriptError} if it can't be read or played, with every line that is wrong
 */
export async function runTranscript(text: string, options: TranscriptOptions): Promise<TranscriptResult> {
  checkOptions('runTranscript', options, transcriptOptions)
  const { file = 'transcript' } = options
  const transcript = parseTranscript(text, { file })
  const settings = transcriptSettings(transcript, file)
  if (settings.organisation !== undefined && options.organisation === undefined) {
    const expected = 'the option `organisation` instead, or a transcript in a file, next to that of the organisation'
    throw settings.wrong('organisation', expected)
  }
  const level = options.level ?? levelWithout(settings.levels) ?? levelOfEnvironment() ?? newestFeatureLevel
  if (!contains(settings.levels, level)) return notPlayed(file, settings.by ?? 'webhook', level, text)
  const by = options.by ?? settings.by ?? wayOfEnvironment()
  if (settings.by !== undefined && by !== settings.by) return notPlayed(file, by, level, text)
  const organisation = organisationFor(settings, options)
  if (settings.byRules) return judged(transcript, text, { ...options, file, level, by })
  const chat = await testBot(options.bot, testOptionsOf(settings, organisation, { ...options, by })).catch(
    (error: unknown) => {
      // The account doesn't exist, or isn't called by the server: report the line that names it.
      if (settings.bot === undefined || !(error instanceof RangeError || error instanceof TypeError)) throw error
      throw settings.wrong('bot', `a bot that the server calls. ${error.message.replace(/\.$/, '')}`)
    },
  )
  try {
    const { realm } = chat.simulator
    const surroundings = surroundingsOf(chat, settings, organisation)
    const unknown = unknownIn(transcript, surroundings)
    if (unknown.length > 0) throw TranscriptError.of(file, unknown)

    const begun = realm.featureLevel
    const outcomes = await play(transcript, chat, { file, seed: organisation, ...surroundings })
    const line = firstDifference(outcomes)
    const report = reportLines(text, outcomes, (one, other) => isSamePlace(realm, one, other))
    return {
      file,
      by,
      level: begun,
      passed: line === undefined,
      skipped: false,
      ...(line !== undefined && { line }),
      diff: diffText(report),
      updated: updatedText(text, report),
      log: chat.log.filter((logged) => logged.level === 'warn' || logged.level === 'error'),
    }
  } finally {
    await chat.close()
  }
}

/** Plays only what people do in a transcript, and checks the bot by the rules for every bot. */
async function judged(
  transcript: Transcript,
  text: string,
  options: TranscriptOptions & Pick<TranscriptResult, 'file' | 'level' | 'by'>,
): Promise<TranscriptResult> {
  const { file, level, by } = options
  const breach = await playByRules(transcript, options)
  const how = { file, by, level, passed: breach === undefined, skipped: false, updated: text, log: [] }
  return { ...how, diff: breach === undefined ? '' : `It breaks the rule "${breach.rule}": ${breach.what}` }
}

function notPlayed(file: string, by: Way, level: number, text: string): TranscriptResult {
  return { file, by, level, passed: true, skipped: true, diff: '', updated: text, log: [] }
}

/** A failure as text: where it is, what differs, and what the bot logged. */
export function transcriptFailure({ file, line, by, level, diff, log }: TranscriptResult): string {
  const logged = log.map((one) => `  ${one.level}: ${one.message} ${briefly(one.fields)}`.trimEnd())
  const [what, how] = breaksRule.test(diff)
    ? ['breaks a rule', '']
    : ['did something else', ' - is expected, + is actual.']
  const complaint = logged.length === 0 ? [] : ['', 'The bot logged:', ...logged]
  return [
    `${file}:${line ?? 1}: the bot ${what} (level ${level}${by === 'events' ? ', by events' : ''}).${how}`,
    '',
    diff,
    ...complaint,
  ].join('\n')
}

const breaksRule = /^It breaks the rule "/

function briefly(fields: object): string {
  const error: unknown = Reflect.get(fields, 'error')
  if (typeof error === 'object' && error !== null && 'message' in error) return `(${String(error.message)})`
  const text = JSON.stringify(fields)
  return text === '{}' ? '' : text
}

interface ReportLine {
  readonly sign: ' ' | '-' | '+'
  /** Its number in the file; undefined if it isn't there. */
  readonly number?: number
  readonly text: string
}

/** The lines of a transcript, with `-` for what the bot didn't do and `+` for what it did instead. */
function reportLines(
  source: string,
  outcomes: readonly EntryOutcome[],
  isSame: (one: TranscriptPlace, other: TranscriptPlace) => boolean,
): readonly ReportLine[] {
  const fileLines = source.split(/\r?\n/)
  const report: ReportLine[] = []
  let here: TranscriptPlace | undefined
  const fromFile = (sign: ReportLine['sign'], { at: { line, count } = { line: 1, count: 0 } }: Entry) => {
    const texts = fileLines.slice(line - 1, line - 1 + count)
    report.push(...texts.map((text, index) => ({ sign, text, number: line + index })))
  }
  const add = (text: string) => report.push(...text.split('\n').map((line) => ({ sign: '+' as const, text: line })))
  const goTo = (place: TranscriptPlace | undefined) => {
    if (place === undefined || (here !== undefined && isSame(here, place))) return
    const last = report.findLast(({ sign }) => sign !== '-')
    if (last !== undefined && last.text !== '') add('')
    add(`# ${writtenPlace(place)}`)
    here = place
  }
  for (const outcome of outcomes) {
    const { kind, place } = outcome
    if (kind === 'missing') fromFile('-', outcome.entry)
    else if (kind === 'extra') {
      goTo(place)
      add(writtenEntry(outcome.action))
    } else {
      const { entry } = outcome
      if (entry.kind === 'place') here = entry.place
      else if (inPlace.has(entry.kind)) goTo(place)
      fromFile(kind === 'kept' ? ' ' : '-', entry)
      if (kind === 'changed') add(writtenEntry({ ...outcome.action, ...(entry.levels && { levels: entry.levels }) }))
    }
  }
  return report
}

const inPlace: ReadonlySet<Entry['kind']> = new Set([
  ...(['message', 'edit', 'delete', 'react', 'unreact', 'move'] as const),
  ...(['press', 'vote', 'unvote', 'tick', 'add'] as const),
])

/** A transcript that the bot passes. Lines that match are unchanged. */
function updatedText(source: string, report: readonly ReportLine[]): string {
  const newline = source.includes('\r\n') ? '\r\n' : '\n'
  const lines = report.flatMap(({ sign, text }) => (sign === '-' ? [] : [text]))
  return lines.join(newline) + (/\n$/.test(source) || source === '' ? newline : '')
}

/** The first line of the file that differs, or after which something is missing. */
function firstDifference(outcomes: readonly EntryOutcome[]): number | undefined {
  let last = 1
  for (const outcome of outcomes) {
    if (outcome.kind !== 'extra') last = outcome.entry.at?.line ?? last
    if (outcome.kind !== 'kept') return last
  }
  return undefined
}

function diffText(report: readonly ReportLine[]): string {
  const differs = report.map(({ sign }) => sign !== ' ')
  const width = String(Math.max(0, ...report.map(({ number = 0 }) => number))).length
  let isGap = false
  return report
    .flatMap(({ sign, number = '', text }, at) => {
      if (!differs.slice(Math.max(0, at - 4), at + 5).includes(true)) {
        isGap = true
        return []
      }
      const gap = isGap && differs.slice(0, at).includes(true) ? [`${' '.repeat(width)} ⋮`] : []
      isGap = false
      return [...gap, `${String(number).padStart(width)} ${sign} ${text}`.trimEnd()]
    })
    .join('\n')
}
