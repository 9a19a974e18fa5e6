/** What is wrong with a fault. */
interface FaultProblem {
  /** The sentence, if one was given. */
  readonly sentence?: string | undefined
  /** The line of a plan, from 1. */
  readonly line?: number | undefined
  /** The word that was not understood, or the invalid field of a fault given as data. */
  readonly word?: string | undefined
  /** The word that was probably meant. */
  readonly suggestion?: string | undefined
  /** Where the word is in the sentence, in UTF-16 code units; the sentence's end if something is missing there. */
  readonly place?: { readonly start: number; readonly end: number } | undefined
}

/** A fault can't be understood, or names something that doesn't exist. The plan is unchanged. */
export class FaultError extends Error implements FaultProblem {
  override readonly name = 'FaultError'
  readonly code: 'INVALID_FAULT' | 'UNKNOWN_FAULT'
  readonly sentence: FaultProblem['sentence']
  readonly line: FaultProblem['line']
  readonly word: FaultProblem['word']
  readonly suggestion: FaultProblem['suggestion']
  readonly place: FaultProblem['place']

  constructor(code: FaultError['code'], message: string, problem: FaultProblem = {}) {
    super(message)
    this.code = code
    Object.assign(this, problem)
  }
}
