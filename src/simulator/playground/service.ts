/** Calls of the simulator: made by the page, and inside the simulator by what shows the page its views. */

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

export type Parameters = Readonly<Record<string, unknown>> | FormData

type Reach = (path: string, init: RequestInit) => Promise<Response>

/** Calls the control API; `path` begins below `/sim`. @throws {Refused} */
export async function callControl<Answer>(reach: Reach, method: Method, path: string, body?: unknown): Promise<Answer> {
  const response = await reach(`/sim${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const answer = await answerOf(response)
  if (response.ok) return answer as Answer
  const { code = 'FAILED', message = `The simulator answered ${response.status}.` } =
    (answer as { error?: { code?: string; message?: string } }).error ?? {}
  throw new Refused(response.status, code, message, answer)
}

/**
 * Calls the service's API as somebody; `path` begins below `/api/v1`. Parameters that are no texts are sent as JSON, as
 * the service wants them.
 *
 * @throws {Refused}
 */
export async function callService<Answer>(
  reach: Reach,
  caller: Caller,
  method: Method,
  path: string,
  parameters: Parameters = {},
): Promise<Answer> {
  const headers = headersOf(caller)
  const isForm = parameters instanceof FormData
  const form = isForm ? parameters : formOf(parameters)
  const query = method === 'GET' && !isForm && String(form) !== '' ? `?${form}` : ''
  const response = await reach(`/api/v1${path}${query}`, { method, headers, ...(method !== 'GET' && { body: form }) })
  const answer = await answerOf(response)
  const { result, code, msg } = answer as { result?: string; code?: string; msg?: string }
  if (response.ok && result !== 'error') return answer as Answer
  // What the service has no answer for, such as a path of a later level, the simulator explains.
  const said = response.headers.get('earshot-hint') ?? msg ?? `The service answered ${response.status}.`
  throw new Refused(response.status, code ?? 'FAILED', code === undefined ? said : (msg ?? said), answer)
}

function formOf(parameters: Readonly<Record<string, unknown>>): URLSearchParams {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  return new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

/** What says who calls. */
export function headersOf({ email, api_key }: Caller): Readonly<Record<string, string>> {
  // Addresses may have letters that `btoa` does not take.
  const bytes = new TextEncoder().encode(`${email}:${api_key}`)
  return { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}`, 'earshot-client': 'playground' }
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
