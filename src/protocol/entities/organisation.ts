import * as z from 'zod/mini'
import { type Entity, type Fields, namesIn, object, optionalFields } from '../entity.js'

const linkifier = object({
  id: z.int(),
  /** Regular expression, RE2 syntax. */
  pattern: z.string(),
  /** The address, as a template of RFC 6570. */
  url_template: z.string(),
  example_input: z.nullable(z.string()),
  /** What a URL is turned back into, with `{variable}` placeholders, and `{{` and `}}` for literal braces. */
  reverse_template: z.nullable(z.string()),
  /** Further RFC 6570 templates, only for turning URLs back. */
  alternative_url_templates: z.array(z.string()),
})

/** A pattern that is turned into a link. */
export interface Linkifier extends Fields<typeof linkifier> {}
export const Linkifier: Entity<Linkifier, typeof linkifier> = linkifier

const channelFolder = object({
  id: z.int(),
  name: z.string(),
  /** From 0; lower is displayed first. */
  order: z.int(),
  /** UNIX seconds. */
  date_created: z.nullable(z.int()),
  creator_id: z.nullable(z.int()),
  /** Markdown; may be empty. */
  description: z.string(),
  /** HTML. */
  rendered_description: z.string(),
  is_archived: z.boolean(),
})

/** A folder of channels. */
export interface ChannelFolder extends Fields<typeof channelFolder> {}
export const ChannelFolder: Entity<ChannelFolder, typeof channelFolder> = channelFolder

const customEmoji = object({
  id: z.string(),
  name: z.string(),
  /** Relative to the organisation's URL. */
  source_url: z.string(),
  /** The first frame of an animated emoji; null for others. */
  still_url: z.nullable(z.string()),
  deactivated: z.boolean(),
  author_id: z.nullable(z.int()),
})

/** An emoji that the organisation uploaded. */
export interface CustomEmoji extends Fields<typeof customEmoji> {}
export const CustomEmoji: Entity<CustomEmoji, typeof customEmoji> = customEmoji

const profileField = object({
  id: z.int(),
  name: z.string(),
  /** 1 short text, 2 long text, 3 options, 4 date, 5 link, 6 users, 7 external account, 8 pronouns. */
  type: z.int(),
  hint: z.string(),
  /** A JSON string. */
  field_data: z.string(),
  order: z.int(),
  required: z.optional(z.boolean()),
  editable_by_user: z.optional(z.boolean()),
  display_in_profile_summary: z.optional(z.boolean()),
})

/** A custom profile field. The shape beyond its ID is assumed. */
export interface ProfileField extends Fields<typeof profileField> {}
export const ProfileField: Entity<ProfileField, typeof profileField> = profileField

const attachment = object({
  id: z.int(),
  name: z.string(),
  path_id: z.string(),
  /** Bytes. */
  size: z.int(),
  /** UNIX seconds (milliseconds on servers before level 443). */
  create_time: z.int(),
  /** Messages that link to it. */
  message_ids: z.optional(z.array(z.int())),
})

/** An uploaded file. The shape beyond its ID is assumed. */
export interface Attachment extends Fields<typeof attachment> {}
export const Attachment: Entity<Attachment, typeof attachment> = attachment

/** Who has a permission: a group, or individual users and groups. */
export const GroupSetting = z.union([
  z.int(),
  object({ direct_members: z.array(z.int()), direct_subgroups: z.array(z.int()) }),
])
export type GroupSetting = z.infer<typeof GroupSetting>

/**
 * Who may do what in a group, with the defaults: a system group, or the group's creator (administrators if there is none).
 * An assumption.
 */
export const groupPermissions = {
  can_add_members_group: 'creator',
  can_join_group: 'role:nobody',
  can_leave_group: 'role:everyone',
  can_manage_group: 'creator',
  can_mention_group: 'role:everyone',
  can_remove_members_group: 'role:nobody',
} as const

const userGroup = object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  members: z.array(z.int()),
  direct_subgroup_ids: z._default(z.array(z.int()), []),
  creator_id: z.nullish(z.int()),
  date_created: z.nullish(z.int()),
  is_system_group: z._default(z.boolean(), false),
  deactivated: z.optional(z.boolean()),
  ...optionalFields(namesIn(groupPermissions), GroupSetting),
})

/** A group of users. The shape beyond its ID is assumed. */
export interface UserGroup extends Fields<typeof userGroup> {}
export const UserGroup: Entity<UserGroup, typeof userGroup> = userGroup

/** Who may do what in a channel, with the defaults. Assumed. */
export const channelPermissions = {
  can_add_subscribers_group: 'role:nobody',
  can_administer_channel_group: 'role:nobody',
  can_create_topic_group: 'role:everyone',
  can_delete_any_message_group: 'role:nobody',
  can_delete_own_message_group: 'role:nobody',
  can_move_messages_out_of_channel_group: 'role:nobody',
  can_move_messages_within_channel_group: 'role:nobody',
  can_remove_subscribers_group: 'role:administrators',
  can_resolve_topics_group: 'role:nobody',
  can_send_message_group: 'role:everyone',
  can_subscribe_group: 'role:nobody',
} as const

