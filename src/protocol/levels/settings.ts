/**
 * A field of the response of `POST /register` that the simulator keeps no state for: name, usual value, the first level
 * that has it, and the first that no longer does. A server with untouched settings returns this value. Assumed.
 *
 * @see the real server's page on registering a queue
 */
export type RegisterField = readonly [
  name: string,
  value: unknown,
  since?: number | undefined,
  until?: number | undefined,
]

/** A person's settings that existed before the settings object. */
export const general = [
  ['color_scheme', 1],
  ['default_language', 'en'],
  ['default_view', 'recent_topics', 42, 219],
  ['demote_inactive_streams', 1],
  ['dense_mode', true, 0, 364],
  ['emojiset', 'google'],
  ['enable_drafts_synchronization', true],
  ['enter_sends', false],
  ['fluid_layout_width', false],
  ['high_contrast_mode', false],
  ['left_side_userlist', false],
  ['starred_message_counts', true],
  ['translate_emoticons', false],
  ['twenty_four_hour_time', false],
] as const satisfies readonly RegisterField[]

export const notifications = [
  ['desktop_icon_count_display', 1],
  ['email_notifications_batching_period_seconds', 120],
  ['enable_desktop_notifications', true],
  ['enable_digest_emails', true],
  ['enable_login_emails', true],
  ['enable_marketing_emails', true],
  ['enable_offline_email_notifications', true],
  ['enable_offline_push_notifications', true],
  ['enable_online_push_notifications', true],
  ['enable_sounds', true],
  ['enable_stream_audible_notifications', false],
  ['enable_stream_desktop_notifications', false],
  ['enable_stream_email_notifications', false],
  ['enable_stream_push_notifications', false],
  ['message_content_in_email_notifications', true],
  ['notification_sound', 'ding'],
  ['pm_content_in_desktop_notifications', true],
  ['presence_enabled', true],
  ['realm_name_in_notifications', false, 0, 168],
  ['wildcard_mentions_notify', true],
] as const satisfies readonly RegisterField[]

/** The types that request settings outside the settings object, on servers without it or for clients that don't know it. */
export const settingsByThemselves: Readonly<Record<string, readonly string[]>> = {
  update_display_settings: [...general.map(([name]) => name), 'web_home_view', 'emojiset_choices', 'timezone'],
  update_global_notifications: [
    ...notifications.map(([name]) => name),
    ...['realm_name_in_email_notifications_policy', 'available_notification_sounds'],
  ],
}

/** The first level with the settings object, and the first where settings are nowhere else. */
export const settingsObject = { since: 89, alone: 439 } as const

export const followedTopics = [
  ['enable_followed_topic_audible_notifications', true, 189],
  ['enable_followed_topic_desktop_notifications', true, 189],
  ['enable_followed_topic_email_notifications', true, 189],
  ['enable_followed_topic_push_notifications', true, 189],
  ['enable_followed_topic_wildcard_mentions_notify', true, 189],
] as const satisfies readonly RegisterField[]

export const further = [
  ['allow_private_data_export', false, 293],
  ['automatically_follow_topics_policy', 3, 214],
  ['automatically_follow_topics_where_mentioned', true, 235],
  ['automatically_unmute_topics_in_muted_streams_policy', 2, 214],
  ['display_emoji_reaction_users', true, 125],
  ['email_address_visibility', 1, 163],
  ['escape_navigates_to_default_view', true, 107, 219],
  ['hide_ai_features', false, 350],
  ['realm_name_in_email_notifications_policy', 1, 168],
  ['receives_typing_notifications', true, 253],
  ['resolved_topic_notice_auto_read_policy', 'except_followed', 385],
  ['send_private_typing_notifications', true, 105],
  ['send_read_receipts', true, 105],
  ['send_stream_typing_notifications', true, 105],
  ['user_list_style', 2, 141],
  ['web_animate_image_previews', 'on_hover', 275],
  ['web_channel_default_view', 1, 269],
  ['web_escape_navigates_to_home_view', true, 219],
  ['web_font_size_px', 16, 245],
  ['web_home_view', 'inbox', 219],
  ['web_inbox_show_channel_folders', true, 431],
  ['web_left_sidebar_show_channel_folders', true, 411],
  ['web_left_sidebar_unreads_count_summary', true, 398],
  ['web_line_height_percent', 122, 245],
  ['web_mark_read_on_scroll_policy', 1, 175],
  ['web_navigate_to_sent_message', true, 268],
  ['web_stream_unreads_count_display_policy', 2, 210],
  ['web_suggest_update_timezone', true, 329],
] as const satisfies readonly RegisterField[]

/** The first levels of personal settings that later servers added. */
export const followedTopicLevels = levelsIn(followedTopics)
export const settingLevels = { ...followedTopicLevels, ...levelsIn(further) }

/** Those that an organisation can preset for new accounts. */
const { allow_private_data_export: _, ...presettable } = settingLevels
export const userDefaultLevels = presettable

function levelsIn<const Row extends RegisterField>(rows: readonly Row[]) {
  const added = rows.filter(([, , since, until]) => since !== undefined && until === undefined)
  type Added = Extract<Row, readonly [string, unknown, number]>[0]
  return Object.fromEntries(added.map(([name, , since]) => [name, since])) as Record<Added, number>
}

/** Every setting in a person's own settings object. */
export const settingFields: readonly RegisterField[] = [...general, ...notifications, ...followedTopics, ...further]

/** Fields of the object of settings that list what may be chosen. */
export const settingChoices: readonly RegisterField[] = [
  ['available_notification_sounds', ['ding']],
  ['emojiset_choices', [{ key: 'google', text: 'Google' }]],
]
