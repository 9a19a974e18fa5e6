import { parseJson } from '../../values.js'
/** The simulator's control API, and the server's API as any account. */

/** The simulator refused, or couldn't be reached; the message is for the reader. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  /** The whole answer. */
  readonly answer: unknown

  constructor(status: number, code: string, message: string, answer: unknown) {
    super(message)
    this.name = 'Refused'
    this.status = status
    this.code = code
    this.answer = answer
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The account that calls. */
export interface CallingAccount {
  readonly email: string
  readonly api_key: string
}

export type CallParameters = Readonly<Record<string, unknown>>

/** Answers that came with the first request; each is used once. */
let early: Map<string, unknown> = new Map()

/** Loads what the page needs to start, in one request. @throws {Refused} */
export async function askEarly(): Promise<void> {
  const { answers } = await control<{ answers: Record<string, unknown> }>('GET', '/start')
  early = new Map(Object.entries(answers))
}

/** Drops the early answers: everything is requested from now on. */
export const forgetEarly = () => early.clear()

/** Calls the control API; `path` is relative to `/sim`. @throws {Refused} */
export async function control<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
  const answer = early.get(path)
  if (method === 'GET' && answer !== undefined) {
    early.delete(path)
    return answer as Answer
  }
  const response = await reach(`/sim${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const given = await answerOf(response)
  if (response.ok) return given as Answer
  const { code = 'failed', message = `The simulator answered ${response.status}.` } =
    (given as { error?: { code?: string; message?: string } }).error ?? {}
  throw new Refused(response.status, code, message, given)
}

/** Finds an account's new key, if it has one. */
type KeyFinder = (caller: CallingAccount) => Promise<CallingAccount | undefined>
let newKeyOf: KeyFinder = async () => undefined

/** Sets how an account's new key is found when its old one is refused. */
export function onKeyRefused(find: KeyFinder): void {
  newKeyOf = find
}

/** Calls the server's API as an account; `path` is relative to `/api/v1`. @throws {Refused} */
export async function callAs<Answer>(
  caller: CallingAccount,
  method: Method,
  path: string,
  parameters?: CallParameters,
): Promise<Answer> {
  try {
    return await askService<Answer>(caller, method, path, parameters)
  } catch (error) {
    const renewed = error instanceof Refused && error.status === 401 ? await newKeyOf(caller) : undefined
    if (renewed === undefined) throw error
    return askService<Answer>(renewed, method, path, parameters)
  }
}

/** CallParameters that aren't strings are sent as JSON, as the server expects. */
async function askService<Answer>(
  caller: CallingAccount,
  method: Method,
  path: string,
  parameters: CallParameters = {},
): Promise<Answer> {
  const headers = headersOf(caller)
  const form = formOf(parameters)
  const query = method === 'GET' ? `?${form}` : ''
  const response = await reach(`/api/v1${path}${query}`, { method, headers, ...(method !== 'GET' && { body: form }) })
  const answer = await answerOf(response)
  const { result, code, msg } = answer as { result?: string; code?: string; msg?: string }
  if (response.ok && result !== 'error') return answer as Answer
  // The simulator explains what the server doesn't know, such as a path of a later level.
  const said = response.headers.get('earshot-hint') ?? msg ?? `The server answered ${response.status}.`
  throw new Refused(response.status, code ?? 'failed', code === undefined ? said : (msg ?? said), answer)
}

/** Files are sent as a multipart form. */
function formOf(parameters: CallParameters): URLSearchParams | FormData {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  const form = given.some(([, value]) => value instanceof File) ? new FormData() : new URLSearchParams()
  for (const [name, value] of given) {
    if (form instanceof FormData && value instanceof File) form.append(name, value)
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form
}

/** Headers with the caller and the client: the page itself, whose calls no fault affects. */
export function headersOf({ email, api_key }: CallingAccount): Readonly<Record<string, string>> {
  // Email addresses can have characters that `btoa` rejects.
  const bytes = new TextEncoder().encode(`${email}:${api_key}`)
  return { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}`, 'earshot-client': 'playground' }
}

/** An answer's JSON, or its text if it isn't JSON. */
async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text()
  return parseJson(text) ?? { text }
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...{ cache: 'no-store' }, ...init })
  } catch (error) {
    throw new Refused(0, 'UNREACHABLE', 'The simulator does not answer. Is it still running?', String(error))
  }
}
