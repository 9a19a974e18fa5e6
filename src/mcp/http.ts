import { randomUUID } from 'node:crypto'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { Hono } from 'hono'
import { tokenCheck } from '../receiver/bots/bots.js'
import type { Sdk } from './sdk.js'

export interface HttpOptions {
  /** Every request must send it as `Authorization: Bearer`. */
  readonly token: string
  /** Opens a server for one client. */
  open(): { readonly server: McpServer; close(): Promise<void> }
}

/** Serves the protocol at `/mcp`, with a session for each client. */
export function createMcpApp({ HttpTransport }: Sdk, { token, open }: HttpOptions) {
  const isRight = tokenCheck([token])
  const sessions = new Map<string, Session>()
  const app = new Hono()
  app.use(async (context, next) => {
    // Programs send no origin; a request with one comes from a web page in a browser.
    if (context.req.header('origin') !== undefined) return context.json({ error: 'Pages may not call this.' }, 403)
    const given = /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '')?.[1] ?? ''
    if (isRight(given)) return next()
    return context.json({ error: 'Send the token that `earshot mcp --http` printed as Authorization: Bearer.' }, 401, {
      'WWW-Authenticate': 'Bearer',
    })
  })
  app.all('/mcp', async (context) => {
    const id = context.req.header('mcp-session-id')
    if (id === undefined) return (await begin()).handleRequest(context.req.raw)
    const session = sessions.get(id)
    if (session === undefined)
      return context.json({ error: 'This session does not exist or has ended. Initialize again.' }, 404)
    // Keeps sessions in order of their last use.
    sessions.delete(id)
    sessions.set(id, session)
    return session.transport.handleRequest(context.req.raw)
  })

  async function begin() {
    const { server, close } = open()
    const transport = new HttpTransport({
      sessionIdGenerator: randomUUID,
      async onsessioninitialized(id) {
        sessions.set(id, { transport, close: () => server.close() })
        const [oldest] = sessions.values()
        if (sessions.size > mostSessions) await oldest?.close()
      },
    })
    await server.connect(transport)
    server.server.onclose = () => {
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId)
      void close()
    }
    return transport
  }

  return { app, close: async () => void (await Promise.all([...sessions.values()].map((one) => one.close()))) }
}

interface Session {
  readonly transport: InstanceType<Sdk['HttpTransport']>
  close(): Promise<void>
}

/** Clients leave without closing their sessions, and each session may run a bot. */
const mostSessions = 16
