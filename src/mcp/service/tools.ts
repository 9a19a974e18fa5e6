import * as z from 'zod'
import { callNamed } from '../../client/callNamed.js'
import type { Client } from '../../client/index.js'
import { EarshotError } from '../../errors.js'
import { type Endpoint, readsOnly } from '../../protocol/endpoint.js'
import { endpointNamed, endpoints, summaryOf } from '../../protocol/index.js'
import { withoutSecrets } from '../../simulator/journal/recorder.js'
import { isObject } from '../../values.js'
import { type BoundTool, type McpTool, toolsFor } from '../tool.js'
import { type ChosenTool, chosenTools } from './chosen.js'
import { readMessagesTool } from './readMessages.js'

/** Creates the tools for a server; tools that write only if writes are allowed. */
export function serviceTools(client: Client, { allowWrites }: { readonly allowWrites: boolean }): readonly BoundTool[] {
  const chosen = chosenTools.map(toolOf).filter(({ annotations }) => allowWrites || annotations.readOnlyHint === true)
  const all = [...chosen, readMessagesTool, callTool(allowWrites)]
  return all.map((one) => ({ ...one, run: async (args) => withoutSecrets(await one.run(args, client)) }))
}

const tool = toolsFor<Client>()

/** The endpoint's declaration says what the tool takes, and whether it writes. */
function toolOf({ name, endpoint: called, takes = [], advice, fixed, keep }: ChosenTool): McpTool<Client> {
  const endpoint: Endpoint = endpointNamed(called)
  const shape = Object.fromEntries(Object.entries(endpoint.params).filter(([param]) => takes.includes(param)))
  const description = [summaryOf(endpoint), ...(advice === undefined ? [] : [advice])].join(' ')
  return tool(name, description, hintsOf(endpoint), shape, async (args, client) => {
    const answer = await callNamed(client, called, { ...args, ...fixed })
    return keep === undefined ? answer : trimmed(answer, keep)
  })
}

function hintsOf(endpoint: Endpoint) {
  if (readsOnly(endpoint)) return { readOnlyHint: true, openWorldHint: true }
  const destructiveHint = endpoint.method === 'DELETE' || endpoint.method === 'PATCH'
  const idempotentHint = endpoint.repeatable === 'always'
  return { readOnlyHint: false, destructiveHint, idempotentHint, openWorldHint: true }
}

function callTool(allowWrites: boolean): McpTool<Client> {
  const what = allowWrites ? 'any endpoint' : 'any endpoint that only reads'
  return tool(
    'call',
    `Calls ${what} of the chat server's API; \`find\` knows their names and parameters. Keys and tokens in the answer are masked.`,
    { readOnlyHint: !allowWrites, destructiveHint: allowWrites, openWorldHint: true },
    {
      endpoint: z.string().describe('Its name, such as `users.getByEmail`'),
      parameters: z.record(z.string(), z.unknown()).default({}).describe('Its parameters by name'),
    },
    async ({ endpoint: written, parameters }, client) => {
      const endpoint = endpoints.find(({ name }) => name === written)
      if (endpoint === undefined) {
        throw new EarshotError('no_endpoint', `No endpoint is called "${written}". Look for it with the tool \`find\`.`)
      }
      if (allowWrites || readsOnly(endpoint)) return callNamed(client, endpoint.name, parameters)
      const advice = 'To allow it, start these tools with `earshot mcp --allow-writes`.'
      throw new EarshotError('read_only', `${written} was not called, because it writes. ${advice}`)
    },
  )
}

/** The objects in a response, reduced to these fields. */
function trimmed(value: unknown, keep: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => trimmed(one, keep))
  if (!isObject(value)) return value
  const entries = Object.entries(value)
  const kept = entries.filter(([name]) => keep.includes(name))
  return Object.fromEntries(kept.length > 0 ? kept : entries.map(([name, inner]) => [name, trimmed(inner, keep)]))
}
