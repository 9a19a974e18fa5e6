import type { Answer, EndpointName, Params, SuccessEnvelope } from '../protocol/index.js'
import { callNames } from '../protocol/lean.js'
import type { Json } from './answers.js'
import type { CallOptions } from './options.js'

/** What a call resolves to: the envelope and what the endpoint adds, in today's shape. @see spec 2.1 */
export type Success<Name extends EndpointName> = Answer<Name> & SuccessEnvelope

/**
 * Calls one endpoint. The parameters have the wire's names; they may be left out where none is required.
 *
 * @throws {InvalidParameterError} before sending, for what the declaration does not allow.
 * @throws {UnsupportedByServerError} before sending, when the server is too old.
 * @throws {ApiError} when the service refuses.
 * @throws {NetworkError | TimeoutError | RedirectError | MalformedAnswerError} when there is no answer, or none to use.
 */
export type Method<Name extends EndpointName> =
  Record<never, never> extends Params<Name>
    ? (params?: Params<Name>, options?: CallOptions) => Promise<Success<Name>>
    : (params: Params<Name>, options?: CallOptions) => Promise<Success<Name>>

type NamespaceOf<Name> = Name extends `${infer Namespace}.${string}` ? Namespace : never

type MethodsOf<Namespace extends string> = {
  readonly [Name in EndpointName as Name extends `${Namespace}.${infer Called}` ? Called : never]: Method<Name>
}

/** Every endpoint as `client.namespace.method`. */
export type Namespaces = {
  readonly [Namespace in NamespaceOf<EndpointName>]: MethodsOf<Namespace>
}

/** Calls an endpoint by its name. */
export type Call = (name: EndpointName, params: unknown, options: CallOptions | undefined) => Promise<Json>

/** Makes the namespaces from the declarations. */
export function namespacesOf(call: Call): Namespaces {
  const namespaces: Record<string, Record<string, unknown>> = {}
  for (const name of callNames) {
    const [namespace = '', method = ''] = name.split('.')
    namespaces[namespace] ??= {}
    namespaces[namespace][method] = (params: unknown = {}, options?: CallOptions) => call(name, params, options)
  }
  // The names are split here as the type splits them.
  return namespaces as unknown as Namespaces
}
