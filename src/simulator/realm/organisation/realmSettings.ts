import { fieldsAt, realmSwitches, registerFields } from '../../../protocol/index.js'
import { realmSetting, realmSettingNames } from '../groups/groupSettings.js'
import type { World } from '../world.js'

/** Settings of the organisation that are no groups, by name. */
export function realmSettings({ state }: World): Readonly<Record<string, unknown>> {
  const usual = { ...realmSwitches, default_language: 'en', default_code_block_language: '' }
  return { ...usual, ...Object.fromEntries(state.realmSettings) }
}

/** The settings of the organisation as registering a queue gives them, on a server of this level. */
export function realmSettingFields(world: World): Readonly<Record<string, unknown>> {
  const groups = realmSettingNames.map((name) => [name, realmSetting(world, name)] as const)
  const all = [...Object.entries(realmSettings(world)), ...groups]
  const there = fieldsAt(world.levelReached(), registerFields.realm ?? [])
  return Object.fromEntries(
    all.map(([name, value]) => [`realm_${name}`, value] as const).filter(([name]) => Object.hasOwn(there, name)),
  )
}
