import { type ErrorFacts, type ErrorId, type ErrorRow, errors, errorText } from '../../protocol/index.js'

/** A refusal of the service: a row of the error catalogue with its facts. `message` is the text that users see. */
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

/** Refuses the call. @throws {Refusal} always */
export function refuse(id: ErrorId, facts: ErrorFacts = {}): never {
  throw new Refusal(errors[id], facts)
}
