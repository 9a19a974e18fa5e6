/** The API client: one typed method per endpoint, on every platform that has `fetch`. */

export { type Clock, systemClock } from '../clock.js'
export { EarshotError } from '../errors.js'
export { Client } from './client.js'
export type { DeleteWholeTopicOptions, TopicDeletion } from './deleteWholeTopic.js'
export { ApiError } from './errors/apiError.js'
export { CallError } from './errors/earshotError.js'
export { MalformedAnswerError, NetworkError, RedirectError, TimeoutError } from './errors/exchangeErrors.js'
export {
  InvalidOptionError,
  InvalidParameterError,
  TopicNotDeletedError,
  UnsupportedByServerError,
} from './errors/localErrors.js'
export type { Method, Success } from './method.js'
export type { Namespaces } from './methods.js'
export { observedClient, originalClient } from './observedClient.js'
export type { CallEnd, CallRepeat, CallWatch, ObserveCall, ObservedCall } from './observing.js'
export type { CallOptions, ClientOptions, RetryOptions } from './options.js'
export type { RawCall } from './rawCall.js'
export {
  AnswerTooLong,
  type Bounds,
  type Fetch,
  fetchTransport,
  type Transport,
  type WireAnswer,
  type WireRequest,
} from './transport.js'
export { pause } from './within.js'
