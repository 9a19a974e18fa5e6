/**
 * What to send next of a response. `length` is that of the whole body. `close` and `reset` break the connection: before
 * the head, without an answer.
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
  /** Sends it once, step by step, which may take time. `left` aborts when the caller has gone. */
  steps(left: AbortSignal): AsyncIterableIterator<ResponseStep>
}

export function isFaultyResponse(answer: object): answer is FaultyResponse {
  return 'steps' in answer
}
