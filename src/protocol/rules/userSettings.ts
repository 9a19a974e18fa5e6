import * as z from 'zod/mini'
import { listed, listedInteger } from '../encoding/parameters.js'
import { type Fields, object } from '../entity.js'

/** What people turn on and off of their notifications. All settings are assumed. */
const notificationSwitches = {
  enable_desktop_notifications: true,
  enable_digest_emails: true,
  enable_followed_topic_audible_notifications: true,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_email_notifications: true,
  enable_followed_topic_push_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  enable_login_emails: true,
  enable_marketing_emails: true,
  enable_offline_email_notifications: true,
  enable_offline_push_notifications: true,
  enable_online_push_notifications: true,
  enable_sounds: true,
  enable_stream_audible_notifications: false,
  enable_stream_desktop_notifications: false,
  enable_stream_email_notifications: false,
  enable_stream_push_notifications: false,
  message_content_in_email_notifications: true,
  pm_content_in_desktop_notifications: true,
  presence_enabled: true,
  wildcard_mentions_notify: true,
} as const

/** What else they turn on and off. */
const displaySwitches = {
  allow_private_data_export: false,
  automatically_follow_topics_where_mentioned: true,
  display_emoji_reaction_users: true,
  enable_drafts_synchronization: true,
  enter_sends: false,
  fluid_layout_width: false,
  hide_ai_features: false,
  high_contrast_mode: false,
  left_side_userlist: false,
  receives_typing_notifications: true,
  send_private_typing_notifications: true,
  send_read_receipts: true,
  send_stream_typing_notifications: true,
  starred_message_counts: true,
  translate_emoticons: false,
  twenty_four_hour_time: false,
  web_escape_navigates_to_home_view: true,
  web_inbox_show_channel_folders: true,
  web_left_sidebar_show_channel_folders: true,
  web_left_sidebar_unreads_count_summary: true,
  web_navigate_to_sent_message: true,
  web_suggest_update_timezone: true,
} as const

const oneToThree = z.optional(listedInteger([1, 2, 3]))
const oneToFour = z.optional(listedInteger([1, 2, 3, 4]))

/** The settings of notifications as parameters. */
export const notificationSettings = {
  ...switchesFor(notificationSwitches),
  desktop_icon_count_display: oneToFour,
  /** Seconds; at most a week. */
  email_notifications_batching_period_seconds: z.optional(z.int()),
  realm_name_in_email_notifications_policy: oneToThree,
}

/** Every setting as a parameter. */
export const userSettings = {
  ...notificationSettings,
  ...switchesFor(displaySwitches),
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

/** The caller's settings; which of them there are depends on the server. */
export interface UserSettings extends Fields<typeof settings> {}
// A setting that is not as declared is no reason to refuse what it comes with.
export const UserSettings = object({}) as unknown as z.ZodMiniType<UserSettings, UserSettings>

/** Parameters that turn switches on and off. */
export function switchesFor<Switches extends Readonly<Record<string, boolean>>>(switches: Switches) {
  const shape = Object.fromEntries(Object.keys(switches).map((name) => [name, z.optional(z.boolean())]))
  return shape as { [Name in keyof Switches]: z.ZodMiniOptional<z.ZodMiniBoolean> }
}
