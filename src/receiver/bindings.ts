/** What a platform may tell about a request, as Hono's `c.env`. */
export interface ReceiverBindings {
  /** Address of whoever sent the request, for limits on failures. */
  readonly remoteAddress?: string
  /** Ends the connection without an answer. */
  readonly hangUp?: () => void
}

/** What the platform tells about a request; nothing where it tells nothing. */
export function bindingsOf(env: unknown): ReceiverBindings {
  const { remoteAddress, hangUp } = (env ?? {}) as Readonly<Record<string, unknown>>
  return {
    ...(typeof remoteAddress === 'string' && { remoteAddress }),
    ...(typeof hangUp === 'function' && { hangUp: hangUp as () => void }),
  }
}
