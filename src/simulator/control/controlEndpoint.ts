import * as z from 'zod'
import type { ControlContext } from './context.js'

/** What a request to the control API brought, read by its declaration. */
export interface ControlInput<Path, Query, Body> {
  readonly path: Path
  readonly query: Query
  readonly body: Body
  readonly request: Request
}

/**
 * One endpoint of the control API, declared once: it is served, checked and described by this.
 *
 * An answer is JSON by its schema; one of another content type is a `Response` that `handle` makes itself.
 */
export interface ControlEndpoint<
  Path extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly method: ControlMethod
  /** Below `/sim`; a parameter in braces travels in the path. */
  readonly path: string
  /** How programs call it: `operationId` of its description. */
  readonly id: string
  readonly summary: string
  /** CommonMark, where a sentence is not enough. */
  readonly description?: string
  readonly pathParameters: Path
  readonly query: Query
  readonly body: Body
  /** The schema of a JSON answer. */
  readonly answer: Answer
  /** Of answers that are not JSON. */
  readonly contentType?: string
  /** The status of a success; 200 unless given. */
  readonly status?: number
  /** How it may refuse, beyond a request that cannot be read. */
  readonly refusals?: Readonly<Record<number, string>>
  handle(
    context: ControlContext,
    input: ControlInput<z.output<Path>, z.output<Query>, z.output<Body>>,
  ): Handled<Data<z.input<Answer>>> | Promise<Handled<Data<z.input<Answer>>>>
}

export type ControlMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Where the answer only says that it is done, nothing has to be returned. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a return statement gives `void`.
type Handled<Value> = Value | Response | (Value extends Data<z.input<typeof done>> ? void : never)

/** A value that is only read: without what an object may hold beyond its fields. */
type Data<Value> = unknown extends Value
  ? unknown
  : Value extends readonly (infer Item)[]
    ? readonly Data<Item>[]
    : Value extends object
      ? { readonly [Name in keyof Value as string extends Name ? never : Name]: Data<Value[Name]> }
      : Value

/** An answer that says nothing but that it is done. */
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
    // Handlers get what their own declarations have read.
    ({ method, path, pathParameters: none, query: none, body: none, answer: done, ...declared }) as never
}

/** Declares an endpoint of the control API, by its verb. Parameters that it has none of are left out. */
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
