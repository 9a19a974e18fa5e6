import { EarshotError } from '../../errors.js'

/** Saves conversations as tests of a bot, runs them, or does both. */
export interface TranscriptKeeper {
  /** The bot's file, beside which transcripts are saved, for display; undefined if none can be saved. */
  readonly beside?: string
  /** Saves a transcript, and runs it. Rejects with an error for people if it can't be saved. */
  keep?(transcript: TranscriptToKeep): Promise<KeptTranscript>
  /** Runs a transcript without saving it. */
  run?(transcript: TranscriptToRun): Promise<TranscriptRun>
}

export interface TranscriptToRun {
  readonly text: string
  /** The name of the bot that it tests. */
  readonly bot: string
  /** The seed file that it needs. */
  readonly organisation?: { readonly name: string; readonly text: string }
}

export interface TranscriptToKeep extends Omit<TranscriptToRun, 'bot'> {
  /** The name of a file, without a folder. */
  readonly name: string
  /** Whether to replace a file of this name. */
  readonly replace: boolean
}

export interface TranscriptRun {
  /** Whether the bot passes it; null if it could not be run. */
  readonly passed: boolean | null
  /** The result as a sentence, and where the bot did something else, the difference. */
  readonly says: string
}

export interface KeptTranscript extends TranscriptRun {
  readonly path: string
}

/** A transcript was not saved; the message says why, and what to do. */
export class TranscriptNotKept extends EarshotError {
  override readonly name = 'TranscriptNotKept'

  constructor(message: string, options?: ErrorOptions) {
    super('not_kept', message, options)
  }
}
