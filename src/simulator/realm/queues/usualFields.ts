import {
  fieldsAt,
  ownSettings,
  registerFields,
  SystemGroup,
  settingsByThemselves,
  settingsObject,
  statefulAt,
  userSettings,
} from '../../../protocol/index.js'
import type { Wire } from '../events.js'
import type { Account, State } from '../state.js'
import { userSettings as settingsOfAccount } from '../users/userSettings.js'
import type { World } from '../world.js'
import type { Wants } from './queue.js'

/** The types that ask for something that no state stands behind. */
export const usualTypes: readonly string[] = [
  ...Object.keys(registerFields),
  ...Object.keys(settingsByThemselves),
  'user_settings',
  'realm_user_settings_defaults',
]

/** What a server of this level answers for a type, as far as no state stands behind it. An assumption. */
export function usualFields(world: World, viewer: Account, { capabilities }: Wants, type: string): Wire {
  const level = world.levelReached()
  if (type === 'user_settings') {
    return fieldsAt(level, [['user_settings', settingsOf(world, viewer), settingsObject.since]])
  }
  if (type === 'realm_user_settings_defaults') {
    return statefulAt(level, { realm_user_settings_defaults: fieldsAt(level, userSettings) })
  }
  const alone = own(settingsByThemselves, type)
  if (alone !== undefined) {
    const until = capabilities.includes('user_settings_object') ? settingsObject.since : settingsObject.alone
    return fieldsAt(
      level,
      alone.map(([name, value, since = 0, end = until]) => [name, value, since, Math.min(end, until)]),
    )
  }
  const fields = Object.entries(fieldsAt(level, own(registerFields, type) ?? []))
  return Object.fromEntries(
    fields.map(([name, value]) => [name, value instanceof SystemGroup ? groupNamed(world.state, value.name) : value]),
  )
}

function groupNamed({ groups }: State, name: string): number | undefined {
  return [...groups.values()].find((group) => group.name === name)?.id
}

/** The account's settings that a server of this level has. */
function settingsOf(world: World, account: Account): Wire {
  const there = { ...fieldsAt(world.levelReached(), [...userSettings, ...ownSettings]), timezone: account.timezone }
  const set = settingsOfAccount(account)
  return Object.fromEntries(Object.entries(there).map(([name, usual]) => [name, set[name] ?? usual]))
}

function own<Item>(table: Readonly<Record<string, Item>>, key: string): Item | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
