import type * as z from 'zod/mini'
import type { Accessible } from './access.js'
import type { ErrorId } from './errors/errors.js'
import { endpointLevels } from './levels/companionLevels.js'
import { type FeatureId, hasFeature } from './levels/features.js'
import type { Upgrade } from './levels/upgrade.js'
import type { Rule } from './rules/rules.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Endpoint<
  Name extends string = string,
  Params extends z.core.$ZodShape = z.core.$ZodShape,
  Response extends z.core.$ZodShape = z.core.$ZodShape,
  Verb extends Method = Method,
  Path extends string = string,
> extends Accessible {
  /** `namespace.method`, as on the client. */
  readonly name: Name
  readonly method: Verb
  /** The path below `/api/v1`, with its parameters in braces. */
  readonly path: Path
  /** The section of the specification that describes it, or `companion` for an endpoint that it leaves out. */
  readonly spec: string
  /** The row of the level table that introduced it; absent if every server has it. */
  readonly since?: FeatureId
  /** The row of the level table that removed it; absent if today's servers have it. */
  readonly until?: FeatureId
  /** Why not to use it, and what to use instead. */
  readonly deprecated?: string
  /** The last path parameter takes the rest of the path, slashes included. */
  readonly takesRest?: true
  /** In the order in which the server checks them. */
  readonly params: Params
  /** Other names by which the server accepts a parameter. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>
  /** Parameters that a server knows, and refuses from everybody but itself: which values, by default all. */
  readonly refused?: Readonly<Record<string, { readonly error: ErrorId; readonly values?: readonly string[] }>>
  readonly rules?: readonly Rule[]
  /** The response's fields beyond the envelope, in today's shape. */
  readonly response: Response
  /**
   * Whether sending it twice has the same effect as sending it once: `always`, `never`, or from the level of a feature on.
   * If it doesn't, a client won't repeat a request that may have arrived.
   */
  readonly repeatable: 'always' | 'never' | FeatureId
  /** Seconds that the server may spend on one request, if that is longer than a client would usually wait. */
  readonly takesUpTo?: number
  /** Converts an older server's response to today's shape. Runs before the response is validated. */
  readonly upgrade?: Upgrade
}

/** What a declaration may omit, because it is the same for most endpoints. */
type Usual = 'spec' | 'access' | 'params' | 'response' | 'repeatable'

type Declared<Whole extends Endpoint> = Omit<Whole, Usual | 'name' | 'method' | 'path'> & Partial<Pick<Whole, Usual>>

/**
 * Declares an endpoint, in the one place that defines it. By default it is a companion, open to every account, without
 * parameters or response fields of its own, and safe to repeat if it is a GET.
 */
export function endpoint<
  const Name extends string,
  const Params extends z.core.$ZodShape = Record<never, never>,
  const Response extends z.core.$ZodShape = Record<never, never>,
  const Verb extends Method = Method,
  const Path extends `/${string}` = `/${string}`,
>(
  name: Name,
  request: `${Verb} ${Path}`,
  declared: Declared<Endpoint<Name, Params, Response, Verb, Path>>,
): Endpoint<Name, Params, Response, Verb, Path> {
  const [method, path] = request.split(' ')
  const usual = { spec: 'companion', access: 'account', params: {}, response: {} } as const
  const repeatable = method === 'GET' ? 'always' : 'never'
  const since = Object.hasOwn(endpointLevels, name) ? { since: name as FeatureId } : undefined
  // Omitted parts are empty, as their types say.
  return { name, method, path, ...usual, repeatable, ...since, ...declared } as unknown as Endpoint<
    Name,
    Params,
    Response,
    Verb,
    Path
  >
}

/** Whether servers of this level have the endpoint. */
export function isThere({ since, until }: Pick<Endpoint, 'since' | 'until'>, level: number): boolean {
  return (since === undefined || hasFeature(level, since)) && (until === undefined || !hasFeature(level, until))
}

/** Whether the parameter is part of the path. */
export function isInPath(declared: Pick<Endpoint, 'path'>, parameter: string): boolean {
  return declared.path.includes(`{${parameter}}`)
}

/** Whether calling the endpoint changes nothing on the server. */
export function readsOnly({ name, method }: Pick<Endpoint, 'name' | 'method'>): boolean {
  return method === 'GET' || name === 'messages.render'
}
