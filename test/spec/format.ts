import { type Matcher, oneOf, page, refusal } from './matchers.js'

/** One request and the answer that the spec gives to it, both as they are on the wire. */
export interface Exchange {
  /** Who calls, by name in the bakery; nobody when absent. */
  readonly as?: string
  /** The first line of the request: method and target. `{name}` stands for something remembered. */
  readonly request: string
  /** The body of a form, as its raw text. */
  readonly form?: string
  readonly answer: Answer
  /** Names for parts of the answer (`user.email`), for use in later requests. */
  readonly remember?: Readonly<Record<string, string>>
}

export interface Answer {
  /** Assumed, as the spec shows no status. */
  readonly status: number | Matcher
  /** The whole body: values, or matchers where the spec gives only a type. */
  readonly body: unknown
}

/** Something the spec says, and the exchange that shows it. */
export interface Case extends Exchange {
  /** What in `outline.ts` it proves. */
  readonly spec: readonly string[]
  readonly title: string
  /** Feature level of the server; the newest when absent. */
  readonly level?: number
  /** Exchanges that lead up to it; they are held against the spec as well. */
  readonly before?: readonly Exchange[]
  /** Exchanges that show what has become of it. */
  readonly after?: readonly Exchange[]
}

/** The envelope alone. */
export const done: Answer = { status: 200, body: { result: 'success', msg: '' } }

export function success(fields: Readonly<Record<string, unknown>>): Answer {
  return { status: 200, body: { result: 'success', msg: '', ...fields } }
}

export function refused(code: string, msg: unknown, extra: Readonly<Record<string, unknown>> = {}): Answer {
  return { status: 400, body: { result: 'error', code, msg, ...extra } }
}

/** An ordinary refusal. */
export const badRequest = (msg: unknown): Answer => refused('BAD_REQUEST', msg)

export const missing = (name: string): Answer =>
  refused('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { var_name: name })

export const unauthorized = (msg: string): Answer => ({
  status: 401,
  body: { result: 'error', code: 'UNAUTHORIZED', msg },
})

/** What a server answers to an address outside of its API that it does not have. */
export const noSuchPage: Answer = { status: 404, body: page }

/** What a server answers to an address of its API that it does not have. */
export const noSuchAddress: Answer = { status: 404, body: { result: 'error', msg: 'Not Found' } }

/** What a server answers to an address, or to a method of it, that came only with a later feature level. */
export const notThere: Answer = { status: oneOf(404, 405), body: refusal }

/** Names the fields of an entity in the outline. */
export function fieldsOf(section: string, entity: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(entity).map((field) => `${section}/${field}`)
}
