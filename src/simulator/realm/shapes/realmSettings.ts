import { realmSwitches } from '../../../protocol/index.js'
import { realmSetting, realmSettingNames } from '../access/groups.js'
import { timeLimit, timeLimitNames } from '../organisation/timeLimits.js'
import type { World } from '../world/world.js'
import { fieldsAt, registerFields } from './registerFields.js'

/** Settings of the organisation that aren't groups, by name. */
export function realmSettings(world: World): Readonly<Record<string, unknown>> {
  const limits = Object.fromEntries(timeLimitNames.map((name) => [name, timeLimit(world, name)]))
  const texts = { default_language: 'en', default_code_block_language: '' }
  const channels = { moderation_request_channel_id: -1, new_stream_announcements_stream_id: -1 }
  const numbers = { ...channels, digest_weekday: 1, video_chat_provider: 0 }
  const usual = { ...realmSwitches, ...limits, ...texts, ...numbers }
  return { ...usual, ...Object.fromEntries(world.state.realmSettings) }
}

/** The settings that `POST /register` returns at this level. */
export function realmSettingFields(world: World): Readonly<Record<string, unknown>> {
  const groups = realmSettingNames.map((name) => [name, realmSetting(world, name)] as const)
  const all = [...Object.entries(realmSettings(world)), ...groups]
  const there = fieldsAt(world.levelReached(), registerFields.realm ?? [])
  return Object.fromEntries(
    all.map(([name, value]) => [`realm_${name}`, value] as const).filter(([name]) => Object.hasOwn(there, name)),
  )
}
