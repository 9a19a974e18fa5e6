import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { proxy } from 'hono/proxy'
import type { Clock } from '../../clock.js'
import { errorMessage, isObject, joinBytes, parseJson } from '../../values.js'
import { maskSecretField, type Recorder } from './recorder.js'
import type { Body, RecordedFile } from './recording.js'

export interface ProxyOptions {
  /** The server's address. */
  readonly site: string
  /** The bot's address. */
  readonly bot: string
  readonly recorder: Recorder
  readonly clock: Clock
  /** Sends the requests to both (default: the platform's). */
  readonly fetch?: (request: Request) => Promise<Response>
  /** Called for each delivery and call, with one line about it. */
  onTraffic?(says: string): void
  /** Called when the bot or the server becomes unreachable, or reachable again (`problem` is undefined). */
  onReach(side: Side, problem: string | undefined): void
}

type Side = 'bot' | 'server'

/** A proxy between a server and a bot that records the traffic. Deliveries come to `/`; any other request is a call. */
export function createProxy({ site, bot, recorder, clock, fetch: reach, onTraffic, onReach }: ProxyOptions): Hono {
  const app = new Hono()
  const down = new Set<Side>()
  let count = 0
  const next = () => {
    count += 1
    return { id: count, at: clock.now() }
  }

  async function forward(side: Side, url: string, request: Request, body: Uint8Array<ArrayBuffer>): Promise<Response> {
    const { method, signal } = request
    const headers = new Headers(request.headers)
    for (const name of notForwarded) headers.delete(name)
    try {
      const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0
      const how = { ...(hasBody && { body }), ...(reach && { customFetch: reach }) }
      const response = await proxy(url, { method, headers, signal, redirect: 'manual', ...how })
      if (down.delete(side)) onReach(side, undefined)
      return response
    } catch (error) {
      if (signal.aborted) return new Response(null, { status: 499 })
      const reason = errorMessage(error instanceof Error ? (error.cause ?? error) : error)
      const problem = `The ${side} can't be reached at ${new URL(url).origin}: ${reason}`
      if (!down.has(side)) onReach(side, problem)
      down.add(side)
      return Response.json({ result: 'error', msg: `earshot record: ${problem}`, code: 'BAD_GATEWAY' }, { status: 502 })
    }
  }

  app.use(bodyLimit({ maxSize: largestRequest }))

  app.post('/', async ({ req: { raw } }) => {
    const bytes = new Uint8Array(await raw.arrayBuffer())
    const json = parseJson(new TextDecoder().decode(bytes))
    const { id, at } = next()
    if (isObject(json)) {
      if (typeof json.token === 'string') recorder.hide(json.token)
      recorder.write({ kind: 'delivery', id, at, request: { body: JSON.stringify(json, maskSecretField) } })
      onTraffic?.(`delivery ${id}`)
    }
    const response = await forward('bot', bot, raw, bytes)
    if (!isObject(json)) return response
    return observed(response, (body) => {
      recorder.write({ kind: 'reply', id, at: clock.now(), status: response.status, body })
      onTraffic?.(`delivery ${id}: the bot answered ${response.status}`)
    })
  })

  app.all('*', async ({ req: { raw } }) => {
    const bytes = new Uint8Array(await raw.arrayBuffer())
    const { pathname, search, searchParams } = new URL(raw.url)
    const account = accountIn(raw.headers.get('authorization') ?? '')
    if (account !== undefined) recorder.hide(account.key)
    const { id, at } = next()
    const { method } = raw
    const { fields, file } = await callBody(bytes, raw.headers.get('content-type') ?? '')
    const caller = account?.email
    recorder.write({
      ...{ kind: 'call', id, at, method, path: pathname },
      ...(caller !== undefined && { caller }),
      fields: { ...Object.fromEntries(searchParams), ...fields },
      ...(file && { file }),
    })
    const response = await forward('server', `${site.replace(/\/+$/, '')}${pathname}${search}`, raw, bytes)
    return observed(response, (body) => {
      recorder.write({ kind: 'answer', id, at: clock.now(), status: response.status, body })
      onTraffic?.(`${method} ${pathname} ${response.status}`)
    })
  })

  return app
}

/** Bytes; a server's own limit for files is lower. */
const largestRequest = 100 * 1024 * 1024

/** Headers that belong to one connection. */
const notForwarded = [
  ...['host', 'connection', 'content-length', 'expect', 'keep-alive', 'proxy-authenticate', 'proxy-authorization'],
  ...['proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]

/** Streams the response through; at the end, `tell` gets the recorded part of its body. */
function observed(response: Response, tell: (body: ReturnType<typeof recordedBody>) => void): Response {
  const { status, headers, body } = response
  const type = headers.get('content-type') ?? ''
  if (body === null) {
    tell(recordedBody([], 0, type))
    return response
  }
  const parts: Uint8Array[] = []
  let length = 0
  const observer = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      length += part.length
      if (length <= longestRecorded) parts.push(part)
      else parts.length = 0
      controller.enqueue(part)
    },
    flush: () => tell(recordedBody(parts, length, type)),
  })
  return new Response(body.pipeThrough(observer), { status, headers })
}

/** Bytes; of a longer answer, only the length is recorded. */
const longestRecorded = 1024 * 1024

function accountIn(authorization: string): { readonly email: string; readonly key: string } | undefined {
  const [, kind = '', value = ''] = /^(\w+) +(\S+)$/.exec(authorization.trim()) ?? []
  if (kind.toLowerCase() !== 'basic') return value === '' ? undefined : { email: '', key: value }
  const [, email = '', key = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(value, 'base64').toString()) ?? []
  return { email, key }
}

/** The recorded part of a response's body. `parts` is empty if it was too long. */
function recordedBody(parts: readonly Uint8Array[], bytes: number, type: string): Body {
  const json = parts.length === 0 ? undefined : parseJson(new TextDecoder().decode(joinBytes(parts)))
  return json === undefined ? { bytes, type } : { json }
}

/** The recorded part of a call's body: the fields of a form, and the uploaded file. */
async function callBody(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<{ readonly fields: Readonly<Record<string, string>>; readonly file?: RecordedFile }> {
  if (bytes.length === 0) return { fields: {} }
  if (!type.startsWith('multipart/form-data')) {
    const isForm = type.startsWith('application/x-www-form-urlencoded') && bytes.length <= longestForm
    return { fields: isForm ? Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes))) : {} }
  }
  // If it can't be parsed, the server will refuse it.
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => undefined)
  const entries = [...(form ?? [])]
  const [file] = entries.flatMap(([, value]) => (typeof value === 'string' ? [] : [value]))
  const fields = Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  return { fields, ...(file && { file: await fileOf(file) }) }
}

/** Bytes. */
const longestForm = 1024 * 1024
const longestText = 64 * 1024

async function fileOf(file: File): Promise<RecordedFile> {
  const { name, type, size: bytes } = file
  const facts = { name, type, bytes }
  if (bytes > longestText) return facts
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return text.includes('\0') ? facts : { ...facts, text }
  } catch {
    return facts
  }
}
