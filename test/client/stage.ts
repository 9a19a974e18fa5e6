import { Client, type ClientOptions } from 'earshot/client'
import { standingTime, type Time } from './time.js'

/** A request as it left the client. */
interface Sent {
  readonly method: string
  readonly url: string
  /** Path below `/api/v1`. */
  readonly path: string
  readonly query: Record<string, string>
  readonly form: Record<string, string>
  readonly headers: Headers
  readonly init: RequestInit
  /** UNIX milliseconds. */
  readonly at: number
}

/** What comes back: an answer, an error to throw, `hang` for nothing at all, or a function that decides. */
export type Reply = Response | Error | 'hang' | ((sent: Sent) => Response | Error | 'hang' | Promise<Response>)

export interface Stage {
  readonly client: Client
  /** All requests but those for the server's settings. */
  readonly sent: Sent[]
  /** Requests for the server's settings. */
  readonly settings: Sent[]
  readonly time: Time
  /** Waits for a call to succeed. */
  succeeds<Result>(call: Promise<Result>): Promise<Result>
  /** Waits for a call to fail, and gives what it failed with. */
  fails(call: Promise<unknown>): Promise<unknown>
}

export const secret = 'Xkey0Xkey1Xkey2Xkey3'

/** A client before a server that says what the script has, line by line; the last line is said again and again. */
export function stage(script: readonly Reply[], options: Partial<ClientOptions> = {}, settings?: Reply): Stage {
  const time = standingTime()
  const sent: Sent[] = []
  const asked: Sent[] = []
  const client = new Client({
    site: 'https://chat.example.com',
    email: 'iago@example.com',
    apiKey: secret,
    clock: time,
    random: () => 1,
    fetch: async (url, init) => {
      const request = sentOf(url, init, time.now())
      const isSettings = request.path === '/server_settings' && settings !== undefined
      const list = isSettings ? asked : sent
      list.push(request)
      const reply = isSettings ? settings : (script[list.length - 1] ?? script.at(-1))
      const said = typeof reply === 'function' ? await reply(request) : reply
      if (said instanceof Error) throw said
      if (said instanceof Response) return said.clone()
      return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    },
    ...(settings === undefined ? { featureLevel: 496 } : {}),
    ...options,
  })
  return {
    client,
    sent,
    settings: asked,
    time,
    succeeds: (call) => time.until(call),
    fails: (call) =>
      time.until(
        call.then(
          (result) => {
            throw new Error(`It succeeded with ${JSON.stringify(result)}`)
          },
          (error: unknown) => error,
        ),
      ),
  }
}

function sentOf(url: string, init: RequestInit, at: number): Sent {
  const { pathname, searchParams } = new URL(url)
  return {
    method: init.method ?? 'GET',
    url,
    path: pathname.replace(/^.*\/api\/v1/, ''),
    query: Object.fromEntries(searchParams),
    form: Object.fromEntries(new URLSearchParams(typeof init.body === 'string' ? init.body : '')),
    headers: new Headers(init.headers),
    init,
    at,
  }
}

export function success(more: object = {}, init?: ResponseInit): Response {
  return Response.json({ result: 'success', msg: '', ...more }, init)
}

export function refusal(
  status: number,
  code: string,
  msg: string,
  more: object = {},
  headers: Record<string, string> = {},
): Response {
  return Response.json({ result: 'error', code, msg, ...more }, { status, headers })
}

/** What a proxy says when the server behind it is down. */
export const badGateway = () =>
  new Response('<html><title>502 Bad Gateway</title></html>', { status: 502, headers: { 'content-type': 'text/html' } })

/** What the platform's fetch throws. */
export function fetchFailed(code: string, syscall?: string): Error {
  const cause = Object.assign(new Error(`${syscall ?? 'read'} ${code}`), {
    code,
    ...(syscall === undefined ? {} : { syscall }),
  })
  return new TypeError('fetch failed', { cause })
}

export const user = {
  user_id: 10,
  delivery_email: 'hamlet@example.com',
  email: 'hamlet@example.com',
  full_name: 'Hamlet',
  date_joined: '2019-10-20T07:50+00:00',
  is_active: true,
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  role: 400,
  timezone: '',
  avatar_url: null,
  avatar_version: 1,
  is_imported_stub: false,
}
