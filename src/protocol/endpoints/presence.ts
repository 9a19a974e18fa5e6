import { z } from 'zod'
import { endpoint } from '../endpoint.js'
import { UserPresence } from '../entities/organisation.js'

export const listPresence = endpoint({
  name: 'presence.list',
  method: 'GET',
  path: '/realm/presence',
  spec: '4.11',
  summary: 'Read the presence of all users.',
  access: 'account',
  params: {},
  response: {
    /** UNIX seconds, with a fraction. */
    server_timestamp: z.number(),
    /** By the users' API addresses. */
    presences: z.record(z.string(), UserPresence),
  },
  errors: [],
  repeatable: 'always',
  modernise: (answer, has) => {
    if (has('presenceWithoutClients') || typeof answer.presences !== 'object' || answer.presences === null)
      return answer
    const presences = Object.entries(answer.presences).map(([email, clients]) => [email, withoutClients(clients)])
    return { ...answer, presences: Object.fromEntries(presences) }
  },
})

/** Older servers keep one entry per client, and the newest of them again as `aggregated`. */
function withoutClients(clients: unknown): unknown {
  if (typeof clients !== 'object' || clients === null || !('aggregated' in clients)) return clients
  const { aggregated } = clients
  if (typeof aggregated !== 'object' || aggregated === null) return clients
  const { pushable: _, ...entry } = { ...aggregated, client: 'website' } as Record<string, unknown>
  return { aggregated: entry, website: { ...entry, pushable: false } }
}
