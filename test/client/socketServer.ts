import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createBareServer, type Server, type Socket } from 'node:net'

interface Heard {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export interface SocketServer {
  readonly url: string
  readonly heard: Heard[]
  /** Sockets that were ever opened. */
  readonly sockets: Socket[]
  close(): Promise<void>
}

export type Answering = (response: ServerResponse, request: Heard) => void

/** A server on a free port of this machine that reads each request whole before it answers. */
export async function socketServer(answer: Answering, tls?: { key: string; cert: string }): Promise<SocketServer> {
  const heard: Heard[] = []
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => {})
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    const one = { method, url, headers, body: Buffer.concat(chunks) }
    heard.push(one)
    answer(response, one)
  }
  const server = tls === undefined ? createServer(listener) : createSecureServer(tls, listener)
  return { ...(await listening(server, tls === undefined ? 'http' : 'https')), heard }
}

/** A server that is handed its sockets bare. */
export async function bareServer(onSocket: (socket: Socket) => void): Promise<SocketServer> {
  return { ...(await listening(createBareServer(onSocket), 'http')), heard: [] }
}

async function listening(server: Server, scheme: string): Promise<Omit<SocketServer, 'heard'>> {
  const sockets: Socket[] = []
  server.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    sockets,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

export function answerJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** An address of this machine where nobody listens. */
export async function nobodysAddress(): Promise<string> {
  const server = await bareServer(() => {})
  await server.close()
  return server.url
}
