import { botTypes, roles } from '../../../protocol/index.js'
import type { Account, State } from '../state.js'
import { newAccount } from '../users/newAccount.js'
import type { OrganisationSeed, SeedBot, SeedBotType, SeedUser } from './seed.js'
import type { SeedContext } from './seedContext.js'

/** Puts the people and bots of a seed into the tables, and the account that speaks for the server. */
export function plantAccounts(
  state: State,
  seed: OrganisationSeed,
  context: SeedContext,
  created: number,
  nextRecipient: () => number,
): void {
  const add = (account: Account) => {
    state.accounts.set(account.id, account)
    state.accountsByEmail.set(account.email.toLowerCase(), account)
  }
  const common = { random: context.random, created }
  add(
    newAccount({
      ...common,
      id: state.notificationBotId,
      fullName: 'Notification Bot',
      email: `notification-bot@${systemDomain}`,
      role: roles.member,
      botType: botTypes.generic,
      isSystem: true,
      recipientId: nextRecipient(),
    }),
  )
  const byId = [...seed.users.map(person), ...seed.bots.map(bot)].sort((one, other) => one.id - other.id)
  for (const one of byId) add(newAccount({ ...common, ...one, recipientId: nextRecipient() }))
  for (const user of seed.users) {
    const account = state.accounts.get(user.user_id)
    if (account === undefined) continue
    plantPresence(account, user, context)
    for (const id of user.muted ?? []) {
      account.muted.set(id, Math.floor(context.start / 1000))
      state.accounts.get(id)?.mutedBy.add(account.id)
    }
  }
}

/** A domain for accounts of the server itself. */
const systemDomain = 'system.example.com'

function person(user: SeedUser) {
  return {
    id: user.user_id,
    fullName: user.full_name,
    email: user.email,
    role: roles[user.role],
    botType: null,
    emailVisibility: user.email_visibility,
    timezone: user.timezone,
    isActive: user.is_active,
    isImportedStub: user.is_imported_stub,
    isDeleted: user.is_deleted,
    avatar: user.avatar,
    profile: user.profile,
  }
}

function bot(one: SeedBot) {
  return {
    id: one.user_id,
    fullName: one.full_name,
    email: one.email,
    role: roles[one.role ?? 'member'],
    botType: botTypeOf[one.type],
    ownerId: one.owner_id,
    isActive: one.is_active,
    webhookUrl: one.payload_url,
  }
}

/** A seed's words for the kinds of bots, as the wire numbers them. */
export const botTypeOf: Readonly<Record<SeedBotType, number>> = {
  generic: botTypes.generic,
  'incoming webhook': botTypes.incomingWebhook,
  'outgoing webhook': botTypes.outgoingWebhook,
  embedded: botTypes.embedded,
}

/** Somebody who has been away for long had gone idle before. */
function plantPresence(account: Account, user: SeedUser, { start, assumptions }: SeedContext): void {
  if (user.last_active === undefined) return
  const connected = start - user.last_active * 1000
  const wentIdle = user.last_active > assumptions.offlineSeconds
  const idle = wentIdle ? (assumptions.activeSeconds + 60) * 1000 : 0
  account.presence = { active: connected - idle, connected, client: 'website' }
}
