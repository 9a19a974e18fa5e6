import type { Cancel } from '../clock.js'

/** Writes a response, to a socket or to a caller in this process. After its end it ignores everything. */
export interface ResponseWriter {
  /** Status and headers; the length is that of the whole body, undefined where nobody knows it yet. */
  head(status: number, headers: Readonly<Record<string, string>>, length: number | undefined): void
  part(bytes: Uint8Array): void
  end(): void
  /** Closes the connection: before the head, without an answer; after it, in the middle of the body. */
  close(): void
  /** Resets the connection. */
  reset(): void
}

/** A response that faults change. It is written once, and may take time. */
export interface FaultyResponse {
  /** Begins to write it. Call what it returns when the caller has gone. */
  writeTo(writer: ResponseWriter): Cancel
}

export function isFaultyResponse(answer: object): answer is FaultyResponse {
  return 'writeTo' in answer
}
