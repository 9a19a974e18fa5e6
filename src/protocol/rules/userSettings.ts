import * as z from 'zod/mini'
import { listed, listedInteger, optionalBooleans } from '../encoding/parameters.js'
import { type Fields, object } from '../entity.js'
import { settingLevels } from '../levels/companionLevels.js'

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
const general = [
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

const notifications = [
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

/** The rows with the levels of those that later servers added. */
function dated(rows: readonly RegisterField[]): readonly RegisterField[] {
  const levels: Readonly<Record<string, number>> = settingLevels
  return rows.map(([name, value, since = levels[name], until]) => [name, value, since, until])
}

/** The types that request settings outside the settings object, on servers without it or for clients that don't know it. */
export const settingsByThemselves: Readonly<Record<string, readonly RegisterField[]>> = {
  update_display_settings: general,
  update_global_notifications: dated(notifications),
}

/** The first level with the settings object, and the first where settings are nowhere else. */
export const settingsObject = { since: 89, alone: 439 } as const

const followedTopics = [
  ['enable_followed_topic_audible_notifications', true],
  ['enable_followed_topic_desktop_notifications', true],
  ['enable_followed_topic_email_notifications', true],
  ['enable_followed_topic_push_notifications', true],
  ['enable_followed_topic_wildcard_mentions_notify', true],
] as const satisfies readonly RegisterField[]

const further = [
  ['allow_private_data_export', false],
  ['automatically_follow_topics_policy', 4],
  ['automatically_follow_topics_where_mentioned', true],
  ['automatically_unmute_topics_in_muted_streams_policy', 2],
  ['display_emoji_reaction_users', true],
  ['email_address_visibility', 1],
  ['escape_navigates_to_default_view', true, 107, 219],
  ['hide_ai_features', false],
  ['realm_name_in_email_notifications_policy', 1],
  ['receives_typing_notifications', true],
  ['resolved_topic_notice_auto_read_policy', 'except_followed'],
  ['send_private_typing_notifications', true],
  ['send_read_receipts', true],
  ['send_stream_typing_notifications', true],
  ['user_list_style', 2],
  ['web_animate_image_previews', 'on_hover'],
  ['web_channel_default_view', 1],
  ['web_escape_navigates_to_home_view', true],
  ['web_font_size_px', 16],
  ['web_home_view', 'inbox'],
  ['web_inbox_show_channel_folders', true],
  ['web_left_sidebar_show_channel_folders', true],
  ['web_left_sidebar_unreads_count_summary', true],
  ['web_line_height_percent', 122],
  ['web_mark_read_on_scroll_policy', 1],
  ['web_navigate_to_sent_message', true],
  ['web_stream_unreads_count_display_policy', 2],
  ['web_suggest_update_timezone', true],
] as const satisfies readonly RegisterField[]

/** Every setting in a person's own settings object. */
export const settingFields: readonly RegisterField[] = dated([
  ...general,
  ...notifications,
  ...followedTopics,
  ...further,
])

/** Further fields of a person's own settings object, which the object of a new user's settings lacks. */
export const ownSettings: readonly RegisterField[] = [
  ['available_notification_sounds', ['ding']],
  ['emojiset_choices', [{ key: 'google', text: 'Google' }]],
]

const oneToThree = z.optional(listedInteger([1, 2, 3]))
const oneToFour = z.optional(listedInteger([1, 2, 3, 4]))

/** The notification settings as parameters. */
export const notificationSettings = {
  ...switchesIn([...notifications, ...followedTopics]),
  desktop_icon_count_display: oneToFour,
  /** Seconds; at most a week. */
  email_notifications_batching_period_seconds: z.optional(z.int()),
  realm_name_in_email_notifications_policy: oneToThree,
}

/** Every setting as a parameter. */
export const userSettings = {
  ...notificationSettings,
  ...switchesIn([...general, ...further]),
  automatically_follow_topics_policy: oneToFour,
  automatically_unmute_topics_in_muted_streams_policy: oneToFour,
  color_scheme: oneToThree,
  default_language: z.optional(z.string()),
  demote_inactive_streams: oneToThree,
  /** Who may see the caller's address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators. */
  email_address_visibility: z.optional(listedInteger([1, 2, 3, 4, 5])),
  emojiset: z.optional(listed(['google', 'google-blob', 'twitter', 'text'])),
  resolved_topic_notice_auto_read_policy: z.optional(listed(['always', 'except_followed', 'never'])),
  /** IANA name. */
  timezone: z.optional(z.string()),
  user_list_style: oneToThree,
  web_animate_image_previews: z.optional(listed(['always', 'on_hover', 'never'])),
  web_channel_default_view: oneToFour,
  web_font_size_px: z.optional(z.int()),
  web_home_view: z.optional(listed(['inbox', 'recent_topics', 'all_messages'])),
  web_line_height_percent: z.optional(z.int()),
  web_mark_read_on_scroll_policy: oneToThree,
  web_stream_unreads_count_display_policy: oneToThree,
}

const settings = object(userSettings)

/** The caller's settings; which ones exist depends on the server. */
export interface UserSettings extends Fields<typeof settings> {}
// A setting that doesn't match its declaration is no reason to reject the response that contains it.
export const UserSettings = object({}) as unknown as z.ZodMiniType<UserSettings, UserSettings>

/** Parameters for those of the settings that are booleans and still exist on today's servers. */
function switchesIn<const Row extends RegisterField>(rows: readonly Row[]) {
  const isSwitch = ([, value, , until]: RegisterField) => typeof value === 'boolean' && until === undefined
  type Switch = Extract<Row, readonly [string, boolean] | readonly [string, boolean, number]>[0]
  return optionalBooleans(rows.filter(isSwitch).map(([name]) => name as Switch))
}
