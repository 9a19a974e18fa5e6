/** The simulator that the page belongs to: its control API, and the service's own API as one of its people. */

/** The simulator said no, or could not be reached; the message is for the reader. */
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

/** Whoever the service is called as. */
export interface Caller {
  readonly email: string
  readonly api_key: string
}

export type Parameters = Readonly<Record<string, unknown>>

/** Answers that came with the first one: each is for whoever asks first. */
let early: Map<string, unknown> = new Map()

/** Asks for all that the page begins with in one request. @throws {Refused} */
export async function askEarly(): Promise<void> {
  const { answers } = await control<{ answers: Record<string, unknown> }>('GET', '/start')
  early = new Map(Object.entries(answers))
}

/** From now on everything is asked for anew. */
export const forgetEarly = () => early.clear()

/** Calls the control API; `path` begins below `/sim`. @throws {Refused} */
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
  const { code = 'FAILED', message = `The simulator answered ${response.status}.` } =
    (given as { error?: { code?: string; message?: string } }).error ?? {}
  throw new Refused(response.status, code, message, given)
}

/** Finds the key that an account has now, if it has another one. */
type KeyFinder = (caller: Caller) => Promise<Caller | undefined>
let newKeyOf: KeyFinder = async () => undefined

/** Says how an account's new key is found when its old one is refused. */
export function onKeyRefused(find: KeyFinder): void {
  newKeyOf = find
}

/** Calls the service's API as somebody; `path` begins below `/api/v1`. @throws {Refused} */
export async function callAs<Answer>(
  caller: Caller,
  method: Method,
  path: string,
  parameters?: Parameters,
  client?: string,
): Promise<Answer> {
  try {
    return await askService<Answer>(caller, method, path, parameters, client)
  } catch (error) {
    const renewed = error instanceof Refused && error.status === 401 ? await newKeyOf(caller) : undefined
    if (renewed === undefined) throw error
    return askService<Answer>(renewed, method, path, parameters, client)
  }
}

/** Parameters that are no texts are sent as JSON, as the service wants them. */
async function askService<Answer>(
  caller: Caller,
  method: Method,
  path: string,
  parameters: Parameters = {},
  client?: string,
): Promise<Answer> {
  const headers = headersOf(caller, client)
  const form = formOf(parameters)
  const query = method === 'GET' ? `?${form}` : ''
  const response = await reach(`/api/v1${path}${query}`, { method, headers, ...(method !== 'GET' && { body: form }) })
  const answer = await answerOf(response)
  const { result, code, msg } = answer as { result?: string; code?: string; msg?: string }
  if (response.ok && result !== 'error') return answer as Answer
  // What the service has no answer for, such as a path of a later level, the simulator explains.
  const said = response.headers.get('earshot-hint') ?? msg ?? `The service answered ${response.status}.`
  throw new Refused(response.status, code ?? 'FAILED', code === undefined ? said : (msg ?? said), answer)
}

/** Files travel as a form of several parts. */
function formOf(parameters: Parameters): URLSearchParams | FormData {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  const form = given.some(([, value]) => value instanceof File) ? new FormData() : new URLSearchParams()
  for (const [name, value] of given) {
    if (form instanceof FormData && value instanceof File) form.append(name, value)
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form
}

/** What says who calls, by which program: the page itself, whose calls no fault affects, unless told. */
export function headersOf({ email, api_key }: Caller, client = 'playground'): Readonly<Record<string, string>> {
  // Addresses may have letters that `btoa` does not take.
  const bytes = new TextEncoder().encode(`${email}:${api_key}`)
  return { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}`, 'earshot-client': client }
}

/** Reads something of the simulator that is JSON. @throws {Refused} */
export async function ask<Answer>(path: string): Promise<Answer> {
  return (await answerOf(await reach(path, {}))) as Answer
}

/** The JSON of an answer, or its text where it is none. */
async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return { text }
  }
}

const uncached = { cache: 'no-store' } as const

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...uncached, ...init })
  } catch (error) {
    throw new Refused(0, 'UNREACHABLE', 'The simulator does not answer. Is it still running?', String(error))
  }
}
