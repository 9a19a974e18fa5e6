import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { errorMessage } from '../values.js'
import type { Resource } from './resources.js'
import type { Sdk } from './sdk.js'
import type { BoundTool, McpCall } from './tool.js'

/** The tools and resources for one client. */
export interface Offer {
  readonly tools: readonly BoundTool[]
  readonly resources: readonly Resource[]
  /** What an agent should know before it calls a tool. */
  readonly instructions: string
  /** A text with the secrets masked. */
  masked(text: string): string
  /** Ends everything that the tools have started. */
  close(): Promise<void>
}

/** Creates an MCP server for one transport. */
export function createMcpServer({ McpServer, ResourceTemplate }: Sdk, version: string, offer: Offer): McpServer {
  const { tools, resources, instructions, masked } = offer
  const server = new McpServer({ name: 'earshot', version }, { instructions })
  for (const { name, description, annotations, input, run } of tools) {
    server.registerTool(name, { description, annotations, inputSchema: input }, async (args, extra) => {
      const progressToken = extra._meta?.progressToken
      let progress = 0
      const call: McpCall = {
        signal: extra.signal,
        progress(message) {
          if (progressToken === undefined) return
          progress += 1
          const params = { progressToken, progress, message: masked(message) }
          void extra.sendNotification({ method: 'notifications/progress', params }).catch(() => {})
        },
      }
      const begun = performance.now()
      const beat = setInterval(
        () => call.progress(`${Math.round((performance.now() - begun) / 1000)} s so far.`),
        often,
      )
      try {
        return resultOf(masked(textOf(await run(args, call))))
      } catch (error) {
        return { ...resultOf(masked(textOf(errorMessage(error)))), isError: true }
      } finally {
        clearInterval(beat)
      }
    })
  }
  for (const { uri: written, title, mimeType, names, read } of resources) {
    const contentsOf = async (uri: URL, name: string) => ({
      contents: [{ uri: uri.href, mimeType, text: masked(await read(name)) }],
    })
    if (names === undefined) {
      server.registerResource(title, written, { title, mimeType }, (uri) => contentsOf(uri, ''))
    } else {
      const listed = [...names].map(([name, description]) => ({
        name,
        uri: written.replace(/\{\+?name\}/, name),
        mimeType,
        description,
      }))
      const template = new ResourceTemplate(written, { list: () => ({ resources: listed }) })
      server.registerResource(title, template, { title, mimeType }, (uri, { name }) => contentsOf(uri, String(name)))
    }
  }
  return server
}

function textOf(result: unknown): string {
  const text = typeof result === 'string' ? result : JSON.stringify(result, null, 1)
  if (text.length <= longest) return text
  return `${text.slice(0, longest)}\n… (${text.length} characters in all: ask for less)`
}

/** Milliseconds between two signs that a tool still runs, for which clients wait longer. */
const often = 3_000

/** Characters of a result: more would fill the memory of a model. */
const longest = 60_000

function resultOf(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] }
}
