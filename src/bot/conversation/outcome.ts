import { ApiError, EarshotError } from '../../client/index.js'
import { UserError } from '../errors.js'
import type { Outcome } from './stored.js'

/** What was thrown, to be kept. The service's refusals and a `UserError` come back as they were; others by name and code. */
export function failedWith(error: unknown): Outcome {
  if (error instanceof ApiError) {
    const { endpoint, attempts, mayHaveTakenEffect, status, code, msg, extra, retryAfter } = error
    const refusal = { status, code, msg, extra, ...(retryAfter === undefined ? {} : { retryAfter }) }
    return { kind: 'refused', facts: { endpoint, attempts, mayHaveTakenEffect }, refusal }
  }
  if (error instanceof UserError) return { kind: 'user error', message: error.message, code: error.code }
  if (!(error instanceof Error)) return { kind: 'error', name: 'Error', message: String(error) }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return { kind: 'error', name: error.name, message: error.message, ...code }
}

/** Gives what was kept, or throws it. */
export function outcomeAgain(outcome: Outcome): unknown {
  if (outcome.kind === 'value') return outcome.value
  throw errorOf(outcome)
}

function errorOf(outcome: Exclude<Outcome, { kind: 'value' }>): Error {
  if (outcome.kind === 'refused') return new ApiError(outcome.facts, outcome.refusal)
  if (outcome.kind === 'user error') return new UserError(outcome.message, { code: outcome.code })
  const { name, message, code } = outcome
  const error = code === undefined ? new Error(message) : new EarshotError(code, message)
  return Object.defineProperty(error, 'name', { value: name, configurable: true })
}
