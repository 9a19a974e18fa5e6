/**
 * The next part of a response to send. `length` is the whole body's. `close` and `reset` break the connection; before the
 * head, that means no answer.
 */
export type ResponseStep =
  | {
      readonly kind: 'head'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly length: number
    }
  | { readonly kind: 'part'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' | 'close' | 'reset' }

/** A response that faults change. */
export interface FaultyResponse {
  /** Yields the steps once, at the time when each is due. `left` aborts when the caller disconnects. */
  steps(left: AbortSignal): AsyncIterableIterator<ResponseStep>
}

export function isFaultyResponse(answer: object): answer is FaultyResponse {
  return 'steps' in answer
}
