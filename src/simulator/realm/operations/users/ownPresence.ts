import { apiEmail, mayAccessUser } from '../../messages/visibility.js'
import { byAccount, type Operation, type OwnCall } from '../../operation.js'
import { refuse } from '../../refusal.js'
import { findByEmail } from '../../search/lookup.js'
import type { Account, Presence } from '../../state.js'
import { isBot } from '../../users/accounts.js'
import { presenceShape, reportPresence } from '../../users/presence.js'
import type { World } from '../../world.js'

type Names = 'presence.report' | 'presence.get'

export const ownPresenceOperations: { readonly [Name in Names]: Operation<Name> } = {
  'presence.report': byAccount((call) => {
    const { world, caller, params, context } = call
    const { status } = params
    if (status !== 'active' && status !== 'idle') refuse('invalidPresenceStatus', { status })
    if (isWorthKeeping(world, caller, status)) reportPresence(world, caller, status, context.client ?? 'website')
    if (params.ping_only) return {}
    const found = presencesFor(call)
    return {
      server_timestamp: world.clock.now() / 1000,
      presences: Object.fromEntries(found.map(([account, presence]) => entryFor(call, account, presence))),
      presence_last_update_id: found.reduce((last, [, { connected }]) => Math.max(last, connected), lastSeen(call)),
    }
  }),

  'presence.get': byAccount(({ world, caller, params }) => {
    const who = params.user_id_or_email
    const account = /^\d+$/.test(who) ? world.state.accounts.get(Number(who)) : findByEmail(world, caller, who)
    if (account === undefined || !account.isActive || !mayAccessUser(world, caller, account)) refuse('noSuchUser')
    if (isBot(account)) refuse('noPresenceOfBots')
    const { presence } = account
    if (presence === undefined) refuse('noPresenceData', { who })
    const { aggregated, ...clients } = presenceShape(world, presence)
    const isOffline = world.clock.now() - presence.connected > world.assumptions.offlineSeconds * 1000
    return { presence: { ...clients, aggregated: isOffline ? { ...aggregated, status: 'offline' } : aggregated } }
  }),
}

/** Reports that follow each other too closely change nothing, unless somebody who was idle is active again. */
function isWorthKeeping(world: World, { presence }: Account, status: 'active' | 'idle'): boolean {
  const since = (time: number) => world.clock.now() - time
  if (presence === undefined || since(presence.connected) >= closeReports) return true
  return status === 'active' && since(presence.active) >= closeReports
}

const closeReports = 55_000

/** The number of an update is the time at which it came, so that it rises by itself. */
function lastSeen({ params }: OwnCall<'presence.report'>): number {
  return params.last_update_id ?? -1
}

function presencesFor(call: OwnCall<'presence.report'>): readonly (readonly [Account, Presence])[] {
  const { world, caller, params } = call
  const days = params.history_limit_days
  const seconds = days === undefined ? world.assumptions.presenceHistorySeconds : days * 24 * 60 * 60
  const oldest = world.clock.now() - seconds * 1000
  return [...world.state.accounts.values()].flatMap((account) => {
    const { presence } = account
    if (presence === undefined || !account.isActive || !mayAccessUser(world, caller, account)) return []
    return presence.connected >= oldest && presence.connected > lastSeen(call) ? [[account, presence] as const] : []
  })
}

function entryFor({ world, caller, params }: OwnCall<'presence.report'>, account: Account, presence: Presence) {
  if (!params.slim_presence && params.last_update_id === undefined) {
    return [apiEmail(world, caller, account), presenceShape(world, presence)] as const
  }
  const { active, connected } = presence
  const times = { active_timestamp: Math.floor(active / 1000), idle_timestamp: Math.floor(connected / 1000) }
  return [String(account.id), times] as const
}
