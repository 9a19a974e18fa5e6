import { isBot } from './accounts.js'
import type { Account, Presence } from './state.js'
import { apiEmail } from './visibility.js'
import type { World } from './world.js'

/**
 * A user's client reports that its user is active, or idle. Bots have no presence.
 *
 * @see spec 2.9
 */
export function reportPresence(world: World, account: Account, status: 'active' | 'idle', client: string): void {
  if (isBot(account)) return
  const now = world.clock.now()
  account.presence = { active: status === 'active' ? now : (account.presence?.active ?? 0), connected: now, client }
  world.emit('presence', 'everyone', {
    user_id: account.id,
    email: apiEmail(world, undefined, account),
    server_timestamp: now / 1000,
    presence: { [client]: entry(world, account.presence) },
  })
}

/** The keys under which a presence is listed: on older servers one per client. @see spec 2.9 */
export function presenceShape(world: World, presence: Presence) {
  const { pushable: _, ...aggregated } = entry(world, presence)
  const client = world.has('presenceWithoutClients') ? commonClient : presence.client
  return { aggregated, [client]: entry(world, presence) }
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
