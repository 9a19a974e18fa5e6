import {
  type ErrorFacts,
  type ErrorId,
  type ErrorRow,
  errorOn,
  errors,
  errorText,
  type Has,
} from '../../protocol/index.js'

/** A refusal of a call: a row of the error catalogue with its facts. `message` is the text that users see. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly error: ErrorRow
  readonly facts: ErrorFacts

  constructor(error: ErrorRow, facts: ErrorFacts = {}) {
    super(errorText(error, facts))
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
