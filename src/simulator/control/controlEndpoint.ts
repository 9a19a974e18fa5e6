import * as z from 'zod'
import type { OutgoingAnswer } from '../api/exchange.js'
import type { Journey } from '../faults/sink.js'
import type { ControlContext } from './context.js'

export type ControlMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a request to the control API brought, read by its declaration. */
export interface ControlInput<Path, Query, Body> {
  readonly path: Path
  readonly query: Query
  readonly body: Body
  /** A header of the request. */
  header(name: string): string | undefined
}

/**
 * One endpoint of the control API, declared once: it is served, checked and described by this.
 *
 * An answer is JSON by its schema; or of another content type, and then made by `handle` itself.
 */
export interface ControlEndpoint<
  Path extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  /** How programs call it: `operationId` of its description. */
  readonly id: string
  readonly method: ControlMethod
  /** Below `/sim`; a parameter in braces travels in the path. */
  readonly path: string
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
  /** How it may say no, beyond a request that cannot be read. */
  readonly refusals?: Readonly<Record<number, string>>
  handle(
    context: ControlContext,
    input: ControlInput<z.output<Path>, z.output<Query>, z.output<Body>>,
  ): Handled<z.input<Answer>>
}

type Handled<Value> = Value | Raw | Promise<Value | Raw>

/** An answer that is sent as it is. */
export class Raw {
  readonly answer: OutgoingAnswer | Journey

  constructor(answer: OutgoingAnswer | Journey) {
    this.answer = answer
  }
}

/** No parameters. */
export const none = z.strictObject({})

type Given<Path extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType> = Omit<
  ControlEndpoint<Path, Query, Body, Answer>,
  'pathParameters' | 'query' | 'body'
> & { readonly pathParameters?: Path; readonly query?: Query; readonly body?: Body }

/** Declares an endpoint of the control API. Parameters that it has none of may be left out. */
export function controlEndpoint<
  Answer extends z.ZodType,
  Path extends z.ZodType = typeof none,
  Query extends z.ZodType = typeof none,
  Body extends z.ZodType = typeof none,
>(given: Given<Path, Query, Body, Answer>): ControlEndpoint {
  // Handlers get what their own declarations have read.
  return { pathParameters: none, query: none, body: none, ...given } as unknown as ControlEndpoint
}
