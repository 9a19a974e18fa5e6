import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** What came back, nothing of it interpreted but JSON. */
export interface RawAnswer {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly body: unknown
}

/** What came in. */
export interface RawRequest {
  readonly method: string
  readonly target: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

export interface Sending {
  /** Method and target, as on the first line of a request. */
  readonly request: string
  readonly form?: string
  readonly authorization?: string
}

/** Sends one request over a socket. */
export function send(site: string, { request, form, authorization }: Sending): Promise<RawAnswer> {
  const [method, target] = request.split(' ')
  const { hostname, port } = new URL(site)
  const headers: Record<string, string> = {}
  if (authorization !== undefined) headers.Authorization = authorization
  if (form !== undefined) {
    headers['Content-Type'] = 'application/x-www-form-urlencoded'
    headers['Content-Length'] = String(Buffer.byteLength(form))
  }
  return new Promise((resolve, reject) => {
    const sending = http.request({ hostname, port, method, path: target, headers, agent: false }, (answer) => {
      text(answer).then(
        (body) =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read(answer.headers, body) }),
        reject,
      )
    })
    sending.on('error', reject)
    sending.end(form)
  })
}

/** `Authorization` as section 5.1 has it. */
export function basic(email: string, apiKey: string): string {
  return `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
}

export interface RawServer {
  readonly url: string
  close(): Promise<void>
}

/** Serves by hand: whatever comes is answered by the function, over a socket on a free port. */
export async function serve(
  answer: (request: RawRequest) => { readonly status: number; readonly body: string; readonly type?: string },
): Promise<RawServer> {
  const server = http.createServer(async (incoming, outgoing) => {
    const { method = '', url: target = '', headers } = incoming
    const { status, body, type = 'application/json' } = answer({ method, target, headers, body: await text(incoming) })
    outgoing.writeHead(status, { 'Content-Type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function text(message: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function read(headers: http.IncomingHttpHeaders, body: string): unknown {
  return headers['content-type']?.startsWith('application/json') ? JSON.parse(body) : body
}
