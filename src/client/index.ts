/** The API client: one typed method per endpoint, on every platform that has `fetch`. */

export { type Clock, pause, systemClock } from '../clock.js'
export { EarshotError, UnknownOptionError } from '../errors.js'
export type { RequestOptions } from './call/rawCall.js'
export { Client } from './client.js'
export type { DeleteWholeTopicOptions, TopicDeletion } from './deleteWholeTopic.js'
export type { DownloadedFile, DownloadOptions } from './download.js'
export {
  ApiError,
  CallError,
  MalformedAnswerError,
  NetworkError,
  RedirectError,
  TimeoutError,
} from './errors/exchangeErrors.js'
export { FileTooLargeError } from './errors/fileTooLargeError.js'
export {
  InvalidOptionError,
  InvalidParameterError,
  TopicNotDeletedError,
  UnsupportedByServerError,
} from './errors/localErrors.js'
export { RateLimitedError } from './errors/rateLimitedError.js'
export type { Bounds } from './exchange/bounds.js'
export { type RateLimiter, type RateLimiterOptions, rateLimiter } from './exchange/rateLimiter.js'
export {
  AnswerTooLong,
  fetchTransport,
  NotSent,
  type Transport,
  type WireAnswer,
  type WireRequest,
} from './exchange/transport.js'
export type { CallEnd, CallRepeat, CallWatch, ObserveCall, ObservedCall } from './exchange/watched.js'
export { observedClient, originalClient } from './observedClient.js'
export type { CallOptions, ClientOptions, Method, RetryOptions, Success } from './options.js'
export type { MessagePagesParams } from './pages.js'
export { type SendManyOptions, sendMany } from './sendMany.js'