const channelFields = {
  stream_id: z.int(),
  name: z.string(),
  description: z.string(),
  rendered_description: z.optional(z.string()),
  /** Private. */
  invite_only: z.boolean(),
  is_archived: z.optional(z.boolean()),
  creator_id: z.nullish(z.int()),
  date_created: z.optional(z.int()),
  first_message_id: z.nullish(z.int()),
  folder_id: z.nullish(z.int()),
  /** New users are subscribed to it; in listings with `include_default`. */
  is_default: z.optional(z.boolean()),
  is_web_public: z.optional(z.boolean()),
  /** Whether only administrators may post. Servers still send it beside `stream_post_policy`. */
  is_announcement_only: z.optional(z.boolean()),
  /** Whether somebody wrote there within about half a year. */
  is_recently_active: z.optional(z.boolean()),
  /** Whether new subscribers see messages sent before they subscribed. */
  history_public_to_subscribers: z.optional(z.boolean()),
  /** Days; null for the organisation's own setting, -1 for unlimited. */
  message_retention_days: z.nullish(z.int()),
  stream_post_policy: z.optional(z.int()),
  /** Messages per week; null for a channel that is too new. */
  stream_weekly_traffic: z.nullish(z.int()),
  subscriber_count: z.optional(z.int()),
  topics_policy: z.optional(z.string()),
  ...optionalFields(namesIn(channelPermissions), GroupSetting),
}
const channel = object(channelFields)

/** A channel as listings show it. The shape is assumed. */
export interface Channel extends Fields<typeof channel> {}
export const Channel: Entity<Channel, typeof channel> = channel

const subscription = object({
  ...channelFields,
  /** `#rrggbb`. */
  color: z.optional(z.string()),
  is_muted: z.optional(z.boolean()),
  /** The older opposite of `is_muted`. */
  in_home_view: z.optional(z.boolean()),
  pin_to_top: z.optional(z.boolean()),
  /** Null if the user's own setting applies, here and below. */
  desktop_notifications: z.nullish(z.boolean()),
  audible_notifications: z.nullish(z.boolean()),
  push_notifications: z.nullish(z.boolean()),
  email_notifications: z.nullish(z.boolean()),
  wildcard_mentions_notify: z.nullish(z.boolean()),
  /** User IDs, if requested. */
  subscribers: z.optional(z.array(z.int())),
})

/** A channel as one of its subscribers sees it. The shape is assumed. */
export interface Subscription extends Fields<typeof subscription> {}
export const Subscription: Entity<Subscription, typeof subscription> = subscription

const presenceEntry = object({
  /** `active` or `idle`. */
  status: z.string(),
  /** UNIX seconds of the last report. */
  timestamp: z.int(),
  /** Always `website`; absent from `aggregated` on older servers. */
  client: z.optional(z.string()),
  /** Absent from `aggregated`; always false elsewhere. */
  pushable: z.optional(z.boolean()),
})

/** One report of a user's presence. */
export interface PresenceEntry extends Fields<typeof presenceEntry> {}
export const PresenceEntry: Entity<PresenceEntry, typeof presenceEntry> = presenceEntry

const userPresence = object({ aggregated: PresenceEntry, website: PresenceEntry })

/** A user's presence; both keys hold the same values. */
export interface UserPresence extends Fields<typeof userPresence> {}
export const UserPresence: Entity<UserPresence, typeof userPresence> = userPresence

const invitation = object({
  id: z.int(),
  invited_by_user_id: z.int(),
  /** UNIX seconds. */
  invited: z.int(),
  /** UNIX seconds; null for never. */
  expiry_date: z.nullable(z.int()),
  /** One of `roles`. */
  invited_as: z.int(),
  /** Whether it is a link that several people can use. */
  is_multiuse: z.boolean(),
  /** For an invitation by e-mail. */
  email: z.optional(z.string()),
  /** For a link. */
  link_url: z.optional(z.string()),
  notify_referrer_on_join: z.optional(z.boolean()),
})

/** An open invitation. The shape is assumed. */
export interface Invitation extends Fields<typeof invitation> {}
export const Invitation: Entity<Invitation, typeof invitation> = invitation

const playground = object({
  id: z.int(),
  name: z.string(),
  /** The language of code blocks, by its name in Pygments. */
  pygments_language: z.string(),
  /** An address with `{code}`, as a template of RFC 6570; older servers have `url_prefix`. */
  url_template: z.optional(z.string()),
  url_prefix: z.optional(z.string()),
})

/** A place on the web that runs code. */
export interface Playground extends Fields<typeof playground> {}
export const Playground: Entity<Playground, typeof playground> = playground

const realmDomain = object({ domain: z.string(), allow_subdomains: z.boolean() })

/** A domain whose addresses may join. */
export interface RealmDomain extends Fields<typeof realmDomain> {}
export const RealmDomain: Entity<RealmDomain, typeof realmDomain> = realmDomain

const dataExport = object({
  id: z.int(),
  acting_user_id: z.int(),
  /** UNIX seconds, here and below. */
  export_time: z.number(),
  deleted_timestamp: z.nullable(z.number()),
  failed_timestamp: z.nullable(z.number()),
  /** Where to download it; null unless it is ready. */
  export_url: z.nullable(z.string()),
  pending: z.boolean(),
  /** 1 with what everybody may see, 2 also with the private data of those who consented. */
  export_type: z.optional(z.int()),
})

/** A copy of the organisation's data. */
export interface DataExport extends Fields<typeof dataExport> {}
export const DataExport: Entity<DataExport, typeof dataExport> = dataExport

const exportConsent = object({
  user_id: z.int(),
  consented: z.boolean(),
  /** Who may see the user's address, as in the user's settings. */
  email_address_visibility: z.optional(z.int()),
})

/** Whether an export may contain a user's private data. */
export interface ExportConsent extends Fields<typeof exportConsent> {}
export const ExportConsent: Entity<ExportConsent, typeof exportConsent> = exportConsent
