/** The parts of a problem with a fault. */
export interface FaultProblem {
  /** The sentence, if one was given. */
  readonly sentence?: string | undefined
  /** The line of a plan, from 1. */
  readonly line?: number | undefined
  /** The word that was not understood; or the field of a fault that was given as data. */
  readonly word?: string | undefined
  /** The word that was probably meant. */
  readonly suggestion?: string | undefined
  /** The word's place in the sentence, in UTF-16 code units; the sentence's end if something is missing there. */
  readonly place?: { readonly start: number; readonly end: number } | undefined
}

/** A fault that can't be understood, or that names nothing. The plan is unchanged. */
export class FaultError extends Error implements FaultProblem {
  override readonly name = 'FaultError'
  readonly code: 'INVALID_FAULT' | 'UNKNOWN_FAULT'
  readonly sentence: FaultProblem['sentence']
  readonly line: FaultProblem['line']
  readonly word: FaultProblem['word']
  readonly suggestion: FaultProblem['suggestion']
  readonly place: FaultProblem['place']

  constructor(
    code: FaultError['code'],
    message: string,
    { sentence, line, word, suggestion, place }: FaultProblem = {},
  ) {
    super(message)
    this.code = code
    this.sentence = sentence
    this.line = line
    this.word = word
    this.suggestion = suggestion
    this.place = place
  }
}
