import { EarshotError } from '../../errors.js'
import { CallError } from '../errors/exchangeErrors.js'

/** A call in progress. */
export interface Watched {
  readonly watch?: CallWatch
  /** Records the status of a response, good or bad, before its body is parsed. */
  answered?(status: number): void
}

/** Runs a call, and reports its progress to the observer. */
export function watched<Result>(
  observe: ObserveCall | undefined,
  call: () => ObservedCall,
  clock: { now(): number },
  work: (watched: Watched) => Promise<Result>,
): Promise<Result> {
  const watch = observe?.(call())
  return watch === undefined ? work(unwatched) : untilItsEnd(watch, clock, work)
}

const unwatched: Watched = {}

async function untilItsEnd<Result>(
  watch: CallWatch,
  clock: { now(): number },
  work: (watched: Watched) => Promise<Result>,
): Promise<Result> {
  const began = clock.now()
  let status: number | undefined
  let attempts = 0
  const end = (code: string) => watch.ended?.({ code, status, attempts, duration: clock.now() - began })
  const counting: CallWatch = {
    sending(attempt) {
      attempts = attempt
      return watch.sending?.(attempt)
    },
    repeating: (repeat) => watch.repeating?.(repeat),
  }
  const answered = (itsStatus: number) => {
    status = itsStatus
  }
  try {
    const result = await work({ watch: counting, answered })
    end('OK')
    return result
  } catch (error) {
    // If the response was too long to read, only the error has its status.
    if (error instanceof CallError && 'status' in error && typeof error.status === 'number') status = error.status
    // Any other error is the caller's abort reason.
    end(error instanceof EarshotError ? error.code : 'ABORTED')
    throw error
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
  /** Called when the call is sent, for the first time (1) or again. Returned headers are added to the request. */
  sending?(attempt: number): Readonly<Record<string, string>> | undefined
  /** Called when an attempt failed and will be retried. */
  repeating?(repeat: CallRepeat): void
  /** Called when the call has ended. */
  ended?(end: CallEnd): void
}

export interface CallRepeat {
  /** The attempt that failed; 1 is the first. */
  readonly attempt: number
  /** `HTTP_503`, `NETWORK`, `TIMEOUT`. */
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
  readonly attempts: number
  /** Milliseconds since the call was first sent. */
  readonly duration: number
}
