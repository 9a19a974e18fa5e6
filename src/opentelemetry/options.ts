/** How a trace goes on from the server to the bot, and from the bot to the server. */
export interface TraceOptions {
  /** Whether a request's `traceparent` is gone on with. It is unless told otherwise. */
  readonly adopt?: boolean
  /** Whether calls of the chat server carry a `traceparent`. They don't unless told: it is nothing to other people. */
  readonly propagate?: boolean
}
