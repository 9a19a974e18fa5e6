import { botTypes, type RoleName, roles } from '../../protocol/index.js'
import type { SeedBotType } from '../realm/seed/seed.js'
import type { Account } from '../realm/world/state.js'
import type { Simulator } from './publicSimulator.js'

/** Accounts with their credentials. */
export interface Organisation {
  readonly name: string
  readonly users: readonly ListedUser[]
  readonly bots: readonly ListedBot[]
}

export interface ListedUser {
  readonly user_id: number
  readonly full_name: string
  readonly email: string
  readonly api_key: string
  readonly role: RoleName
  readonly is_active: boolean
}

export interface ListedBot extends ListedUser {
  readonly type: SeedBotType
  /** The owner's address. */
  readonly owner: string | null
  /** The token that its receiver checks; null for bots that the server doesn't call. */
  readonly token: string | null
  /** Where its notifications go; null if it isn't connected. */
  readonly address: string | null
}

/** The people and bots of a simulator's organisation, without system bots. */
export function organisationOf({ realm, addressOf }: Pick<Simulator, 'realm' | 'addressOf'>): Organisation {
  const accounts = realm.accounts().filter((account) => !account.is_system_bot)
  return {
    name: realm.name,
    users: accounts.filter((account) => account.bot_type === null).map(listedUser),
    bots: accounts.filter((account) => account.bot_type !== null).map(listedBot),
  }

  function listedBot(bot: Account): ListedBot {
    return {
      ...listedUser(bot),
      type: typeNames.get(bot.bot_type) ?? 'generic',
      owner: bot.owner_id === null ? null : realm.account(bot.owner_id).email,
      token: (isCalled(bot) && bot.webhook?.token) || null,
      address: (isCalled(bot) && addressOf(bot.id)) || null,
    }
  }
}

export function isCalled({ bot_type }: Account): boolean {
  return bot_type === botTypes.outgoingWebhook
}

function listedUser({ id, full_name, email, api_key, role, is_active }: Account): ListedUser {
  return { user_id: id, full_name, email, api_key, role: roleNames.get(role) ?? 'member', is_active }
}

export const roleNames = new Map<number, RoleName>(
  Object.entries(roles).map(([name, role]) => [role, name as RoleName]),
)

export const typeNames: ReadonlyMap<number | null, SeedBotType> = new Map([
  [botTypes.generic, 'generic'],
  [botTypes.incomingWebhook, 'incoming webhook'],
  [botTypes.outgoingWebhook, 'outgoing webhook'],
  [botTypes.embedded, 'embedded'],
])
