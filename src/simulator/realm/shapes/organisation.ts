import { formatFromTemplate, realmSwitches } from '../../../protocol/index.js'
import {
  directMembers,
  groupSettingNames,
  inOrder,
  realmSetting,
  realmSettingNames,
  settingOf,
} from '../access/groups.js'
import { customEmojiPath, customEmojiStillPath } from '../organisation/emoji.js'
import { linkifiersInOrder } from '../organisation/linkify.js'
import { timeLimit, timeLimitNames } from '../organisation/timeLimits.js'
import type { Group } from '../world/state.js'
import type { World } from '../world/world.js'
import { fieldsAt, registerFields } from './registerFields.js'

/** Custom emoji by ID. */
export function emojiShapes(world: World) {
  const shapes = [...world.state.emoji.values()].map((emoji) => {
    const { id, name, deactivated, author_id } = emoji
    const urls = { source_url: customEmojiPath(world, emoji), still_url: customEmojiStillPath(world, emoji) }
    return [id, { id: String(id), name, ...urls, deactivated, author_id }] as const
  })
  return Object.fromEntries(shapes)
}

export function linkifierShapes(world: World) {
  return linkifiersInOrder(world).map(({ id, pattern, url_template, alternative_url_templates, ...parts }) => ({
    ...{ id, pattern },
    ...(world.has('linkifierUrlTemplate') ? { url_template } : { url_format: formatFromTemplate(url_template) }),
    ...(world.has('reverseLinkifiers') && parts),
    ...(world.has('alternativeUrlTemplates') && { alternative_url_templates }),
  }))
}

/** Custom profile fields. */
export function fieldShapes(world: World) {
  return world.state.profileFields.map(({ id, name, type, hint, field_data, ...field }, place) => ({
    ...{ id, name, type, hint, field_data, order: place + 1 },
    required: field.required ?? false,
    editable_by_user: field.editable_by_user ?? true,
    ...(field.display_in_profile_summary && { display_in_profile_summary: true }),
  }))
}

export function domainShapes({ state }: World) {
  return [...state.domains.values()].map(({ id: _, ...domain }) => domain)
}

export function groupShapes(world: World, withDeactivated: boolean) {
  return [...world.state.groups.values()]
    .filter((group) => withDeactivated || !group.deactivated)
    .filter((group) => group.roles === undefined || world.has('UserGroup.is_system_group'))
    .sort((one, other) => one.id - other.id)
    .map((group) => groupShape(world, group))
}

export function groupShape(world: World, group: Group) {
  const { id, name, description, creator_id, date_created, deactivated } = group
  return {
    ...{ id, name, description, members: directMembers(world, group) },
    direct_subgroup_ids: inOrder(group.subgroups),
    ...{ creator_id, date_created, is_system_group: group.roles !== undefined, deactivated },
    ...Object.fromEntries(groupSettingNames.map((name) => [name, settingOf(world, group, name)])),
  }
}

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
