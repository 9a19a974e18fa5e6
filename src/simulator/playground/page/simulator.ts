/** The simulator that the page belongs to: its control API, and the service's own API as one of its people. */

import { type Caller, callControl, callService, type Method, type Parameters, Refused } from '../service.js'

export { type Caller, headersOf, Refused } from '../service.js'

/** Calls the control API; `path` begins below `/sim`. @throws {Refused} */
export function control<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
  return callControl<Answer>(reach, method, path, body)
}

/** Calls the service's API as somebody; `path` begins below `/api/v1`. @throws {Refused} */
export function callAs<Answer>(caller: Caller, method: Method, path: string, parameters?: Parameters): Promise<Answer> {
  return callService<Answer>(reach, caller, method, path, parameters)
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { cache: 'no-store', ...init })
  } catch (error) {
    throw new Refused(0, 'UNREACHABLE', 'The simulator does not answer. Is it still running?', String(error))
  }
}
