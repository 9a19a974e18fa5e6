/** Keeps conversations that are saved as tests, beside the bot that they are tests of. */
export interface TranscriptKeeper {
  /** The file of the bots beside which they are kept, for people to read. */
  readonly beside: string
  /** Keeps one, and tries it. Rejects with an error for people where it can't be kept. */
  keep(transcript: TranscriptToKeep): Promise<KeptTranscript>
}

export interface TranscriptToKeep {
  /** The name of a file, without a folder. */
  readonly name: string
  readonly text: string
  /** The seed file that belongs beside it. */
  readonly organisation?: { readonly name: string; readonly text: string }
  /** Whether a file of this name is written over. */
  readonly replace: boolean
}

export interface KeptTranscript {
  readonly path: string
  /** Whether the bot does what it says; null where it could not be tried. */
  readonly passed: boolean | null
  /** What came of trying it. */
  readonly says: string
}

/** A transcript was not kept; the message says why, and what to do. */
export class TranscriptNotKept extends Error {
  override readonly name = 'TranscriptNotKept'
  readonly code = 'NOT_KEPT'
}
