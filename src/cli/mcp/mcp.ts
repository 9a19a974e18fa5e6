import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createMcpApp } from '../../mcp/http.js'
import { loadSdk, type Sdk } from '../../mcp/sdk.js'
import { createMcpServer } from '../../mcp/server.js'
import { serveHttp } from '../../node/http/serveHttp.js'
import { ownPackage } from '../shared/command.js'
import { exitCodes } from '../shared/failure.js'
import type { Output } from '../shared/output.js'
import { UsageError } from '../shared/usageError.js'
import { forkedWorker } from './forkedWorker.js'
import { type McpFlags, offerFor } from './offer.js'

export async function serveMcp(file: string | undefined, flags: McpFlags, output: Output): Promise<number> {
  if (flags.port !== undefined && !flags.http) throw new UsageError('--port is only for --http. Give both, or neither.')
  const sdk = await loadSdk()
  const makeOffer = await offerFor(file, flags, output, forkedWorker)
  const open = () => {
    const offer = makeOffer()
    return { server: createMcpServer(sdk, ownPackage.version, offer), close: offer.close }
  }
  await (flags.http ? overHttp(sdk, open, flags, output) : overStdio(sdk, open(), output))
  return exitCodes.worked
}

type Opened = ReturnType<Parameters<typeof createMcpApp>[1]['open']>

async function overStdio({ StdioServerTransport }: Sdk, { server, close }: Opened, output: Output): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve
  })
  server.server.onerror = (error) => output.note(`earshot mcp: ${error.message}`)
  await server.connect(new StdioServerTransport())
  await Promise.race([closed, once(process.stdin, 'close'), once(process.stdin, 'end'), output.terminal.endSignal()])
  await server.close()
  await close()
}

async function overHttp(sdk: Sdk, open: () => Opened, { port = 0 }: McpFlags, output: Output): Promise<void> {
  const { terminal } = output
  const given = terminal.environment.EARSHOT_MCP_TOKEN
  const token = given ?? randomBytes(24).toString('base64url')
  if (token.length < shortestToken) {
    throw new UsageError(`EARSHOT_MCP_TOKEN is too short: use at least ${shortestToken} characters.`)
  }
  output.hide(token)
  const { app, close } = createMcpApp(sdk, { token, open })
  const { url, cut } = await serveHttp((request) => app.fetch(request), '127.0.0.1', port)
  const header = `Authorization: Bearer ${given === undefined ? token : '(EARSHOT_MCP_TOKEN)'}`
  terminal.out.write(`${url}/mcp\n${header}\n`)
  await terminal.endSignal()
  await close()
  await cut()
}

const shortestToken = 16
