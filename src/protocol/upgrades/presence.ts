/** A user's presence of an older server in today's shape: those keep one entry per client, and the newest again as `aggregated`. */
export function withoutClients(clients: unknown): unknown {
  if (typeof clients !== 'object' || clients === null || !('aggregated' in clients)) return clients
  const { aggregated } = clients
  if (typeof aggregated !== 'object' || aggregated === null) return clients
  const { pushable: _, ...entry } = { ...aggregated, client: 'website' } as Record<string, unknown>
  return { aggregated: entry, website: { ...entry, pushable: false } }
}
