import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { onTestFinished } from 'vitest'
import { botWorker } from '../../../src/cli/mcp/botWorker.js'
import { type McpFlags, offerFor } from '../../../src/cli/mcp/offer.js'
import { createOutput } from '../../../src/cli/shared/output.js'
import { loadSdk } from '../../../src/mcp/sdk.js'
import { createMcpServer } from '../../../src/mcp/server.js'
import { pretendTerminal, type RunOptions } from '../inProcess.js'

/** A client of `earshot mcp` in this process, whose bots run here too. */
export async function connected(flags: McpFlags = {}, { file, ...options }: RunOptions & { file?: string } = {}) {
  const offer = await offerFor(file, flags, createOutput(pretendTerminal(options).terminal, false), botWorker)
  const client = new Client({ name: 'test', version: '1' })
  const [here, there] = InMemoryTransport.createLinkedPair()
  await createMcpServer(await loadSdk(), '1', offer).connect(there)
  await client.connect(here)
  onTestFinished(async () => {
    await client.close()
    await offer.close()
  })
  return agentOf(client)
}

/** Calls tools as an agent does. */
export function agentOf(client: Client) {
  const callOnce = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError = false } = (await client.callTool({ name, arguments: args })) as CallToolResult
    const [part] = content
    return { isError, text: part?.type === 'text' ? part.text : '' }
  }
  const call: typeof callOnce = async (name, args) => {
    const result = await callOnce(name, args)
    return result.text.startsWith('Still running after') ? call(name, args) : result
  }
  return {
    client,
    /** What it is answered, maybe before it is done. */
    callOnce,
    /** The result as it is, for what may be refused. */
    call,
    /** The result as JSON. */
    async get(name: string, args: Record<string, unknown> = {}) {
      const { isError, text } = await call(name, args)
      if (isError) throw new Error(text)
      return JSON.parse(text)
    },
    /** Why it is refused. */
    async refusal(name: string, args: Record<string, unknown> = {}) {
      const { isError, text } = await call(name, args)
      return isError ? text : `It was not refused: ${text}`
    },
    async read(uri: string) {
      const { contents } = await client.readResource({ uri })
      const [content] = contents
      return content !== undefined && 'text' in content ? content.text : ''
    },
  }
}
