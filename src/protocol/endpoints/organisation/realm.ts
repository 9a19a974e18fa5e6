import * as z from 'zod/mini'
import { file, listedInteger, optionalBooleans, textUpTo } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { CustomEmoji } from '../../entities/organisation.js'
import { serverSettings } from '../../entities/serverSettings.js'
import { upgrade } from '../../levels/upgrade.js'
import { limits } from '../../rules/limits.js'
import { settingChange } from '../users/userGroups.js'

/** The on/off settings of an organisation, with their defaults. Assumed. */
export const realmSwitches = {
  allow_message_editing: true,
  avatar_changes_disabled: false,
  digest_emails_enabled: false,
  email_changes_disabled: false,
  invite_required: true,
  message_content_allowed_in_email_notifications: true,
  /** Only administrators may change their own name. */
  name_changes_disabled: false,
  send_welcome_emails: true,
} as const

/** A number of seconds; `unlimited` for no limit. */
const secondsLimit = z.optional(z.union([z.int(), z.literal('unlimited')]))

export const realmEndpoints = [
  endpoint('emoji.list', 'GET /realm/emoji', {
    spec: '4.18',
    response: {
      /** By ID. */
      emoji: z.record(z.string(), CustomEmoji),
    },
  }),
  endpoint('emoji.upload', 'POST /realm/emoji/{emoji_name}', {
    access: 'human member',
    params: {
      /** Lower-case letters, digits, `-` and `_`. */
      emoji_name: z.string(),
      /** An image. */
      file,
    },
    takesUpTo: limits.uploadSeconds,
  }),
  endpoint('emoji.deactivate', 'DELETE /realm/emoji/{emoji_name}', {
    params: { emoji_name: z.string() },
  }),
  endpoint('realm.update', 'PATCH /realm', {
    access: 'administrator',
    params: {
      name: z.optional(textUpTo(limits.realmName)),
      /** Markdown. */
      description: z.optional(textUpTo(limits.realmDescription)),
      default_language: z.optional(z.string()),
      /** The language of code blocks that don't name one. */
      default_code_block_language: z.optional(z.string()),
      /** 0 for Monday. */
      digest_weekday: z.optional(listedInteger([0, 1, 2, 3, 4, 5, 6])),
      video_chat_provider: z.optional(z.int()),
      /** The channel in which new channels are announced; -1 for none. */
      new_stream_announcements_stream_id: z.optional(z.int()),
      ...optionalBooleans(Object.keys(realmSwitches) as (keyof typeof realmSwitches)[]),
      can_access_all_users_group: settingChange,
      can_create_groups: settingChange,
      can_invite_users_group: settingChange,
      can_manage_all_groups: settingChange,
      can_mention_many_users_group: settingChange,
      can_move_messages_between_channels_group: settingChange,
      can_move_messages_between_topics_group: settingChange,
      can_resolve_topics_group: settingChange,
      create_multiuse_invite_group: settingChange,
      direct_message_initiator_group: settingChange,
      direct_message_permission_group: settingChange,
      message_content_delete_limit_seconds: secondsLimit,
      message_content_edit_limit_seconds: secondsLimit,
      move_messages_between_streams_limit_seconds: secondsLimit,
      move_messages_within_stream_limit_seconds: secondsLimit,
    },
  }),
  endpoint('server.settings', 'GET /server_settings', {
    spec: '4.20',
    access: 'public',
    response: serverSettings,
    upgrade: upgrade['server.settings'],
  }),
  endpoint('calls.create', 'POST /calls/ext_talk/create', {
    spec: '4.16',
    since: 'createCall',
    params: { room_name: z.string() },
    response: {
      /** Where to join the call. */
      url: z.string(),
    },
  }),
] as const
