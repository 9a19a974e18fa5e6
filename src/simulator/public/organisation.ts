import * as z from 'zod'
import { botTypes, type RoleName, roles } from '../../protocol/index.js'
import { botTypeNames } from '../realm/users/newAccount.js'
import type { Account } from '../realm/world/state.js'
import type { Simulator } from './publicSimulator.js'

export const role = z.enum(Object.keys(roles) as [RoleName, ...RoleName[]])
export const botType = z.enum([...botTypeNames.values()])

export const listedUser = z.object({
  user_id: z.int(),
  full_name: z.string(),
  email: z.string(),
  api_key: z.string(),
  role,
  is_active: z.boolean(),
})
export type ListedUser = z.output<typeof listedUser>

export const listedBot = listedUser.extend({
  type: botType,
  owner: z.string().nullable().describe('Address of its owner.'),
  token: z
    .string()
    .nullable()
    .describe('Proves to its receiver that a delivery is genuine; null for bots that get none.'),
  address: z.string().nullable().describe('Where its notifications go; null if it is not connected.'),
})
export type ListedBot = z.output<typeof listedBot>

/** Accounts with their credentials. */
export const organisation = z.object({ name: z.string(), users: z.array(listedUser), bots: z.array(listedBot) })
export type Organisation = z.output<typeof organisation>

/** The people and bots of a simulator's organisation, without system bots. */
export function organisationOf({ realm, addressOf }: Pick<Simulator, 'realm' | 'addressOf'>): Organisation {
  const accounts = realm.accounts().filter((account) => !account.is_system_bot)
  return {
    name: realm.name,
    users: accounts.filter((account) => account.bot_type === null).map(userOf),
    bots: accounts.filter((account) => account.bot_type !== null).map(botOf),
  }

  function botOf(bot: Account): ListedBot {
    return {
      ...userOf(bot),
      type: botTypeNames.get(bot.bot_type) ?? 'generic',
      owner: bot.owner_id === null ? null : realm.account(bot.owner_id).email,
      token: (isCalled(bot) && bot.webhook?.token) || null,
      address: (isCalled(bot) && addressOf(bot.id)) || null,
    }
  }
}

export function isCalled({ bot_type }: Account): boolean {
  return bot_type === botTypes.outgoingWebhook
}

function userOf({ id, full_name, email, api_key, is_active, ...account }: Account): ListedUser {
  return { user_id: id, full_name, email, api_key, role: roleNames.get(account.role) ?? 'member', is_active }
}

export const roleNames = new Map<number, RoleName>(
  Object.entries(roles).map(([name, role]) => [role, name as RoleName]),
)
