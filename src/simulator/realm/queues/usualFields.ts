import {
  fieldsAt,
  ownSettings,
  registerFields,
  SystemGroup,
  settingsByThemselves,
  settingsObject,
  userSettings,
} from '../../../protocol/index.js'
import type { Wire } from '../events.js'
import type { Account } from '../state.js'
import { groupNamed } from '../systemGroups.js'
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
    return fieldsAt(level, [['realm_user_settings_defaults', fieldsAt(level, userSettings), 95]])
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

function settingsOf(world: World, { timezone, emailVisibility }: Account): Wire {
  const level = world.levelReached()
  const visibility = fieldsAt(level, userSettings).email_address_visibility
  return {
    ...fieldsAt(level, [...userSettings, ...ownSettings]),
    timezone,
    ...(visibility !== undefined && { email_address_visibility: visibilities[emailVisibility] }),
  }
}

/** The server's numbers for who may see an address. */
const visibilities: Readonly<Record<Account['emailVisibility'], number>> = {
  everyone: 1,
  members: 2,
  administrators: 3,
  nobody: 4,
  moderators: 5,
}

function own<Item>(table: Readonly<Record<string, Item>>, key: string): Item | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
