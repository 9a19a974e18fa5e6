import * as z from 'zod/mini'
import { ApiError, EarshotError } from '../../client/index.js'
import { UserError } from '../errors.js'

/** What a step came to, in a form that JSON can keep. */
export type Outcome = z.infer<typeof Outcome>

const Facts = z.object({ endpoint: z.string(), attempts: z.number(), mayHaveTakenEffect: z.boolean() })
const Refusal = z.object({
  status: z.number(),
  code: z.string(),
  msg: z.string(),
  extra: z.record(z.string(), z.unknown()),
  retryAfter: z.optional(z.number()),
})

export const Outcome = z.union([
  z.object({ kind: z.literal('value'), value: z.optional(z.unknown()) }),
  z.object({ kind: z.literal('refused'), facts: Facts, refusal: Refusal }),
  z.object({ kind: z.literal('user error'), message: z.string(), code: z.string() }),
  z.object({ kind: z.literal('error'), name: z.string(), message: z.string(), code: z.optional(z.string()) }),
])

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
