import { idOf, placeKey } from '../../simulator/transcript/who.js'
import { contains, type Transcript } from '../../transcript/transcript.js'
import type { LoggedLine, TestChat } from '../chat.js'
import { testBot } from '../testBot.js'
import { unknownIn } from './check.js'
import { chatDiff, firstDifference } from './diff.js'
import { parseTranscript } from './parse.js'
import { play } from './play.js'
import { asFound, TranscriptError } from './problems.js'
import { settingsOf } from './settings.js'
import { levelOfEnvironment, organisationFor, type TranscriptOptions, testBotOptions } from './stage.js'
import { updatedText } from './update.js'

/** How a transcript went. */
export interface TranscriptResult {
  readonly file: string
  /** The server's version at the beginning. */
  readonly level: number
  /** The bot did all that the transcript says, and nothing else. */
  readonly passed: boolean
  /** It is for other levels, and nothing was tried. */
  readonly skipped: boolean
  /** The first line at which something is different. */
  readonly line?: number
  /** The chat around what is different; empty where nothing is. */
  readonly diff: string
  /** The transcript as it would have to be for the bot to pass. What fits is as it was. */
  readonly updated: string
  /** What the bot warned of, and its errors. */
  readonly log: readonly LoggedLine[]
}

/**
 * Plays a transcript: people of an organisation do what it says, and the bot has to do what it says, and nothing else.
 *
 * @example
 * const { passed, diff } = await runTranscript('# general > lunch\nIago: @**Echo** hi\nEcho: hi\n', { bot })
 * @throws {TranscriptError} for a transcript that can't be read or played, with every line that is wrong
 */
export async function runTranscript(text: string, options: TranscriptOptions): Promise<TranscriptResult> {
  const { file = 'transcript' } = options
  const transcript = parseTranscript(text, { file })
  const settings = settingsOf(transcript, file)
  if (settings.organisation !== undefined && options.organisation === undefined) {
    const found = asFound(`organisation: ${settings.organisation}`)
    const expected =
      'the organisation itself in the options, or the transcript in a file beside that of the organisation'
    throw TranscriptError.of(file, [{ line: settings.lines.get('organisation') ?? 1, found, expected }])
  }
  const level = options.level ?? levelOfEnvironment()
  if (level !== undefined && !contains(settings.levels, level)) {
    return { file, level, passed: true, skipped: true, diff: '', updated: text, log: [] }
  }
  const organisation = organisationFor(settings, options)
  const chat = await onStage(transcript, file, () =>
    testBot(options.bot, testBotOptions(settings, organisation, options)),
  )
  try {
    const { realm } = chat.simulator
    const bot = realm.account(chat.botName)
    const owner = settings.owner === undefined ? undefined : bot.ownerId
    if (settings.owner !== undefined && idOf(realm, settings.owner) !== owner)
      throw noOwner(settings.owner, transcript, file)
    const around = {
      realm,
      bot: bot.id,
      timezone: settings.timezone,
      channels: organisation.channels.map(({ name }) => name),
      ...(owner !== undefined && owner !== null && { owner }),
    }
    const unknown = unknownIn(transcript, around)
    if (unknown.length > 0) throw TranscriptError.of(file, unknown)

    const begun = realm.featureLevel
    const verdicts = await play(transcript, chat, { file, seed: organisation, ...around })
    const line = firstDifference(verdicts)
    return {
      file,
      level: begun,
      passed: line === undefined,
      skipped: false,
      ...(line !== undefined && { line }),
      diff: line === undefined ? '' : chatDiff(text, verdicts),
      updated: updatedText(text, verdicts, (one, other) => placeKey(realm, one) === placeKey(realm, other)),
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

/** What a line of the log is about: of an error its sentence, without where in the code it was thrown. */
function briefly(fields: object): string {
  const error: unknown = Reflect.get(fields, 'error')
  if (typeof error === 'object' && error !== null && 'message' in error) return `(${String(error.message)})`
  const text = JSON.stringify(fields)
  return text === '{}' ? '' : text
}

async function onStage(transcript: Transcript, file: string, start: () => Promise<TestChat>): Promise<TestChat> {
  try {
    return await start()
  } catch (error) {
    // The account is nobody, or no bot that is called: what testBot says of it goes with the line that names it.
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error
    const setting = transcript.entries.find((entry) => entry.kind === 'setting' && entry.name === 'bot')
    if (setting?.kind !== 'setting') throw error
    const expected = `a bot that the server calls. ${error.message.replace(/\.$/, '')}`
    throw TranscriptError.of(file, [{ line: setting.at?.line ?? 1, found: asFound(`bot: ${setting.value}`), expected }])
  }
}

function noOwner(owner: string, { entries }: Transcript, file: string): TranscriptError {
  const line = entries.find((entry) => entry.kind === 'setting' && entry.name === 'owner')?.at?.line ?? 1
  return TranscriptError.of(file, [
    { line, found: asFound(`owner: ${owner}`), expected: 'somebody of the organisation' },
  ])
}
