import { idOf, placeKey } from '../../simulator/transcript/names.js'
import { parseTranscript } from '../../transcript/parse.js'
import { TranscriptError } from '../../transcript/problems.js'
import { contains } from '../../transcript/transcript.js'
import type { LoggedLine } from '../chat.js'
import { testBot } from '../testBot.js'
import { unknownIn } from './check.js'
import { play } from './play.js'
import { diffText, firstDifference, reportLines, updatedText } from './report.js'
import { settingsOf } from './settings.js'
import { levelOfEnvironment, organisationFor, type TranscriptOptions, testBotOptions } from './setup.js'

/** How a transcript went. */
export interface TranscriptResult {
  readonly file: string
  /** The server's version at the beginning. */
  readonly level: number
  /** The bot did what the transcript says and nothing else. */
  readonly passed: boolean
  /** It is for other levels and wasn't played. */
  readonly skipped: boolean
  /** The first line that differs. */
  readonly line?: number
  /** The chat around each difference; empty if there is none. */
  readonly diff: string
  /** The transcript as the bot would pass it. What fits is unchanged. */
  readonly updated: string
  /** The bot's warnings and errors. */
  readonly log: readonly LoggedLine[]
}

/**
 * Plays a transcript: people do what it says, and the bot must do what it says and nothing else.
 *
 * @example
 * const { passed, diff } = await runTranscript('# general > lunch\nIago: @**Echo** hi\nEcho: hi\n', { bot })
 * @throws {TranscriptError} if it can't be read or played, with every line that is wrong
 */
export async function runTranscript(text: string, options: TranscriptOptions): Promise<TranscriptResult> {
  const { file = 'transcript' } = options
  const transcript = parseTranscript(text, { file })
  const settings = settingsOf(transcript, file)
  if (settings.organisation !== undefined && options.organisation === undefined) {
    const expected =
      'the organisation itself in the options, or the transcript in a file beside that of the organisation'
    throw settings.wrong('organisation', expected)
  }
  const level = options.level ?? levelOfEnvironment()
  if (level !== undefined && !contains(settings.levels, level)) {
    return { file, level, passed: true, skipped: true, diff: '', updated: text, log: [] }
  }
  const organisation = organisationFor(settings, options)
  const chat = await testBot(options.bot, testBotOptions(settings, organisation, options)).catch((error: unknown) => {
    // The account is missing, or no bot that is called: the error belongs to the line that names it.
    if (settings.bot === undefined || !(error instanceof RangeError || error instanceof TypeError)) throw error
    throw settings.wrong('bot', `a bot that the server calls. ${error.message.replace(/\.$/, '')}`)
  })
  try {
    const { realm } = chat.simulator
    const bot = realm.account(chat.botName)
    const owner = settings.owner === undefined ? undefined : (bot.ownerId ?? undefined)
    if (settings.owner !== undefined && idOf(realm, settings.owner) !== owner)
      throw settings.wrong('owner', 'somebody of the organisation')
    const surroundings = {
      realm,
      bot: bot.id,
      timezone: settings.timezone,
      channels: organisation.channels.map(({ name }) => name),
      ...(owner !== undefined && { owner }),
    }
    const unknown = unknownIn(transcript, surroundings)
    if (unknown.length > 0) throw TranscriptError.of(file, unknown)

    const begun = realm.featureLevel
    const outcomes = await play(transcript, chat, { file, seed: organisation, ...surroundings })
    const line = firstDifference(outcomes)
    const report = reportLines(text, outcomes, (one, other) => placeKey(realm, one) === placeKey(realm, other))
    return {
      file,
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

/** What went wrong, for people: where, what differs, and what the bot logged. */
export function failureText({ file, line, level, diff, log }: TranscriptResult): string {
  const logged = log.map((one) => `  ${one.level}: ${one.message} ${briefly(one.fields)}`.trimEnd())
  const complaint = logged.length === 0 ? [] : ['', 'The bot logged:', ...logged]
  return [
    `${file}:${line ?? 1}: the bot did something else (level ${level}). - is what was expected, + is what came.`,
    '',
    diff,
    ...complaint,
  ].join('\n')
}

/** The fields of a logged line, with the message of an error instead of its stack. */
function briefly(fields: object): string {
  const error: unknown = Reflect.get(fields, 'error')
  if (typeof error === 'object' && error !== null && 'message' in error) return `(${String(error.message)})`
  const text = JSON.stringify(fields)
  return text === '{}' ? '' : text
}
