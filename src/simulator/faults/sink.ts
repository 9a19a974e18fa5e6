import type { Cancel } from '../clock.js'

/** Where an answer goes, whether to a socket or to somebody in this process. After its end it takes nothing more. */
export interface Sink {
  /** Status and headers; the length is that of the whole body, undefined where nobody knows it yet. */
  head(status: number, headers: Readonly<Record<string, string>>, length: number | undefined): void
  part(bytes: Uint8Array): void
  end(): void
  /** Closes the connection: before the head, without an answer; after it, in the middle of the body. */
  close(): void
  /** Resets the connection. */
  reset(): void
}

/** What happens to a call instead of a plain answer: it runs once, and may take time. */
export interface Journey {
  /** Sets out. What it gives back is to be called when nobody is there any more to take an answer. */
  travel(sink: Sink): Cancel
}

export function isJourney(answer: object): answer is Journey {
  return 'travel' in answer
}
