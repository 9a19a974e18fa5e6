import type { Bot } from '../../bot/index.js'
import { TranscriptError } from '../../transcript/problems.js'
import { runTranscript, type TranscriptResult } from '../player/run.js'
import { type Rebuilt, rebuilt } from './rebuild.js'
import type { Recording } from './recording.js'

export interface WrittenRecording extends Rebuilt {
  /** The bot's result; undefined without a bot, or if the transcript couldn't be played: then `problem` says why. */
  readonly result?: TranscriptResult
  readonly problem?: string
}

export interface WriteOptions {
  /** The name of the files, without their extensions. */
  readonly name: string
  /** Creates a new bot; without it the transcript isn't tried. */
  readonly bot?: (account: string) => () => Promise<Bot>
}

/**
 * Converts a recording to a transcript and its organisation, and plays it with the bot.
 *
 * @throws {RangeError} if it contains nothing that the bot answered
 */
export async function writtenRecording(recording: Recording, options: WriteOptions): Promise<WrittenRecording> {
  const { name } = options
  const written = await tried(await rebuilt(recording, name), options)
  if (written.result?.passed !== false) return written
  // For some bots seconds matter, such as those with a cool-down.
  const precise = await tried(await rebuilt(recording, name, { longPause: 1_000 }), options)
  return precise.result?.passed === true ? precise : written
}

async function tried(one: Rebuilt, { name, bot }: WriteOptions): Promise<WrittenRecording> {
  if (bot === undefined) return one
  const { transcript, organisation } = one
  const account = organisation.bots.find(({ type }) => type === 'outgoing webhook')?.full_name ?? ''
  try {
    const file = `${name}.chat`
    return { ...one, result: await runTranscript(transcript, { bot: bot(account), file, organisation, account }) }
  } catch (error) {
    if (!(error instanceof TranscriptError)) throw error
    return { ...one, problem: error.message }
  }
}
