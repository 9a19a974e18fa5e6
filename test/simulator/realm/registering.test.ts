import { describe, expect, it } from 'vitest'
import { bakery } from '../../../src/simulator/realm/seed/seed.js'
import { openBakery } from './bakery.js'

/** The fields that the real server's page on registering a queue lists, but for those of a demo organisation. */
const documented = `
alert_words custom_profile_fields custom_profile_field_types realm_date_created drafts onboarding_steps
navigation_tour_video_url max_message_id max_reminder_note_length max_stream_name_length max_stream_description_length
max_channel_folder_name_length max_channel_folder_description_length max_topic_length max_message_length
server_min_deactivated_realm_deletion_days server_max_deactivated_realm_deletion_days
server_presence_ping_interval_seconds server_presence_offline_threshold_seconds
server_typing_started_expiry_period_milliseconds server_typing_stopped_wait_period_milliseconds
server_typing_started_wait_period_milliseconds scheduled_messages reminders muted_topics muted_users presences
presence_last_update_id server_timestamp realm_domains realm_emoji realm_linkifiers realm_filters realm_playgrounds
realm_user_groups realm_bots realm_embedded_bots realm_incoming_webhook_bots recent_private_conversations
navigation_views saved_snippets subscriptions unsubscribed never_subscribed channel_folders unread_msgs
starred_messages streams realm_default_streams realm_default_stream_groups stop_words user_status user_settings
user_topics has_zoom_token has_webex_token giphy_api_key tenor_api_key klipy_api_key devices idle_queue_timeout_secs
realm_message_edit_history_visibility_policy realm_allow_edit_history realm_can_add_custom_emoji_group
realm_can_add_subscribers_group realm_can_delete_any_message_group realm_can_delete_own_message_group
realm_can_set_delete_message_policy_group realm_can_set_topics_policy_group realm_can_invite_users_group
realm_can_mention_many_users_group realm_can_move_messages_between_channels_group
realm_can_move_messages_between_topics_group realm_can_create_groups realm_can_create_bots_group
realm_can_create_write_only_bots_group realm_can_manage_all_groups realm_can_manage_billing_group
realm_can_create_public_channel_group realm_can_create_private_channel_group
realm_can_create_web_public_channel_group realm_can_resolve_topics_group realm_create_public_stream_policy
realm_create_private_stream_policy realm_create_web_public_stream_policy realm_wildcard_mention_policy
realm_default_language realm_welcome_message_custom_text realm_description realm_digest_emails_enabled
realm_disallow_disposable_email_addresses realm_email_changes_disabled realm_invite_required
realm_create_multiuse_invite_group realm_media_preview_size realm_inline_image_preview
realm_inline_url_embed_preview realm_topics_policy realm_mandatory_topics realm_message_retention_days realm_name
realm_require_e2ee_push_notifications realm_require_unique_names realm_name_changes_disabled
realm_avatar_changes_disabled realm_emails_restricted_to_domains realm_send_channel_events_messages
realm_send_welcome_emails realm_message_content_allowed_in_email_notifications realm_enable_spectator_access
realm_want_advertise_in_communities_directory realm_video_chat_provider realm_jitsi_server_url
realm_gif_rating_policy realm_waiting_period_threshold realm_digest_weekday realm_direct_message_initiator_group
realm_direct_message_permission_group realm_default_code_block_language realm_message_content_delete_limit_seconds
realm_authentication_methods realm_allow_message_editing realm_message_content_edit_limit_seconds
realm_move_messages_within_stream_limit_seconds realm_move_messages_between_streams_limit_seconds
realm_enable_read_receipts realm_icon_url realm_icon_source realm_workplace_users_group max_icon_file_size_mib
realm_logo_url realm_logo_source realm_night_logo_url realm_night_logo_source max_logo_file_size_mib
realm_bot_domain realm_uri realm_url realm_uuid realm_available_video_chat_providers realm_presence_disabled
settings_send_digest_emails realm_email_auth_enabled realm_password_auth_enabled realm_push_notifications_enabled
realm_push_notifications_enabled_end_timestamp realm_upload_quota_mib realm_org_type
realm_owner_full_content_access realm_plan_type realm_enable_guest_user_dm_warning
realm_enable_guest_user_indicator realm_can_access_all_users_group realm_can_summarize_topics_group
svc_plan_is_not_limited upgrade_text_for_wide_organization_logo realm_default_external_accounts
realm_default_avatar_source jitsi_server_url development_environment server_generation password_min_length
password_max_length password_min_guesses gif_rating_policy_options max_file_upload_size_mib
max_avatar_file_size_mib server_inline_image_preview server_inline_url_embed_preview server_thumbnail_formats
server_avatar_changes_disabled server_name_changes_disabled server_needs_upgrade server_web_public_streams_enabled
server_emoji_data_url server_jitsi_server_url server_can_summarize_topics event_queue_longpoll_timeout_seconds
realm_billing realm_moderation_request_channel_id realm_new_stream_announcements_stream_id
realm_signup_announcements_stream_id realm_svc_update_announcements_stream_id realm_empty_topic_display_name
realm_user_settings_defaults realm_users realm_non_active_users avatar_source avatar_url_medium avatar_url
can_create_streams can_create_public_streams can_create_private_streams can_create_web_public_streams
can_invite_others_to_realm is_admin is_owner is_moderator is_guest user_id email
delivery_email full_name cross_realm_bots server_report_message_types server_supported_permission_settings
max_bulk_new_subscription_messages queue_id last_event_id svc_feature_level svc_version svc_merge_base
`
  .trim()
  .split(/\s+/)

