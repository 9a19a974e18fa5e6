import type fc from 'fast-check'
import type { Model, Person } from './model.js'

/** A request as it goes over the wire. */
export interface WireCall {
  readonly method: string
  readonly path: string
  readonly fields?: Readonly<Record<string, unknown>>
}

/** What the model expects of an answer. */
export type Expected =
  /** A success whose body, without the envelope, has these fields. What is learnt from it goes into the model. */
  | { readonly ok: Readonly<Record<string, unknown>>; learn?(body: Record<string, unknown>): void }
  /** A refusal in these words. */
  | { readonly refused: string; readonly code?: string }
  /** The server has no such endpoint. */
  | 'missing'

/** One kind of call: how it is made, and what is to come of it. */
export interface Rule<Args> {
  readonly args: fc.Arbitrary<Args>
  call(args: Args): WireCall
  /** What comes of it; a success has changed the model. */
  expect(model: Model, caller: Person, args: Args): Expected
}

export const done = { ok: {} } as const

export function refused(words: string, code = 'BAD_REQUEST'): Expected {
  return { refused: words, code }
}

/** Makes a rule whose arguments are known to itself alone. */
export function rule<Args>(declared: Rule<Args>): Rule<unknown> {
  return declared as Rule<unknown>
}
