import { CallError, EarshotError } from '../client/index.js'

/** Whether what failed so certainly changed nothing on the server. */
export function certainlyNotDone(error: unknown): boolean {
  if (error instanceof CallError) return !error.mayHaveTakenEffect
  // Other errors of ours come before anything is sent. What else a call fails with may have come afterwards.
  return error instanceof EarshotError
}

/** Whether the server was asked, and may have done it. */
export function mayBeDone(error: unknown): boolean {
  return error instanceof CallError && error.mayHaveTakenEffect
}
