import * as z from 'zod'
import type { ControlContext } from './context.js'

/** A request to the control API, read by the endpoint's declaration. */
export interface ControlInput<Path, Query, Body> {
  readonly path: Path
  readonly query: Query
  readonly body: Body
  readonly request: Request
}

/**
 * One endpoint of the control API, declared once: serving, checking and documentation follow from it.
 *
 * The answer is JSON by its schema; for another content type, `handle` returns a `Response`.
 */
export interface ControlEndpoint<
  Path extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly method: ControlMethod
  /** Below `/sim`, with parameters in braces. */
  readonly path: string
  /** Its `operationId`. */
  readonly id: string
  readonly summary: string
  /** CommonMark, if the summary is not enough. */
  readonly description?: string
  readonly pathParameters: Path
  readonly query: Query
  readonly body: Body
  /** The schema of a JSON answer. */
  readonly answer: Answer
  /** The content type of an answer that isn't JSON. */
  readonly contentType?: string
  /** The status of a success. (default: 200) */
  readonly status?: number
  /** Its refusals by status, besides those of an invalid request. */
  readonly refusals?: Readonly<Record<number, string>>
  handle(
    context: ControlContext,
    input: ControlInput<z.output<Path>, z.output<Query>, z.output<Body>>,
  ): Handled<Data<z.input<Answer>>> | Promise<Handled<Data<z.input<Answer>>>>
}

export type ControlMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** If the answer only says that it is done, the handler may return nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a return statement gives `void`.
type Handled<Value> = Value | Response | (Value extends Data<z.input<typeof done>> ? void : never)

/** A deeply read-only value, without the index signature of loose objects. */
type Data<Value> = unknown extends Value
  ? unknown
  : Value extends readonly (infer Item)[]
    ? readonly Data<Item>[]
    : Value extends object
      ? { readonly [Name in keyof Value as string extends Name ? never : Name]: Data<Value[Name]> }
      : Value

/** The answer of an endpoint that has nothing to tell. */
export const done = z.object({ done: z.literal(true) })

const none = z.strictObject({})

type Declared<Path extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType> = Omit<
  ControlEndpoint<Path, Query, Body, Answer>,
  'method' | 'path' | 'pathParameters' | 'query' | 'body' | 'answer'
> & { readonly pathParameters?: Path; readonly query?: Query; readonly body?: Body; readonly answer?: Answer }

function declaring(method: ControlMethod) {
  return <
    Answer extends z.ZodType = typeof done,
    Path extends z.ZodType = typeof none,
    Query extends z.ZodType = typeof none,
    Body extends z.ZodType = typeof none,
  >(
    path: string,
    declared: Declared<Path, Query, Body, Answer>,
  ): ControlEndpoint =>
    // A handler's input was read by its own declaration.
    ({ method, path, pathParameters: none, query: none, body: none, answer: done, ...declared }) as never
}

/** Declares an endpoint of the control API, by method. Leave out the kinds of parameters that it doesn't have. */
export const endpoint = {
  get: declaring('GET'),
  post: declaring('POST'),
  put: declaring('PUT'),
  patch: declaring('PATCH'),
  delete: declaring('DELETE'),
} as const

/** Plain text as an answer. */
export function textResponse(body: string): Response {
  return new Response(body, { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' } })
}
