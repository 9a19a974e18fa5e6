import * as z from 'zod/mini'
import { type Fields, object, optionalFields } from '../entity.js'
import { followedTopics, further, general, notifications, type RegisterField } from '../levels/settings.js'

const oneToThree = z.optional(z.literal([1, 2, 3]))
const oneToFour = z.optional(z.literal([1, 2, 3, 4]))

/** The notification settings as parameters. */
export const notificationSettings = {
  ...switchesIn([...notifications, ...followedTopics]),
  desktop_icon_count_display: oneToFour,
  /** Seconds; at most a week. */
  email_notifications_batching_period_seconds: z.optional(z.int()),
  notification_sound: z.optional(z.string()),
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
  email_address_visibility: z.optional(z.literal([1, 2, 3, 4, 5])),
  emojiset: z.optional(z.enum(['google', 'google-blob', 'twitter', 'text'])),
  resolved_topic_notice_auto_read_policy: z.optional(z.enum(['always', 'except_followed', 'never'])),
  /** IANA name. */
  timezone: z.optional(z.string()),
  user_list_style: oneToThree,
  web_animate_image_previews: z.optional(z.enum(['always', 'on_hover', 'never'])),
  web_channel_default_view: oneToFour,
  web_font_size_px: z.optional(z.int()),
  web_home_view: z.optional(z.enum(['inbox', 'recent_topics', 'all_messages'])),
  web_line_height_percent: z.optional(z.int()),
  web_mark_read_on_scroll_policy: oneToThree,
  web_stream_unreads_count_display_policy: oneToThree,
}

/** The settings that an organisation can preset for new accounts. */
const {
  allow_private_data_export: _,
  default_language: __,
  enable_login_emails: ___,
  enable_marketing_emails: ____,
  timezone: _____,
  ...presettable
} = userSettings
export const userDefaults = presettable

const settings = object(userSettings)

/** The caller's settings; which ones exist depends on the server. */
export interface UserSettings extends Fields<typeof settings> {}
// A setting that doesn't match its declaration is no reason to reject the response that contains it.
export const UserSettings = object({}) as unknown as z.ZodMiniType<UserSettings, UserSettings>

/** Parameters for those of the settings that are booleans and still exist on today's servers. */
function switchesIn<const Row extends RegisterField>(rows: readonly Row[]) {
  const isSwitch = ([, value, , until]: RegisterField) => typeof value === 'boolean' && until === undefined
  type Switch = Extract<Row, readonly [string, boolean] | readonly [string, boolean, number]>[0]
  const names = rows.filter(isSwitch).map(([name]) => name as Switch)
  return optionalFields(names, z.boolean())
}