/** What `zulip-terminal` asks for when it starts, and what it reads of the answer without a fallback. */
const terminal = {
  types: [
    ...['realm', 'presence', 'subscription', 'message', 'starred_messages', 'update_message_flags', 'muted_topics'],
    ...['realm_user', 'realm_user_groups', 'user_settings', 'realm_emoji', 'custom_profile_fields', 'zulip_version'],
  ],
  reads: [
    ...['subscriptions', 'muted_topics', 'realm_user_groups', 'realm_emoji', 'realm_message_retention_days', 'user_id'],
    ...['email', 'full_name', 'realm_name', 'custom_profile_fields', 'presences', 'realm_users', 'cross_realm_bots'],
    ...['unread_msgs', 'realm_allow_message_editing'],
  ],
}

const registered = (featureLevel: number, params: object = {}, who = 'hamlet') =>
  openBakery({ featureLevel }).as(who).call('events.register', params) as Record<string, unknown>

describe('the initial state of an event queue', () => {
  it('has every documented field by default', () => {
    expect(documented).toHaveLength(212)
    const answer = registered(496)
    expect(documented.filter((name) => answer[name] === undefined)).toEqual([])
  })

  it('has only the requested types', () => {
    const always = Object.keys(registered(496, { fetch_event_types: [] }))
    const names = Object.keys(registered(496, { fetch_event_types: ['user_settings', 'reminders', 'nonsense'] }))
    expect(names.filter((name) => !always.includes(name)).sort()).toEqual(['reminders', 'user_settings'])
  })

  it.each([
    ['realm_uuid', 466, 'realm', undefined],
    ['klipy_api_key', 486, 'klipy', undefined],
    ['has_webex_token', 493, 'video_calls', undefined],
    ['channel_folders', 389, 'channel_folders', undefined],
    ['devices', 468, 'device', undefined],
    ['idle_queue_timeout_secs', 481, 'realm', undefined],
    ['realm_org_type', 128, 'realm', undefined],
    ['user_settings', 89, 'user_settings', undefined],
    ['realm_gif_rating_policy', 453, 'realm', 'realm_giphy_rating'],
    ['realm_can_move_messages_between_topics_group', 316, 'realm', 'realm_edit_topic_policy'],
    ['onboarding_steps', 233, 'onboarding_steps', undefined],
    ['realm_move_messages_within_stream_limit_seconds', 162, 'realm', undefined],
    ['realm_create_multiuse_invite_group', 209, 'realm', undefined],
    ['realm_can_access_all_users_group', 225, 'realm', undefined],
    ['realm_can_create_groups', 299, 'realm', 'realm_user_group_edit_policy'],
    ['realm_can_manage_all_groups', 299, 'realm', 'realm_user_group_edit_policy'],
    ['realm_can_invite_users_group', 321, 'realm', 'realm_invite_to_realm_policy'],
  ])('has %s from level %i on', (name, level, type, before) => {
    const asked = { fetch_event_types: [type] }
    expect(registered(level, asked)).toHaveProperty(name)
    expect(registered(level - 1, asked)).not.toHaveProperty(name)
    if (before === undefined) return
    expect(registered(level - 1, asked)).toHaveProperty(before)
    expect(registered(level, asked)).not.toHaveProperty(before)
  })

  it('has changeable settings without a known level at every level', () => {
    const names = ['realm_invite_required', 'realm_default_language', 'realm_name_changes_disabled']
    for (const level of [0, 200, 496]) for (const name of names) expect(registered(level)).toHaveProperty(name)
  })

  it('refers to groups by ID', () => {
    const { as } = openBakery()
    const members = as('hamlet')
      .call('userGroups.list')
      .user_groups.find(({ name }) => name === 'role:members')
    expect(as('hamlet').call('events.register').realm_can_create_bots_group).toBe(members?.id)
  })

  it("has the account's own settings", () => {
    const settings = (who: string) => registered(496, {}, who).user_settings
    expect(settings('iago')).toMatchObject({ twenty_four_hour_time: false, email_address_visibility: 1 })
    expect(settings('cordelia')).toMatchObject({ email_address_visibility: expect.any(Number) })
    expect(settings('hamlet')).toHaveProperty('timezone')
  })

  it('has separate settings up to level 438 without the capability user_settings_object', () => {
    const types = { fetch_event_types: ['update_display_settings', 'update_global_notifications'] }
    const capable = { client_capabilities: { notification_settings_null: true, user_settings_object: true } }
    const names = ['twenty_four_hour_time', 'pm_content_in_desktop_notifications']
    for (const name of names) {
      expect(registered(438, types)).toHaveProperty(name)
      expect(registered(438, { ...types, ...capable })).not.toHaveProperty(name)
      expect(registered(439, types)).not.toHaveProperty(name)
      expect(registered(88, types)).toHaveProperty(name)
    }
  })

  it.each([
    ['realm_is_zephyr_mirror_realm', 426, 'realm'],
    ['realm_community_topic_editing_limit_seconds', 183, 'realm'],
    ['can_subscribe_other_users', 341, 'realm_user'],
    ['is_billing_admin', 363, 'realm_user'],
    ['push_devices', 468, 'push_device'],
  ])('has %s only below level %i', (name, level, type) => {
    const asked = { fetch_event_types: [type] }
    expect(registered(level - 1, asked)).toHaveProperty(name)
    expect(registered(level, asked)).not.toHaveProperty(name)
  })

  it('has the choices of the separate settings too, and the values that the account set', () => {
    const { as } = openBakery({ featureLevel: 300 })
    as('hamlet').call('settings.update', { twenty_four_hour_time: true })
    const types = { fetch_event_types: ['update_display_settings', 'update_global_notifications'] }
    expect(as('hamlet').call('events.register', types)).toMatchObject({
      ...{ twenty_four_hour_time: true, web_home_view: 'inbox', timezone: expect.any(String) },
      ...{ emojiset_choices: expect.any(Array), available_notification_sounds: ['ding'] },
      realm_name_in_email_notifications_policy: 1,
    })
    expect(as('hamlet').call('events.register').realm_user_settings_defaults).toHaveProperty('emojiset_choices')
  })

  it('has what needs the data of two types only if both are asked for, and nothing twice', () => {
    const named = (...fetch_event_types: string[]) => Object.keys(registered(496, { fetch_event_types }))
    expect(named('update_message_flags')).not.toContain('unread_msgs')
    expect(named('update_message_flags', 'message')).toContain('unread_msgs')
    expect(named('muted_topics')).toContain('muted_topics')
    expect(named('muted_topics', 'user_topic')).not.toContain('muted_topics')
    expect(Object.keys(registered(133, { fetch_event_types: ['muted_topics', 'user_topic'] }))).toContain(
      'muted_topics',
    )
    expect(named('message')).not.toContain('event_queue_longpoll_timeout_seconds')
    expect(named('realm')).toContain('event_queue_longpoll_timeout_seconds')
  })

  it.each([88, 89, 200, 378, 438, 496])(
    'has the fields that zulip-terminal reads at start-up, at level %i',
    (level) => {
      const answer = registered(level, { fetch_event_types: terminal.types })
      expect(terminal.reads.filter((name) => answer[name] === undefined)).toEqual([])
    },
  )

  it('lists recent direct conversations with their last message', () => {
    const { as, say } = openBakery()
    const id = say('iago', { to: [10] }, 'Hi')
    const conversations = as('hamlet').call('events.register').recent_private_conversations
    expect(conversations).toContainEqual({ user_ids: [8], max_message_id: id })
  })

  it.each([179, 247, 324, 387, 496])('differs between owners, members and guests at level %i', (level) => {
    const { as } = openBakery({ featureLevel: level })
    as('othello').call('subscriptions.add', { subscriptions: [{ name: 'attic' }], invite_only: true })
    const of = (who: string) => as(who).call('events.register')
    for (const [who, isMember] of [
      ['desdemona', true],
      ['hamlet', true],
      ['polonius', false],
    ] as const) {
      const may = ['can_create_streams', 'can_create_private_streams', 'can_create_public_streams']
      expect(of(who)).toMatchObject(Object.fromEntries(may.map((name) => [name, isMember])))
    }
    // In the bakery, moderators invite.
    expect(['desdemona', 'hamlet', 'polonius'].map((who) => of(who).can_invite_others_to_realm)).toEqual([
      true,
      false,
      false,
    ])
    expect(of('polonius')).toMatchObject({
      realm_default_streams: [],
      realm_bots: [],
      never_subscribed: [],
      is_guest: true,
    })
    const hidden = (who: string) =>
      (of(who).never_subscribed as { invite_only: boolean }[]).filter((one) => one.invite_only).length
    expect(['desdemona', 'hamlet'].map(hidden)).toEqual([1, 0])
  })

  it('has the newest message of the account itself', () => {
    const { as, say } = openBakery()
    const id = say('iago', { to: [10] }, 'Hi')
    expect(as('hamlet').call('events.register').max_message_id).toBe(id)
    expect(as('hamlet').call('users.me').max_message_id).toBe(id)
    expect(as('polonius').call('events.register').max_message_id).toBeLessThan(id)
    expect(as('yeast counter').call('users.me').max_message_id).toBeLessThan(id)
  })

  it('lists users without is_active, which the list tells', () => {
    const { realm_users, realm_non_active_users } = registered(496) as Record<string, Record<string, unknown>[]>
    for (const user of [...(realm_users ?? []), ...(realm_non_active_users ?? [])])
      expect(user).not.toHaveProperty('is_active')
    expect(realm_non_active_users?.map(({ user_id }) => user_id)).toContain(14)
  })

  it("gives clients that can't read null the account's own settings of notifications", () => {
    const { as } = openBakery()
    as('hamlet').call('settings.update', { enable_stream_push_notifications: true })
    const subscription = (capabilities: object) =>
      (as('hamlet').call('events.register', capabilities).subscriptions as unknown[])[0]
    expect(subscription({})).toMatchObject({
      push_notifications: true,
      desktop_notifications: false,
      wildcard_mentions_notify: null,
    })
    const able = { client_capabilities: { notification_settings_null: true } }
    expect(subscription(able)).toMatchObject({ push_notifications: null, desktop_notifications: null })
  })

  it("names empty topics for clients that don't support them", () => {
    const { as, say } = openBakery()
    say('iago', { channel: 'kitchen', topic: '' }, 'Rye')
    const topics = (capabilities: object) =>
      (as('hamlet').call('events.register', capabilities).unread_msgs as { streams: { topic: string }[] }).streams
        .map(({ topic }) => topic)
        .filter((topic) => topic === '' || topic === 'general chat')
    expect(topics({})).toEqual(['general chat'])
    const able = { client_capabilities: { notification_settings_null: true, empty_topic_name: true } }
    expect(topics(able)).toEqual([''])
  })

  it('has presence by user ID for clients that ask for it', () => {
    const keys = (params: object, level = 496) => Object.keys(registered(level, params).presences as object)
    expect(keys({})).toContain('iago@example.com')
    expect(keys({ slim_presence: true })).toContain('8')
    const able = { client_capabilities: { notification_settings_null: true, simplified_presence_events: true } }
    expect(keys(able)).toContain('8')
    expect(keys(able, 418)).toContain('iago@example.com')
  })
})

