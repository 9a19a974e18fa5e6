import { EarshotError } from '../../errors.js'
import { CallError } from '../errors/exchangeErrors.js'

/** Reports a call to its observer: each attempt, the status of the response, and how the call ended. */
export class WatchedCall {
  readonly #watch: CallWatch
  readonly #clock: { now(): number }
  readonly #began: number
  #status: number | undefined
  #attempts = 0

  constructor(watch: CallWatch, clock: { now(): number }) {
    this.#watch = watch
    this.#clock = clock
    this.#began = clock.now()
  }

  sending(attempt: number): Readonly<Record<string, string>> | undefined {
    this.#attempts = attempt
    return this.#watch.sending?.(attempt)
  }

  repeating(repeat: CallRepeat): void {
    this.#watch.repeating?.(repeat)
  }

  /** Records the status of a response, good or bad, before its body is parsed. */
  answered(status: number): void {
    this.#status = status
  }

  succeeded(): void {
    this.#end('ok')
  }

  failed(error: unknown): void {
    // If the response was too long to read, only the error has its status.
    if (error instanceof CallError && 'status' in error && typeof error.status === 'number') this.#status = error.status
    if (error instanceof CallError) this.#attempts = error.attempts
    // Any other error is the caller's abort reason.
    this.#end(error instanceof EarshotError ? error.code : 'aborted')
  }

  #end(code: string): void {
    const duration = this.#clock.now() - this.#began
    this.#watch.ended?.({ code, status: this.#status, attempts: this.#attempts, duration })
  }
}

/** Called before a call is sent; may return an observer of its progress. It must not throw. */
export type ObserveCall = (call: ObservedCall) => CallWatch | undefined

/** A call that is about to be sent. */
export interface ObservedCall {
  /** The endpoint's name, or method and path if it is undeclared. */
  readonly endpoint: string
  readonly method: string
  /** Scheme, host and port of the server. */
  readonly origin: string
  /** The path with its placeholders, as in `/api/v1/messages/{message_id}`; undefined if the endpoint is undeclared. */
  readonly template: string | undefined
}

/** Callbacks for the progress of one call. None may throw. */
export interface CallWatch {
  /** Called when the call is about to be sent, for the first time (1) or again. Returned headers are added to the request. */
  sending?(attempt: number): Readonly<Record<string, string>> | undefined
  /** Called when an attempt failed and will be retried. */
  repeating?(repeat: CallRepeat): void
  /** Called when the call has ended. */
  ended?(end: CallEnd): void
}

export interface CallRepeat {
  /** The attempt that failed; 1 is the first. */
  readonly attempt: number
  /** `HTTP_503`, `network`, `timeout`. */
  readonly code: string
  /** HTTP status, if there was a response. */
  readonly status: number | undefined
  /** Milliseconds until the next attempt. */
  readonly wait: number
}

export interface CallEnd {
  /** `OK`, the code of the error, or `ABORTED` if the caller aborted it. */
  readonly code: string
  /** HTTP status of the last response, if there was one. */
  readonly status: number | undefined
  /** How many times it was sent. */
  readonly attempts: number
  /** Milliseconds since the call was first sent. */
  readonly duration: number
}
