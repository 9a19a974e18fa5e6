import { isBot } from '../access/accounts.js'
import { apiEmail, maySeePresence } from '../access/visibility.js'
import type { Wants } from '../world/eventQueues.js'
import type { Account, Presence } from '../world/state.js'
import type { World } from '../world/world.js'

export type KnownPresence = readonly [account: Account, presence: Presence]

/** The people of whose presence a viewer may be told, with it: by default, those of the last two weeks. */
export function presencesFor(world: World, viewer: Account, days?: number): readonly KnownPresence[] {
  const seconds = days === undefined ? world.assumptions.presenceHistorySeconds : days * 24 * 60 * 60
  const oldest = world.clock.now() - seconds * 1000
  return [...world.state.accounts.values()].flatMap((account) => {
    const { presence } = account
    if (presence === undefined || presence.connected < oldest || days === 0) return []
    return account.is_active && !isBot(account) && maySeePresence(world, viewer, account) ? [[account, presence]] : []
  })
}

/** Whether a client gets presence without clients, in events too. */
export function isSimple(world: World, { capabilities }: Wants): boolean {
  return world.has('slimPresences') && capabilities.includes('simplified_presence_events')
}

/** By user ID in the format without clients; otherwise by address. */
export function presencesShape(world: World, viewer: Account, found: readonly KnownPresence[], isSlim = false) {
  const entries = found.map(([account, presence]) =>
    isSlim
      ? ([String(account.id), slimPresence(presence)] as const)
      : ([apiEmail(world, viewer, account), presenceShape(world, presence)] as const),
  )
  return Object.fromEntries(entries)
}

/** The number of an update is its time, so it only grows. */
export function lastUpdate(found: readonly KnownPresence[], before = -1): number {
  return found.reduce((last, [, { connected }]) => Math.max(last, connected), before)
}

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
