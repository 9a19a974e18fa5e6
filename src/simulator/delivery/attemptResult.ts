/** What came of one attempt to post a notification. */
export type AttemptResult =
  | { readonly kind: 'answered'; readonly status: number; readonly type: string; readonly body: Uint8Array }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'connection error'; readonly reason: string }
  /** Anything else that the server's HTTP library may throw: its class and its text. */
  | { readonly kind: 'exception'; readonly type: string; readonly text: string }

/** One request of an attempt: the first, or one that a redirect led to. */
export interface Exchange {
  readonly method: string
  readonly url: string
  /** Absent where no answer came. */
  readonly status?: number
}
