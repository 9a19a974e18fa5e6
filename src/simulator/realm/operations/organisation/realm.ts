import type { GroupSetting } from '../../../../protocol/index.js'
import { changedSetting } from '../../groups/groupAccess.js'
import { type RealmSettingName, realmSetting, realmSettingNames } from '../../groups/groupSettings.js'
import { byAccount, type Operation } from '../../operation.js'
import { realmSettings } from '../../organisation/realmSettings.js'
import { refuse } from '../../refusal.js'
import { checkLanguage } from '../../users/userSettings.js'
import type { World } from '../../world.js'

export const realmOperations: { readonly 'realm.update': Operation<'realm.update'> } = {
  'realm.update': byAccount(({ world, caller, params }) => {
    const { realm } = world.state
    const { name, description, ...rest } = params
    if (rest.default_language !== undefined) checkLanguage(rest.default_language)
    const groups = realmSettingNames.flatMap((setting) => {
      const change = rest[setting]
      if (change === undefined) return []
      const value = changedSetting(world, caller, realmSetting(world, setting), change)
      if (setting === 'can_access_all_users_group') checkSystemGroup(world, setting, value)
      return [[setting, value] as const]
    })
    const before: Readonly<Record<string, unknown>> = { ...realmSettings(world), ...realm }
    for (const [property, value] of Object.entries({ name, description, ...rest })) {
      const isGroup = realmSettingNames.includes(property as RealmSettingName)
      if (isGroup || value === undefined || value === before[property]) continue
      if (property === 'name' || property === 'description') realm[property] = String(value)
      else world.state.realmSettings.set(property, value)
      world.emit('realm', 'everyone', { op: 'update', property, value })
    }
    for (const [setting, value] of groups) {
      if (JSON.stringify(value) === JSON.stringify(realmSetting(world, setting))) continue
      world.state.groupSettings.set(setting, value)
      world.emit('realm', 'everyone', { op: 'update_dict', property: 'default', data: { [setting]: value } })
    }
    return {}
  }),
}

/** @throws {Refusal} for a setting that no group of people's own can be given */
function checkSystemGroup(world: World, name: string, setting: GroupSetting): void {
  const group = typeof setting === 'number' ? world.state.groups.get(setting) : undefined
  if (group?.roles === undefined) refuse('systemGroupRequired', { setting_name: name })
}
