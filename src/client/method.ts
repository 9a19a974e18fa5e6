import type { Answer, EndpointName, Params, SuccessEnvelope } from '../protocol/index.js'
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
