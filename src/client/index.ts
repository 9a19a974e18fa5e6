/** The API client: one typed method per endpoint, on every platform that has `fetch`. */

export { type Clock, pause, systemClock } from '../clock.js'
export { EarshotError, UnknownOptionError } from '../errors.js'
export type { RawCall } from './call/rawCall.js'
export { Client } from './client.js'
export type { DeleteWholeTopicOptions, TopicDeletion } from './deleteWholeTopic.js'
export {
  ApiError,
  CallError,
  MalformedAnswerError,
  NetworkError,
  RedirectError,
  TimeoutError,
} from './errors/exchangeErrors.js'
export {
  InvalidOptionError,
  InvalidParameterError,
  TopicNotDeletedError,
  UnsupportedByServerError,
} from './errors/localErrors.js'
export { RateLimitedError } from './errors/rateLimitedError.js'
export type { Bounds, Priority } from './exchange/bounds.js'
export { type LimitStorage, type RateLimiter, type RateLimiterOptions, rateLimiter } from './exchange/rateLimiter.js'
export {
  AnswerTooLong,
  type Fetch,
  fetchTransport,
  NotSent,
  type Transport,
  type WireAnswer,
  type WireRequest,
} from './exchange/transport.js'
export type { CallEnd, CallRepeat, CallWatch, ObserveCall, ObservedCall } from './exchange/watched.js'
export type { Namespaces } from './methods.js'
export { observedClient, originalClient } from './observedClient.js'
export type { CallOptions, ClientOptions, Method, RetryOptions, Success } from './options.js'
export { type Sending, type SendManyOptions, type SentOrRefused, sendMany } from './sendMany.js'
