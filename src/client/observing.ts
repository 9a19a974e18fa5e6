/** Called before a call is sent; may return an observer of its progress. It must not throw. */
export type ObserveCall = (call: ObservedCall) => CallWatch | undefined

/** A call that is about to be sent. */
export interface ObservedCall {
  /** The endpoint's name, or method and path if it is undeclared. */
  readonly endpoint: string
  readonly method: string
  /** Scheme, host and port of the server. */
  readonly origin: string
  /** With the names of what stands in it, as in `/api/v1/messages/{message_id}`; undefined if it is undeclared. */
  readonly template: string | undefined
}

/** Callbacks for the progress of one call. None may throw. */
export interface CallWatch {
  /** It is being sent, for the first time (1) or again. What this gives goes along as headers. */
  sending?(attempt: number): Readonly<Record<string, string>> | undefined
  /** An attempt failed, and will be retried. */
  repeating?(repeat: CallRepeat): void
  /** The call has ended. */
  ended?(end: CallEnd): void
}

export interface CallRepeat {
  /** The attempt that failed; 1 is the first. */
  readonly attempt: number
  /** `HTTP_503`, `NETWORK`, `TIMEOUT`. */
  readonly code: string
  /** HTTP status, if there was an answer. */
  readonly status: number | undefined
  /** Milliseconds until the next. */
  readonly wait: number
}

export interface CallEnd {
  /** `OK`, the code of the error, or `ABORTED` if the caller gave up. */
  readonly code: string
  /** HTTP status of the last answer, if there was one. */
  readonly status: number | undefined
  readonly attempts: number
  /** Milliseconds from the first sending. */
  readonly duration: number
}
