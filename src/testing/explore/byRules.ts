import { idOf } from '../../simulator/transcribe/chatLog.js'
import { parseTranscript } from '../../transcript/parse.js'
import { TranscriptError } from '../../transcript/problems.js'
import type { Entry, Transcript } from '../../transcript/transcript.js'
import { unknownIn } from '../player/check.js'
import type { TranscriptOptions } from '../player/settings.js'
import { type Breach, createJudge } from './rules.js'
import { caught } from './stray.js'
import { openWorld } from './world.js'

/**
 * Plays what people do in a transcript, and checks the bot by the rules for every bot. It ignores what the transcript says
 * the bot does. @throws {TranscriptError} for an action that is impossible
 */
export async function playByRules(transcript: Transcript, options: TranscriptOptions): Promise<Breach | undefined> {
  return caught(async (stray) => {
    const world = await openWorld(transcript, options)
    try {
      const unknown = unknownIn(transcript, world.surroundings)
      if (unknown.length > 0) throw TranscriptError.of(world.file, unknown)
      const judge = createJudge(world, { within: defaultWithin, without: [] })
      const isBot = (who: string) => idOf(world.chat.simulator.realm, who) === world.bot
      for (const step of stepsIn(transcript, isBot)) {
        await world.perform(step, { strict: true })
        const breach = judge(await stray())
        if (breach !== undefined) return breach
      }
      return undefined
    } finally {
      await world.close()
    }
  })
}

/** Whether a transcript breaks a rule when it is played from its text alone. */
export async function repeats(transcript: string, how: TranscriptOptions): Promise<boolean> {
  try {
    return (await playByRules(parseTranscript(transcript), how)) !== undefined
  } catch (error) {
    if (error instanceof TranscriptError) return false
    throw error
  }
}

/** Milliseconds. */
export const defaultWithin = 60_000

/** The steps, in order; actions that happen at once are one step. */
function* stepsIn({ entries }: Transcript, isBot: (who: string) => boolean): Iterable<readonly Entry[]> {
  let together: Entry[] | undefined
  for (const entry of entries) {
    if (entry.kind === 'blank' && together !== undefined) {
      yield together
      together = undefined
    }
    if (['blank', 'comment', 'setting', 'effect'].includes(entry.kind)) continue
    if ('who' in entry && isBot(entry.who)) continue
    if (entry.kind === 'at once') together = [entry]
    else if (together !== undefined) together.push(entry)
    else yield [entry]
  }
  if (together !== undefined) yield together
}
