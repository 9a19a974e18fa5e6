import { CodedError } from '../../errors.js'

/** What is wrong with a fault. */
interface FaultProblem {
  /** The sentence, if one was given. */
  readonly sentence?: string | undefined
  /** The word that was not understood, or the invalid field of a fault given as data. */
  readonly word?: string | undefined
  /** The word that was probably meant. */
  readonly suggestion?: string | undefined
  /** Where the word is in the sentence, in UTF-16 code units; the sentence's end if something is missing there. */
  readonly place?: { readonly start: number; readonly end: number } | undefined
}

type FaultErrorCode = 'invalid_fault' | 'unknown_fault'

/** A fault can't be understood, or names something that doesn't exist. The plan is unchanged. */
export class FaultError extends CodedError<FaultErrorCode> implements FaultProblem {
  override readonly name = 'FaultError'
  readonly sentence: FaultProblem['sentence']
  readonly word: FaultProblem['word']
  readonly suggestion: FaultProblem['suggestion']
  readonly place: FaultProblem['place']

  constructor(code: FaultErrorCode, message: string, problem: FaultProblem = {}) {
    super(code, message)
    Object.assign(this, problem)
  }
}
