import { parseTranscript } from '../../transcript/parse.js'
import { TranscriptError } from '../../transcript/problems.js'
import type { TranscriptOptions } from '../player/settings.js'
import { playByRules } from './byRules.js'

/** Whether a transcript breaks a rule when it is played from its text alone. */
export async function repeats(transcript: string, how: TranscriptOptions): Promise<boolean> {
  try {
    return (await playByRules(parseTranscript(transcript), how)) !== undefined
  } catch (error) {
    if (error instanceof TranscriptError) return false
    throw error
  }
}
