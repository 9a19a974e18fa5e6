import type { Bot } from '../../bot/index.js'
import { TranscriptError } from '../../transcript/problems.js'
import { runTranscript, type TranscriptResult } from '../player/run.js'
import { type Rebuilt, rebuilt } from './rebuild.js'
import type { Recording } from './recording.js'
import { otherWords, withoutWords, wordsOfPeople } from './words.js'

export interface WrittenRecording extends Rebuilt {
  /** The bot's result; undefined without a bot, or if the transcript couldn't be played: then `problem` says why. */
  readonly result?: TranscriptResult
  readonly problem?: string
  /** People's words that were kept, since the bot behaves differently without them. */
  readonly kept: readonly string[]
}

export interface WriteOptions {
  /** The name of the files, without their extensions. */
  readonly name: string
  /** Creates a new bot; without it the transcript isn't tried. */
  readonly bot?: (account: string) => () => Promise<Bot>
  /** Keeps people's texts; names, addresses and IDs are always replaced. */
  readonly keepTexts: boolean
}

/**
 * Converts a recording to a transcript and its organisation. It replaces people's words, except those without which the bot
 * behaves differently when the transcript is played.
 *
 * @throws {RangeError} if it contains nothing that the bot answered
 */
export async function writtenRecording(recording: Recording, options: WriteOptions): Promise<WrittenRecording> {
  const { name, bot, keepTexts } = options
  let original = await rebuilt(recording, name)
  const words = keepTexts ? [] : wordsOfPeople(original)
  const others = otherWords(words)
  const tried = async (one: Rebuilt): Promise<Pick<WrittenRecording, 'result' | 'problem'>> => {
    if (bot === undefined) return {}
    const account = original.organisation.bots.find(({ type }) => type === 'outgoing webhook')?.full_name ?? ''
    try {
      const { transcript, organisation } = one
      const file = `${name}.chat`
      return { result: await runTranscript(transcript, { bot: bot(account), file, organisation, account }) }
    } catch (error) {
      if (!(error instanceof TranscriptError)) throw error
      return { problem: error.message }
    }
  }
  let first = await tried(original)
  if (first.result?.passed === false) {
    // For some bots seconds matter, such as those with a cool-down.
    const one = await rebuilt(recording, name, { longPause: 1_000 })
    const outcome = await tried(one)
    if (outcome.result?.passed === true) [original, first] = [one, outcome]
  }
  if (first.result === undefined) {
    // Which words the bot needs is unknown, so all are replaced.
    return { ...withoutWords(original, new Set(words), others), ...first, kept: [] }
  }

  let best = { ...original, ...first }
  const replaced = new Set<string>()
  const kept: string[] = []
  let untried = 0
  let plays = Math.ceil(mostPlayed / original.actions)
  // Some lines always differ, since a recording doesn't contain everything.
  const mostDifferences = differences(first.result)
  async function replace(group: readonly string[]): Promise<void> {
    if (group.length === 0) return
    plays -= 1
    if (plays < 0) {
      untried += group.length
      return void kept.push(...group)
    }
    const one = withoutWords(original, new Set([...replaced, ...group]), others)
    const outcome = await tried(one)
    if (outcome.result !== undefined && differences(outcome.result) <= mostDifferences) {
      for (const word of group) replaced.add(word)
      best = { ...one, ...outcome }
    } else if (group.length === 1) kept.push(...group)
    else {
      const half = Math.ceil(group.length / 2)
      await replace(group.slice(0, half))
      await replace(group.slice(half))
    }
  }
  await replace(words)
  const notes = [
    `${untried} words were kept untried, since the recording is long. Record less at a time to have them replaced.`,
  ]
  return { ...best, kept, notes: untried === 0 ? best.notes : [...best.notes, ...notes] }
}

/** The number of lines that differ. */
const differences = ({ diff }: TranscriptResult) => diff.match(/^ *\d* [-+]( |$)/gm)?.length ?? 0

/** Maximum number of people's actions in all plays together, which take a few minutes. */
const mostPlayed = 10_000
