import * as z from 'zod'
import type { Dialect } from '../../protocol/index.js'
import type { SimulatorLog } from '../base/log.js'
import type { DeliveryQueue } from '../delivery/deliveryQueue.js'
import type { Simulator } from '../public/publicSimulator.js'
import type { QueueView } from '../public/queueView.js'
import type { TranscriptKeeper } from '../public/transcriptKeeper.js'
import type { OrganisationSeed } from '../realm/seed/seed.js'

/** A request to the control API, read by the endpoint's declaration. */
interface ControlInput<Path, Query, Body> {
  readonly path: Path
  readonly query: Query
  readonly body: Body
  readonly request: Request
}

/** One endpoint of the control API, declared once: serving, checking and documentation follow from it. */
export interface ControlEndpoint<
  Path extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/sim`, with parameters in braces. */
  readonly path: string
  readonly summary: string
  /** CommonMark, if the summary is not enough. */
  readonly description?: string
  readonly pathParameters: Path
  readonly query: Query
  readonly body: Body
  readonly answer: z.ZodType
  /** The content type of an answer that isn't JSON. */
  readonly contentType?: string
  /** The status of a success. (default: 200) */
  readonly status?: number
  /** Describes the 404 that is sent if the handler throws a `RangeError`. */
  readonly notFound?: string
  /** Its other refusals by status, besides those of an invalid request. */
  readonly refusals?: Readonly<Record<number, string>>
  /** Returns the answer as data, or as a `Response` if it isn't JSON; nothing for `{ done: true }`. */
  handle(context: ControlContext, input: ControlInput<z.output<Path>, z.output<Query>, z.output<Body>>): unknown
}

const none = z.strictObject({})
const defaults = { pathParameters: none, query: none, body: none, answer: z.object({ done: z.literal(true) }) }

type Declared<Path extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = Omit<
  ControlEndpoint<Path, Query, Body>,
  'method' | 'path' | keyof typeof defaults
> & { readonly pathParameters?: Path; readonly query?: Query; readonly body?: Body; readonly answer?: z.ZodType }

function declaring(method: ControlEndpoint['method']) {
  return <
    Path extends z.ZodType = typeof none,
    Query extends z.ZodType = typeof none,
    Body extends z.ZodType = typeof none,
  >(
    path: string,
    declared: Declared<Path, Query, Body>,
  ): ControlEndpoint =>
    // A handler's input was read by its own declaration.
    ({ ...defaults, ...declared, method, path }) as never
}

/** Declares an endpoint of the control API, by method. Omit the kinds of parameters that it doesn't have. */
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

/** What the control API works on. */
export interface ControlContext {
  readonly simulator: Simulator
  readonly deliveryQueue: DeliveryQueue
  readonly dialect: Dialect
  readonly log: SimulatorLog
  /** Don't mask tokens and keys in deliveries. */
  readonly showSecrets: boolean
  /** The organisation's seed. */
  readonly seed: () => OrganisationSeed
  /** Unique to this simulator, even among those that have used the same port. */
  readonly instance: string
  /** Saves conversations as tests; undefined if that isn't available. */
  readonly transcripts: TranscriptKeeper | undefined
  /** The queue in which deliveries wait for their bots; undefined if none is shown. */
  readonly queue: () => QueueView | undefined
  /** Calls a function when the simulator is closed. Returns a function that cancels that. */
  readonly onClose: (end: () => void) => () => void
}
