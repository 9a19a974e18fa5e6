import { type RegisterField, reportReasons } from '../../../protocol/index.js'
import { stopWords } from '../organisation/stopWords.js'
import { thumbnailFormats } from '../organisation/thumbnails.js'

/** Stands for the ID of a system group, which differs between organisations. */
export class SystemGroup {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const everyone = new SystemGroup('role:everyone')
const members = new SystemGroup('role:members')
const administrators = new SystemGroup('role:administrators')
const owners = new SystemGroup('role:owners')
const moderators = new SystemGroup('role:moderators')

/** Options of the GIF rating policy, with their numbers. */
const ratings = {
  disabled: { id: 0, name: 'GIFs disabled' },
  g: { id: 2, name: 'Allow GIFs rated G (General audience)' },
  pg: { id: 4, name: 'Allow GIFs rated PG (Parental guidance)' },
  'pg-13': { id: 6, name: 'Allow GIFs rated PG-13 (Parental guidance - under 13)' },
  r: { id: 1, name: 'Allow GIFs rated R (Restricted)' },
}

/** In the order of `reportReasons`. */
const reportWords = ['Spam', 'Harassment', 'Inappropriate content', 'Violates community norms', 'Other reason'] as const

/** By the type that requests them. */
export const registerFields: Readonly<Record<string, readonly RegisterField[]>> = {
  realm: [
    ['realm_add_custom_emoji_policy', 1, 85, 307],
    ['realm_allow_community_topic_editing', true, 0, 75],
    ['realm_allow_edit_history', true],
    ['realm_allow_message_editing', true],
    ['realm_authentication_methods', { Email: true }, 0, 243],
    ['realm_authentication_methods', { Email: { enabled: true, available: true } }, 243],
    ['realm_available_video_chat_providers', { disabled: { name: 'None', id: 0 } }],
    ['realm_avatar_changes_disabled', false],
    ['realm_bot_creation_policy', 1, 0, 344],
    ['realm_can_access_all_users_group', everyone, 225],
    ['realm_can_add_custom_emoji_group', members, 307],
    ['realm_can_add_subscribers_group', members, 341],
    ['realm_can_create_bots_group', members, 344],
    ['realm_can_create_groups', members, 299],
    ['realm_can_create_private_channel_group', members, 266],
    ['realm_can_create_public_channel_group', members, 264],
    ['realm_can_create_web_public_channel_group', owners, 280],
    ['realm_can_create_write_only_bots_group', members, 344],
    ['realm_can_delete_any_message_group', administrators, 281],
    ['realm_can_delete_own_message_group', everyone, 291],
    ['realm_can_invite_users_group', members, 321],
    ['realm_can_manage_all_groups', owners, 299],
    ['realm_can_manage_billing_group', owners, 363],
    ['realm_can_mention_many_users_group', administrators, 352],
    ['realm_can_move_messages_between_channels_group', members, 310],
    ['realm_can_move_messages_between_topics_group', everyone, 316],
    ['realm_can_resolve_topics_group', everyone, 367],
    ['realm_can_set_delete_message_policy_group', moderators, 407],
    ['realm_can_set_topics_policy_group', members, 392],
    ['realm_can_summarize_topics_group', everyone, 350],
    ['realm_create_multiuse_invite_group', administrators, 209],
    ['realm_create_private_stream_policy', 1, 102],
    ['realm_create_public_stream_policy', 1, 102],
    ['realm_create_web_public_stream_policy', 7, 103],
    ['realm_community_topic_editing_limit_seconds', 259_200, 0, 183],
    ['realm_default_avatar_source', 'G', 456],
    ['realm_default_code_block_language', ''],
    ['realm_default_external_accounts', {}],
    ['realm_default_language', 'en'],
    ['realm_delete_own_message_policy', 5, 101, 291],
    ['realm_digest_emails_enabled', false],
    ['realm_digest_weekday', 1],
    ['realm_direct_message_initiator_group', everyone, 270],
    ['realm_direct_message_permission_group', everyone, 270],
    ['realm_disallow_disposable_email_addresses', true],
    ['realm_edit_topic_policy', 5, 75, 316],
    ['realm_email_auth_enabled', true],
    ['realm_email_changes_disabled', false],
    ['realm_emails_restricted_to_domains', false],
    ['realm_enable_guest_user_dm_warning', true, 348],
    ['realm_enable_guest_user_indicator', true, 216],
    ['realm_enable_spectator_access', false, 109],
    ['realm_gif_rating_policy', 2, 453],
    ['realm_giphy_rating', 2, 55, 453],
    ['realm_icon_source', 'G'],
    ['realm_inline_image_preview', true],
    ['realm_inline_url_embed_preview', false],
    ['realm_invite_required', true],
    ['realm_invite_to_realm_policy', 1, 50, 321],
    ['realm_invite_to_stream_policy', 1, 0, 341],
    ['realm_is_zephyr_mirror_realm', false, 0, 426],
    ['realm_jitsi_server_url', null, 212],
    ['realm_logo_source', 'D'],
    ['realm_logo_url', '/static/images/logo/org-logo.svg?version=0'],
    ['realm_media_preview_size', 100, 469],
    ['realm_message_content_allowed_in_email_notifications', true],
    ['realm_message_edit_history_visibility_policy', 'all', 358],
    ['realm_message_retention_days', -1],
    ['realm_moderation_request_channel_id', -1, 331],
    ['realm_move_messages_between_streams_policy', 1, 56, 310],
    ['realm_name_changes_disabled', false],
    ['realm_new_stream_announcements_stream_id', -1, 241],
    ['realm_night_logo_source', 'D'],
    ['realm_night_logo_url', '/static/images/logo/org-logo.svg?version=0'],
    ['realm_notifications_stream_id', -1, 0, 241],
    ['realm_org_type', 0, 128],
    ['realm_owner_full_content_access', false, 438],
    ['realm_password_auth_enabled', true],
    ['realm_plan_type', 1],
    ['realm_presence_disabled', false],
    ['realm_private_message_policy', 1, 0, 270],
    ['realm_push_notifications_enabled_end_timestamp', null, 231],
    ['realm_require_e2ee_push_notifications', false, 409],
    ['realm_require_unique_names', false, 246],
    ['realm_send_channel_events_messages', true, 434],
    ['realm_send_welcome_emails', true],
    ['realm_signup_announcements_stream_id', -1, 241],
    ['realm_signup_notifications_stream_id', -1, 0, 241],
    ['realm_upload_quota_mib', null, 72],
    ['realm_user_group_edit_policy', 1, 0, 299],
    ['realm_uuid', '7f6e2f0a-9c1d-4b6a-8d55-2f1c0b3a9e10', 466],
    ['realm_video_chat_provider', 0],
    ['realm_waiting_period_threshold', 0],
    ['realm_want_advertise_in_communities_directory', false, 129],
    ['realm_welcome_message_custom_text', '', 416],
    ['realm_wildcard_mention_policy', 5, 33],
    ['realm_workplace_users_group', everyone, 477],
    ['realm_svc_update_announcements_stream_id', -1, 242],
    ['development_environment', false],
    ['gif_rating_options', ratings, 442, 453],
    ['gif_rating_policy_options', ratings, 453],
    ['giphy_rating_options', ratings, 55, 442],
    ['jitsi_server_url', null],
    ['max_avatar_file_size_mib', 5],
    ['max_icon_file_size_mib', 5, 72],
    ['max_logo_file_size_mib', 5, 72],
    ['password_max_length', 100, 338],
    ['password_min_guesses', 10_000],
    ['password_min_length', 6],
    ['server_avatar_changes_disabled', false],
    ['server_can_summarize_topics', false, 350],
    ['server_emoji_data_url', '/static/generated/emoji/emoji_api.json', 140],
    ['server_inline_image_preview', true],
    ['server_inline_url_embed_preview', true],
    ['server_jitsi_server_url', null, 212],
    ['server_max_deactivated_realm_deletion_days', null, 332],
    ['server_min_deactivated_realm_deletion_days', 14, 332],
    ['server_name_changes_disabled', false],
    ['server_needs_upgrade', false, 74],
    ['server_report_message_types', reportReasons.map((key, at) => ({ key, name: reportWords[at] })), 435],
    ['server_supported_permission_settings', { realm: {}, stream: {}, group: {} }, 221],
    ['server_thumbnail_formats', thumbnailFormats, 273],
    ['server_web_public_streams_enabled', false, 110],
    ['settings_send_digest_emails', false],
    ['upgrade_text_for_wide_organization_logo', ''],
    ['svc_plan_is_not_limited', true],
    // No type of their own requests these.
    ['max_bulk_new_subscription_messages', 100, 397],
    ['max_reminder_note_length', 500, 415],
  ],
  realm_user: [
    ['avatar_source', 'G'],
    ['can_create_web_public_streams', false, 103],
  ],
  alert_words: [['alert_words', []]],
  custom_profile_fields: [
    [
      'custom_profile_field_types',
      {
        SHORT_TEXT: { id: 1, name: 'Text (short)' },
        LONG_TEXT: { id: 2, name: 'Text (long)' },
        SELECT: { id: 3, name: 'List of options' },
        DATE: { id: 4, name: 'Date' },
        URL: { id: 5, name: 'Link' },
        USER: { id: 6, name: 'Users' },
        EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
        PRONOUNS: { id: 8, name: 'Pronouns' },
      },
    ],
  ],
  default_stream_groups: [['realm_default_stream_groups', []]],
  device: [['devices', {}, 468]],
  giphy: [['giphy_api_key', '', 47]],
  hotspots: [['hotspots', [], 0, 233]],
  klipy: [['klipy_api_key', '', 486]],
  navigation_views: [['navigation_views', [], 390]],
  onboarding_steps: [
    ['onboarding_steps', [], 233],
    ['navigation_tour_video_url', null, 369],
  ],
  push_device: [['push_devices', {}, 406, 468]],
  realm_billing: [['realm_billing', { has_pending_sponsorship_request: false }, 363]],
  realm_embedded_bots: [['realm_embedded_bots', []]],
  realm_filters: [['realm_filters', []]],
  realm_incoming_webhook_bots: [['realm_incoming_webhook_bots', []]],
  stop_words: [['stop_words', stopWords]],
  tenor: [['tenor_api_key', '', 442]],
  video_calls: [
    ['has_zoom_token', false],
    ['has_webex_token', false, 493],
  ],
}

/** Those of the fields that a server of this level has, with their values. */
export function fieldsAt(level: number, fields: readonly RegisterField[]): Record<string, unknown> {
  const there = fields.filter(([, , since = 0, until = Number.POSITIVE_INFINITY]) => level >= since && level < until)
  return Object.fromEntries(there.map(([name, value]) => [name, value]))
}

/** The first levels of the fields whose values depend on the state of an organisation, some with the first that lacks it again. */
const statefulSince = {
  realm_date_created: 203,
  realm_move_messages_between_streams_limit_seconds: 162,
  realm_move_messages_within_stream_limit_seconds: 162,
  realm_topics_policy: 392,
  realm_enable_read_receipts: 137,
  realm_user_settings_defaults: 95,
  max_channel_folder_name_length: 410,
  max_channel_folder_description_length: 410,
  presence_last_update_id: 263,
  event_queue_longpoll_timeout_seconds: 74,
  can_create_private_streams: 102,
  can_create_public_streams: 102,
  can_invite_others_to_realm: 51,
  can_subscribe_other_users: [0, 341],
  is_moderator: 60,
  is_owner: 11,
  max_message_length: 53,
  max_stream_description_length: 53,
  max_stream_name_length: 53,
  max_topic_length: 53,
  server_presence_offline_threshold_seconds: 164,
  server_presence_ping_interval_seconds: 164,
  server_timestamp: 70,
  server_typing_started_expiry_period_milliseconds: 204,
  server_typing_started_wait_period_milliseconds: 204,
  server_typing_stopped_wait_period_milliseconds: 204,
} as const

/** Those of the values that a server of this level has a field for. */
export function statefulAt(
  level: number,
  values: { readonly [Name in keyof typeof statefulSince]?: unknown },
): Record<string, unknown> {
  const levels: Readonly<Record<string, number | readonly [since: number, until: number]>> = statefulSince
  const isThere = ([name]: readonly [string, unknown]) => {
    const [since, until = Number.POSITIVE_INFINITY] = [levels[name] ?? 0].flat()
    return level >= (since ?? 0) && level < until
  }
  return Object.fromEntries(Object.entries(values).filter(isThere))
}
