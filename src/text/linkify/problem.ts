import { type ErrorFacts, type ErrorId, errors, errorText } from '../../protocol/index.js'
import type { LinkifierDraft } from './draft.js'

/** What is wrong with a linkifier, as the server would say it. */
export interface LinkifierProblem {
  readonly field: keyof LinkifierDraft
  /** The server's text. */
  readonly message: string
  /** The row of the catalogue of errors that the text is from, and what was filled in. */
  readonly error: ErrorId
  readonly facts: ErrorFacts
}

export function problem(field: keyof LinkifierDraft, error: ErrorId, facts: ErrorFacts = {}): LinkifierProblem {
  return { field, message: errorText(errors[error], facts), error, facts }
}
