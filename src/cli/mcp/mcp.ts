import { once } from 'node:events'
import { loadSdk } from '../../mcp/sdk.js'
import { createMcpServer } from '../../mcp/server.js'
import { ownPackage } from '../shared/command.js'
import { exitCodes } from '../shared/failure.js'
import type { Output } from '../shared/output.js'
import { forkedWorker } from './forkedWorker.js'
import { type McpFlags, offerFor } from './offer.js'

/** Serves the tools on standard input and output, until the client or a signal ends it. */
export async function serveMcp(file: string | undefined, flags: McpFlags, output: Output): Promise<number> {
  const sdk = await loadSdk()
  const offer = await offerFor(file, flags, output, forkedWorker)
  const server = createMcpServer(sdk, ownPackage.version, offer)
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve
  })
  server.server.onerror = (error) => output.note(`earshot mcp: ${error.message}`)
  await server.connect(new sdk.StdioServerTransport())
  await Promise.race([closed, once(process.stdin, 'close'), once(process.stdin, 'end'), output.terminal.endSignal()])
  await server.close()
  await offer.close()
  return exitCodes.worked
}
