import type * as z from 'zod/mini'
import type { ErrorId } from './errors/errors.js'
import type { FeatureId } from './levels/features.js'
import type { Upgrade } from './levels/upgrade.js'
import type { Rule } from './rules/rules.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call: `public` (no credentials), `account` (every account), `human` (no bots), `member` (no guests),
 * `administrator` (checked before the parameters are read), `administrator over target` (checked when the target is
 * known).
 *
 * @see spec 5.4
 */
export type Access = 'public' | 'account' | 'human' | 'member' | 'administrator' | 'administrator over target'

export interface Endpoint<
  Name extends string = string,
  Params extends z.core.$ZodShape = z.core.$ZodShape,
  Response extends z.core.$ZodShape = z.core.$ZodShape,
  Verb extends Method = Method,
  Path extends string = string,
> {
  /** `namespace.method`: where the client has it. */
  readonly name: Name
  readonly method: Verb
  /** Below `/api/v1`; a parameter in braces travels in the path. */
  readonly path: Path
  /** Section of the spec, or `companion` for what bots need beyond it. */
  readonly spec: string
  readonly access: Access
  /** The row of the level table from which on it is there; without one it always was. */
  readonly since?: FeatureId
  /** Why not to use it, and what to use instead. */
  readonly deprecated?: string
  /** The last parameter of the path takes all that is left of it, slashes included. */
  readonly takesRest?: true
  /** In the order in which the server checks them. */
  readonly params: Params
  /** Other names under which a parameter is understood. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>
  readonly rules?: readonly Rule[]
  /** What an answer carries beyond the envelope, in today's shape. */
  readonly response: Response
  /** What the service may refuse, beyond authentication, access and parameters. */
  readonly errors: readonly ErrorId[]
  /**
   * Whether sending it twice is the same as sending it once: `always`, `never`, or from the level of a feature on.
   * A client repeats nothing else once it may have arrived.
   */
  readonly repeatable: 'always' | 'never' | FeatureId
  /** Seconds that the service may work on one request, where that is longer than a client would usually wait. */
  readonly takesUpTo?: number
  /** Turns the answer of an older server into today's shape; gets the answer without knowing that it is valid. */
  readonly upgrade?: Upgrade
}

/** What a declaration may leave out, because most endpoints are alike in it. */
type Usual = 'spec' | 'access' | 'params' | 'response' | 'errors' | 'repeatable'

type Declared<Whole extends Endpoint> = Omit<Whole, Usual | 'name' | 'method' | 'path'> & Partial<Pick<Whole, Usual>>

/**
 * Declares an endpoint: the one place where it is written down. Unless it says otherwise, it is a companion for every
 * account, without parameters, response fields or refusals of its own, and safe to repeat if it is a GET.
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
  const usual = { spec: 'companion', access: 'account', params: {}, response: {}, errors: [] } as const
  const repeatable = method === 'GET' ? 'always' : 'never'
  // What is left out is empty, as its type says.
  return { name, method, path, ...usual, repeatable, ...declared } as unknown as Endpoint<
    Name,
    Params,
    Response,
    Verb,
    Path
  >
}

/** Whether the parameter travels in the path. */
export function isInPath(declared: Pick<Endpoint, 'path'>, parameter: string): boolean {
  return declared.path.includes(`{${parameter}}`)
}

/** Whether calling it changes nothing on the server. */
export function readsOnly({ name, method }: Pick<Endpoint, 'name' | 'method'>): boolean {
  return method === 'GET' || name === 'messages.render'
}
