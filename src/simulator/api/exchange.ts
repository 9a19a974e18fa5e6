/**
 * A request as the simulator works with it, whether it came by a socket or as a `Request`: only what is asked for is
 * looked at.
 */
export interface IncomingRequest {
  readonly method: string
  /** Path and query, as they were sent. */
  readonly target: string
  header(name: string): string | undefined
  /** The IP address of the machine that it comes from; undefined for one of this process. */
  readonly peer?: string | undefined
  /** The name or address that the simulator was told to listen at; undefined for a request of this process. */
  readonly listensAt?: string | undefined
  /** Whether a body comes with it, as far as its head tells. */
  readonly hasBody: boolean
  /** The whole body. @throws {BodyTooLarge} as soon as it is known to be larger than the limit */
  body(limit: number): Promise<Uint8Array>
}

export interface OutgoingAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** A body is larger than it may be; what was not read of it is left unread. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}
