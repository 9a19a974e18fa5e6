import type { Presence } from '../world/state.js'
import type { World } from '../world/world.js'

/** Presence in the format without clients. */
export function slimPresence({ active, connected }: Presence) {
  return { active_timestamp: Math.floor(active / 1000), idle_timestamp: Math.floor(connected / 1000) }
}

/** Presence on the wire: one entry; on older servers, one per client. */
export function presenceShape(world: World, presence: Presence) {
  const { pushable: _, ...aggregated } = presenceEntry(world, presence)
  if (world.has('presenceWithoutClients')) return { aggregated, [commonClient]: presenceEntry(world, presence) }
  const byClient = Object.entries(clientsOf(presence)).map(
    ([client, report]) => [client, presenceEntry(world, { ...report, client })] as const,
  )
  return { aggregated, ...Object.fromEntries(byClient) }
}

export type PresenceReport = Pick<Presence, 'active' | 'connected'>

export function clientsOf({ active, connected, client, clients }: Presence): Readonly<Record<string, PresenceReport>> {
  return clients ?? { [client]: { active, connected } }
}

export const commonClient = 'website'

export function presenceEntry(world: World, { active, connected, client }: Presence) {
  const isActive = active + world.assumptions.activeSeconds * 1000 >= connected
  return {
    client: world.has('presenceWithoutClients') ? commonClient : client,
    status: isActive ? 'active' : 'idle',
    timestamp: Math.floor((isActive ? active : connected) / 1000),
    pushable: false,
  }
}
