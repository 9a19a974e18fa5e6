import { own } from '../../../../values.js'
import { isBot } from '../../access/accounts.js'
import { findByEmail } from '../../access/lookup.js'
import type { Operations } from '../../access/operation.js'
import { apiEmail, maySeePresence } from '../../access/visibility.js'
import {
  clientsOf,
  commonClient,
  lastUpdate,
  type PresenceReport,
  presenceEntry,
  presenceShape,
  presencesFor,
  presencesShape,
  slimPresence,
} from '../../shapes/presence.js'
import { refuse } from '../../world/refusal.js'
import type { Account } from '../../world/state.js'
import type { World } from '../../world/world.js'

export const presenceOperations = {
  'presence.list': ({ world, caller }) => ({
    server_timestamp: world.clock.now() / 1000,
    presences: presencesShape(world, caller, presencesFor(world, caller)),
  }),

  'presence.report': ({ world, caller, params, context }) => {
    const { status, last_update_id: last, slim_presence, history_limit_days } = params
    if (status !== 'active' && status !== 'idle') refuse('invalidPresenceStatus', { status })
    if (isWorthKeeping(world, caller, status)) reportPresence(world, caller, status, context.client ?? 'website')
    if (params.ping_only) return
    const found = presencesFor(world, caller, history_limit_days).filter(
      ([, { connected }]) => connected > (last ?? -1),
    )
    return {
      server_timestamp: world.clock.now() / 1000,
      presences: presencesShape(world, caller, found, slim_presence || last !== undefined),
      presence_last_update_id: lastUpdate(found, last),
    }
  },

  'presence.get': ({ world, caller, params }) => {
    const who = params.user_id_or_email
    const account = /^\d+$/.test(who) ? world.state.accounts.get(Number(who)) : findByEmail(world, caller, who)
    if (account === undefined || !account.is_active) refuse('noSuchUser')
    if (isBot(account)) refuse('noPresenceOfBots')
    if (!maySeePresence(world, caller, account)) refuse('insufficientPermission')
    const { presence } = account
    if (presence === undefined) refuse('noPresenceData', { who })
    if (world.has('presenceTimestamps')) return { presence: slimPresence(presence) }
    const isOffline = world.clock.now() - presence.connected > world.assumptions.offlineSeconds * 1000
    const entries = Object.entries(presenceShape(world, presence)).map(([client, { status, timestamp }]) => {
      return [client, { status: isOffline && client === 'aggregated' ? 'offline' : status, timestamp }] as const
    })
    return { presence: Object.fromEntries(entries) }
  },
} satisfies Partial<Operations>

/** Reports within a minute change nothing, unless an idle user becomes active. */
function isWorthKeeping(world: World, { presence }: Account, status: 'active' | 'idle'): boolean {
  const since = (time: number) => world.clock.now() - time
  if (presence === undefined || since(presence.connected) >= closeReports) return true
  return status === 'active' && since(presence.active) >= closeReports
}

const closeReports = 55_000

/** A client reports that its user is active or idle. Bots have no presence. */
export function reportPresence(world: World, account: Account, status: 'active' | 'idle', client: string): void {
  if (isBot(account)) return
  const now = world.clock.now()
  const reportOf = (before: PresenceReport | undefined) => ({
    active: status === 'active' ? now : (before?.active ?? 0),
    connected: now,
  })
  const clients = account.presence === undefined ? {} : clientsOf(account.presence)
  account.presence = {
    ...reportOf(account.presence),
    client,
    clients: { ...clients, [client]: reportOf(own(clients, client)) },
  }
  world.emit('presence', 'everyone', {
    user_id: account.id,
    email: apiEmail(world, undefined, account),
    server_timestamp: now / 1000,
    presence: { [world.has('presenceWithoutClients') ? commonClient : client]: presenceEntry(world, account.presence) },
  })
}
