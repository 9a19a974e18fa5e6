/**
 * Under this name a handler of web requests may have a second way in, for a server that runs in the same process: it is
 * given what is sent and gives what it answers as they are, without the web's classes around them, which cost more than
 * most bots.
 */
export const inProcess: unique symbol = Symbol.for('earshot in process')

/** Gives no answer, and has done nothing, where the request is to be sent the usual way. */
export type InProcessHandler = (request: InProcessRequest) => Promise<InProcessAnswer> | undefined

export interface InProcessRequest {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Whether the body is known to be nothing but ASCII; it is looked at where it is not. */
  readonly isAscii?: boolean
}

export interface InProcessAnswer {
  readonly status: number
  /** Their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
