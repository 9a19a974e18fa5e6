import { apiEmail } from '../messages/visibility.js'
import type { Account, Presence } from '../state.js'
import type { World } from '../world.js'
import { isBot } from './accounts.js'

/**
 * A user's client reports that its user is active, or idle. Bots have no presence.
 *
 * @see spec 2.9
 */
export function reportPresence(world: World, account: Account, status: 'active' | 'idle', client: string): void {
  if (isBot(account)) return
  const now = world.clock.now()
  const reportOf = (before: Report | undefined) => ({
    active: status === 'active' ? now : (before?.active ?? 0),
    connected: now,
  })
  const clients = account.presence === undefined ? {} : clientsOf(account.presence)
  account.presence = {
    ...reportOf(account.presence),
    client,
    clients: { ...clients, [client]: reportOf(Object.hasOwn(clients, client) ? clients[client] : undefined) },
  }
  world.emit('presence', 'everyone', {
    user_id: account.id,
    email: apiEmail(world, undefined, account),
    server_timestamp: now / 1000,
    presence: { [world.has('presenceWithoutClients') ? commonClient : client]: entry(world, account.presence) },
  })
}

/** The keys under which a presence is listed: on older servers one per client. @see spec 2.9 */
export function presenceShape(world: World, presence: Presence) {
  const { pushable: _, ...aggregated } = entry(world, presence)
  if (world.has('presenceWithoutClients')) return { aggregated, [commonClient]: entry(world, presence) }
  const byClient = Object.entries(clientsOf(presence)).map(
    ([client, report]) => [client, entry(world, { ...report, client })] as const,
  )
  return { aggregated, ...Object.fromEntries(byClient) }
}

type Report = Pick<Presence, 'active' | 'connected'>

/** What each client of the user reported last. */
function clientsOf({ active, connected, client, clients }: Presence): Readonly<Record<string, Report>> {
  return clients ?? { [client]: { active, connected } }
}

const commonClient = 'website'

function entry(world: World, { active, connected, client }: Presence) {
  const isActive = active + world.assumptions.activeSeconds * 1000 >= connected
  return {
    client: world.has('presenceWithoutClients') ? commonClient : client,
    status: isActive ? 'active' : 'idle',
    timestamp: Math.floor((isActive ? active : connected) / 1000),
    pushable: false,
  }
}
