import { parseTranscript } from '../../transcript/parse.js'
import { TranscriptError } from '../../transcript/problems.js'
import { playByRules } from './byRules.js'
import type { ConversationOptions } from './converse.js'

/** Whether a transcript breaks a rule when it is played from its text alone. */
export async function repeats(
  transcript: string,
  { bot, organisation, receiver }: ConversationOptions,
): Promise<boolean> {
  const given = { ...(organisation && { organisation }), ...(receiver && { receiver }) }
  try {
    return (await playByRules(parseTranscript(transcript), { bot, ...given })) !== undefined
  } catch (error) {
    if (error instanceof TranscriptError) return false
    throw error
  }
}
