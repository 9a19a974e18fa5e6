/** What is wrong with a fault, in parts. */
export interface FaultProblem {
  /** The sentence, where one was given. */
  readonly sentence?: string
  /** The line of a plan, from 1. */
  readonly line?: number
  /** The word that was not understood; or the field of a fault that was given as data. */
  readonly word?: string
  /** What was probably meant. */
  readonly suggestion?: string
  /** Where that word stands in the sentence, in UTF-16 code units; its end, both times, where something is missing. */
  readonly place?: Place
}

/** A stretch of a sentence. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** A fault that cannot be understood, or that names nothing. The plan is as it was. */
export class FaultError extends Error {
  override readonly name = 'FaultError'
  readonly code: 'INVALID_FAULT' | 'UNKNOWN_FAULT'
  readonly sentence: string | undefined
  readonly line: number | undefined
  readonly word: string | undefined
  readonly suggestion: string | undefined
  readonly place: Place | undefined

  constructor(code: FaultError['code'], message: string, problem: FaultProblem = {}) {
    super(message)
    this.code = code
    this.sentence = problem.sentence
    this.line = problem.line
    this.word = problem.word
    this.suggestion = problem.suggestion
    this.place = problem.place
  }
}
