import { parseTranscript } from '../../transcript/parse.js'
import { TranscriptError } from '../../transcript/problems.js'
import { playByRules } from './byRules.js'
import type { ConversationOptions } from './converse.js'
import type { Breach } from './rules.js'

/** Whether a transcript breaks the same rule when it is played from its text alone. */
export async function repeats(
  transcript: string,
  { rule }: Breach,
  { bot, organisation, receiver }: ConversationOptions,
): Promise<boolean> {
  const given = { ...(organisation && { organisation }), ...(receiver && { receiver }) }
  try {
    return (await playByRules(parseTranscript(transcript), { bot, ...given }))?.rule === rule
  } catch (error) {
    if (error instanceof TranscriptError) return false
    throw error
  }
}