describe('a guest who may not see everybody', () => {
  const apart = {
    ...bakery,
    group_settings: { can_access_all_users_group: 'role:members' as const },
    channels: bakery.channels.map((channel, at) => ({ ...channel, subscribers: at === 0 ? [8, 13] : [8, 10] })),
    conversations: [],
  }
  const open = (featureLevel = 496) => openBakery({ seed: apart, featureLevel })
  const able = { client_capabilities: { notification_settings_null: true, user_list_incomplete: true } }
  const named = (users: unknown, id: number) =>
    (users as { user_id: number; full_name: string }[]).find(({ user_id }) => user_id === id)?.full_name

  it('registers others as unknown users, unless its client needs none', () => {
    const { as } = open()
    const { realm_users } = as('polonius').call('events.register')
    expect(named(realm_users, unseen(as))).toBe('Unknown user')
    expect(named(as('polonius').call('events.register', able).realm_users, unseen(as))).toBeUndefined()
    expect(named(as('hamlet').call('events.register').realm_users, unseen(as))).not.toBe('Unknown user')
  })

  it('is told of a new user as an unknown one', () => {
    const { as, realm } = open()
    const queue = (params: object) =>
      as('polonius').call('events.register', { event_types: ['realm_user'], ...params }).queue_id
    const [usual, incomplete] = [queue({}), queue(able)]
    realm.do('addUser', { full_name: 'Rosencrantz' })
    const events = (queue_id: string) =>
      as('polonius').call('events.get', { queue_id, last_event_id: -1, dont_block: true }).events
    expect(events(usual)).toMatchObject([{ op: 'add', person: { full_name: 'Unknown user', delivery_email: null } }])
    expect(events(incomplete)).toEqual([])
  })

  it("sees everybody's presence, unless the server limits it", () => {
    const seen = (limited: boolean) => {
      const { as } = openBakery({ seed: apart, assumptions: { limitPresenceToAccessibleUsers: limited } })
      return Object.keys(as('polonius').call('events.register', { slim_presence: true }).presences as object).length
    }
    expect(seen(false)).toBeGreaterThan(seen(true))
  })
})

/** A person whom the guest may not see. */
function unseen(as: ReturnType<typeof openBakery>['as']): number {
  const seen = as('polonius')
    .call('users.list')
    .members.map(({ user_id }) => user_id)
  const all = as('hamlet')
    .call('users.list')
    .members.filter(({ is_active }) => is_active)
  return all.find(({ user_id }) => !seen.includes(user_id))?.user_id ?? 0
}
