import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

interface ProxyOptions {
  /** The server on this machine that stands behind every name. */
  readonly to: string
  /** Whom it lets through, as `user:password` (default: everyone). */
  readonly user?: string
  /** The status with which it refuses to connect; or `silence`, for no answer to that. */
  readonly status?: number | 'silence'
}

/** An HTTP proxy on a free port of this machine, until the test is over. */
export async function proxyServer({ to, user, status }: ProxyOptions) {
  const asked: string[] = []
  const target = new URL(to)
  const refusal = ({ headers }: IncomingMessage) => {
    const known = user === undefined ? undefined : `Basic ${Buffer.from(user).toString('base64')}`
    return headers['proxy-authorization'] === known ? status : 407
  }
  const server = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    const refused = refusal(incoming)
    if (typeof refused === 'number') return response.writeHead(refused).end('<h1>No</h1>')
    const { pathname, search } = new URL(incoming.url ?? '')
    return forward(incoming, response, target, pathname + search)
  })
  server.on('connect', (incoming, socket: Socket) => {
    asked.push(`CONNECT ${incoming.url}`)
    const refused = refusal(incoming)
    if (refused === 'silence') return undefined
    if (refused !== undefined) return socket.end(`HTTP/1.1 ${refused} No\r\n\r\n`)
    const onward = connect(Number(target.port), target.hostname, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    return socket.on('close', () => onward.destroy())
  })
  const host = await listening(server)
  return { host, url: `http://${host}`, asked }
}

/** A web server on a free port of this machine, until the test is over, that has another server below a path. */
export async function serverBelow(path: string, to: string): Promise<string> {
  const server = createServer((incoming, response) => {
    const { url = '' } = incoming
    if (!url.startsWith(`${path}/`)) return response.writeHead(404).end('<h1>Not here</h1>')
    return forward(incoming, response, new URL(to), url.slice(path.length))
  })
  return `http://${await listening(server)}${path}`
}

function forward(incoming: IncomingMessage, response: ServerResponse, { hostname, port, host }: URL, path: string) {
  const { 'proxy-authorization': _, ...headers } = incoming.headers
  const { method } = incoming
  const onward = request({ hostname, port, path, method, headers: { ...headers, host } }, (answer) =>
    answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)),
  )
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  return incoming.pipe(onward)
}

async function listening(server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  )
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
