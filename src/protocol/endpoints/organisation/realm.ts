import * as z from 'zod/mini'
import { file, id, textUpTo } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { CustomEmoji, DataExport, ExportConsent, RealmDomain } from '../../entities/organisation.js'
import { serverSettings } from '../../entities/serverSettings.js'
import { namesIn, optionalFields } from '../../entity.js'
import { upgrade } from '../../levels/upgrade.js'
import { limits } from '../../rules/limits.js'
import { userDefaults } from '../../rules/userSettings.js'
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

/** Who may do what in the organisation, with the defaults. Assumed. */
export const realmPermissions = {
  can_access_all_users_group: 'role:everyone',
  can_create_groups: 'role:members',
  can_invite_users_group: 'role:members',
  can_manage_all_groups: 'role:administrators',
  can_mention_many_users_group: 'role:administrators',
  can_move_messages_between_channels_group: 'role:members',
  can_move_messages_between_topics_group: 'role:everyone',
  can_resolve_topics_group: 'role:everyone',
  create_multiuse_invite_group: 'role:administrators',
  direct_message_initiator_group: 'role:everyone',
  direct_message_permission_group: 'role:everyone',
} as const

/** What an export contains: public channels, or also the private data of those who consented. */
export const exportTypes = { public: 1, consented: 2 } as const

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
      digest_weekday: z.optional(z.literal([0, 1, 2, 3, 4, 5, 6])),
      video_chat_provider: z.optional(z.int()),
      /** The channel in which new channels are announced; -1 for none. */
      new_stream_announcements_stream_id: z.optional(z.int()),
      /** The private channel that gets reports of messages; -1 for none. */
      moderation_request_channel_id: z.optional(z.int()),
      ...optionalFields(namesIn(realmSwitches), z.boolean()),
      ...optionalFields(namesIn(realmPermissions), settingChange),
      message_content_delete_limit_seconds: secondsLimit,
      message_content_edit_limit_seconds: secondsLimit,
      move_messages_between_streams_limit_seconds: secondsLimit,
      move_messages_within_stream_limit_seconds: secondsLimit,
    },
  }),
  endpoint('realm.updateUserDefaults', 'PATCH /realm/user_settings_defaults', {
    access: 'administrator',
    params: userDefaults,
    repeatable: 'always',
  }),
  endpoint('realm.listDomains', 'GET /realm/domains', {
    response: { domains: z.array(RealmDomain) },
  }),
  endpoint('realm.addDomain', 'POST /realm/domains', {
    access: 'owner',
    params: { domain: z.string(), allow_subdomains: z.boolean() },
    response: {
      /** Its ID and its name. */
      new_domain: z.array(z.union([z.int(), z.string()])),
    },
  }),
  endpoint('realm.updateDomain', 'PATCH /realm/domains/{domain}', {
    access: 'owner',
    params: { domain: z.string(), allow_subdomains: z.boolean() },
    repeatable: 'always',
  }),
  endpoint('realm.removeDomain', 'DELETE /realm/domains/{domain}', {
    access: 'owner',
    params: { domain: z.string() },
  }),
  endpoint('realm.startExport', 'POST /export/realm', {
    access: 'administrator',
    params: {
      /** 1 for what everybody may see, 2 also for the private data of those who consented. */
      export_type: z.optional(z.literal([exportTypes.public, exportTypes.consented])),
    },
    response: { id: z.optional(z.int()) },
  }),
  endpoint('realm.listExports', 'GET /export/realm', {
    access: 'administrator',
    response: { exports: z.array(DataExport) },
  }),
  endpoint('realm.deleteExport', 'DELETE /export/realm/{export_id}', {
    access: 'administrator',
    params: { export_id: id },
  }),
  endpoint('realm.exportConsents', 'GET /export/realm/consents', {
    access: 'administrator',
    response: { export_consents: z.array(ExportConsent) },
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
