import { isBot } from '../../access/accounts.js'
import { findByEmail } from '../../access/lookup.js'
import type { Call, Operations } from '../../access/operation.js'
import { apiEmail, mayAccessUser } from '../../access/visibility.js'
import {
  clientsOf,
  commonClient,
  type PresenceReport,
  presenceEntry,
  presenceShape,
  slimPresence,
} from '../../shapes/presence.js'
import { refuse } from '../../world/refusal.js'
import type { Account, Presence } from '../../world/state.js'
import type { World } from '../../world/world.js'

export const presenceOperations = {
  'presence.list': ({ world, caller }) => {
    const now = world.clock.now()
    const oldest = now - world.assumptions.presenceHistorySeconds * 1000
    const limited = world.assumptions.limitPresenceToAccessibleUsers
    const presences = [...world.state.accounts.values()]
      .filter((account) => account.is_active && !isBot(account))
      .filter((account) => !limited || mayAccessUser(world, caller, account))
      .flatMap((account) =>
        account.presence === undefined || account.presence.connected < oldest
          ? []
          : [[apiEmail(world, caller, account), presenceShape(world, account.presence)] as const],
      )
    return { server_timestamp: now / 1000, presences: Object.fromEntries(presences) }
  },

  'presence.report': (call) => {
    const { world, caller, params, context } = call
    const { status } = params
    if (status !== 'active' && status !== 'idle') refuse('invalidPresenceStatus', { status })
    if (isWorthKeeping(world, caller, status)) reportPresence(world, caller, status, context.client ?? 'website')
    if (params.ping_only) return
    const found = presencesFor(call)
    return {
      server_timestamp: world.clock.now() / 1000,
      presences: Object.fromEntries(found.map(([account, presence]) => entryFor(call, account, presence))),
      presence_last_update_id: found.reduce((last, [, { connected }]) => Math.max(last, connected), lastSeen(call)),
    }
  },

  'presence.get': ({ world, caller, params }) => {
    const who = params.user_id_or_email
    const account = /^\d+$/.test(who) ? world.state.accounts.get(Number(who)) : findByEmail(world, caller, who)
    if (account === undefined || !account.is_active || !mayAccessUser(world, caller, account)) refuse('noSuchUser')
    if (isBot(account)) refuse('noPresenceOfBots')
    const { presence } = account
    if (presence === undefined) refuse('noPresenceData', { who })
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

/** The number of an update is its time, so it only grows. */
function lastSeen({ params }: Call<'presence.report'>): number {
  return params.last_update_id ?? -1
}

function presencesFor(call: Call<'presence.report'>): readonly (readonly [Account, Presence])[] {
  const { world, caller, params } = call
  const days = params.history_limit_days
  const seconds = days === undefined ? world.assumptions.presenceHistorySeconds : days * 24 * 60 * 60
  const oldest = world.clock.now() - seconds * 1000
  return [...world.state.accounts.values()].flatMap((account) => {
    const { presence } = account
    if (presence === undefined || !account.is_active || !mayAccessUser(world, caller, account)) return []
    return presence.connected >= oldest && presence.connected > lastSeen(call) ? [[account, presence] as const] : []
  })
}

function entryFor({ world, caller, params }: Call<'presence.report'>, account: Account, presence: Presence) {
  if (!params.slim_presence && params.last_update_id === undefined) {
    return [apiEmail(world, caller, account), presenceShape(world, presence)] as const
  }
  return [String(account.id), slimPresence(presence)] as const
}

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
    clients: { ...clients, [client]: reportOf(Object.hasOwn(clients, client) ? clients[client] : undefined) },
  }
  world.emit('presence', 'everyone', {
    user_id: account.id,
    email: apiEmail(world, undefined, account),
    server_timestamp: now / 1000,
    presence: { [world.has('presenceWithoutClients') ? commonClient : client]: presenceEntry(world, account.presence) },
  })
}
