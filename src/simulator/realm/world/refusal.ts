import { EarshotError } from '../../../errors.js'
import {
  type ErrorFacts,
  type ErrorId,
  type ErrorRow,
  errorOn,
  errors,
  errorText,
  type Has,
} from '../../../protocol/index.js'

/** The simulated server's refusal: a row of the error catalogue with its facts. `code` and `message` are what callers get. */
export class Refusal extends EarshotError {
  override readonly name = 'Refusal'
  readonly error: ErrorRow
  readonly facts: ErrorFacts

  constructor(error: ErrorRow, facts: ErrorFacts = {}) {
    super(error.code ?? 'BAD_REQUEST', errorText(error, facts))
    this.error = error
    this.facts = facts
  }
}

/** A refusal with the code and the text that one particular server has for it. */
export function refusalOn(refusal: Refusal, has: Has): Refusal {
  const row = errorOn(refusal.error, has)
  return row === refusal.error ? refusal : new Refusal(row, refusal.facts)
}

/** Refuses the call. @throws {Refusal} always */
export function refuse(id: ErrorId, facts: ErrorFacts = {}): never {
  throw new Refusal(errors[id], facts)
}
