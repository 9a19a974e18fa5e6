import * as z from 'zod'
import { type Endpoint, readsOnly } from '../protocol/endpoint.js'
import { endpoints, summaryOf } from '../protocol/index.js'
import { type BoundTool, type McpCall, readOnly, toolsFor } from './tool.js'

/** The contract as text, as the command line prints it. */
export interface Contract {
  /** All endpoints, one per line. */
  list(): string
  /** An endpoint's parameters and response. @throws an error with suggestions if the name is unknown */
  describe(name: string): string
}

/** The tool that finds an endpoint by words, or describes it by name. */
export function findTool(contract: Contract): BoundTool {
  return toolsFor<McpCall>()(
    'find',
    "Finds endpoints of the chat server's API by words, such as `delete topic`. With the exact name of an endpoint, such as `users.getByEmail`, describes its parameters, answer, rights and feature levels.",
    readOnly,
    { query: z.string().min(1).max(200).describe('Words, or the name of an endpoint') },
    async ({ query }) => {
      const rows = endpointsWith(query)
      return rows.length === 1 || query.includes('.') ? contract.describe(rows[0]?.name ?? query) : lines(rows, query)
    },
  )
}

function endpointsWith(query: string): readonly Endpoint[] {
  const all: readonly Endpoint[] = endpoints
  const named = all.filter(({ name }) => name === query)
  if (named.length > 0) return named
  const words = query.toLowerCase().split(/\s+/)
  return all.filter((one) => {
    const text = `${one.name} ${one.method} ${one.path} ${summaryOf(one)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

function lines(rows: readonly Endpoint[], query: string): string {
  if (rows.length === 0) return `No endpoint has all of the words "${query}". Try fewer, or others.`
  return rows.map((one) => `${one.name}${readsOnly(one) ? '' : ' (writes)'}: ${summaryOf(one)}`).join('\n')
}
