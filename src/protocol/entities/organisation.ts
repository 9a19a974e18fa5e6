import * as z from 'zod/mini'

/** A pattern that is turned into a link. @see spec 2.7 */
export const Linkifier = z.looseObject({
  id: z.int(),
  /** Regular expression, RE2 syntax. */
  pattern: z.string(),
  /** RFC 6570. */
  url_template: z.string(),
  example_input: z.nullable(z.string()),
  /** `{variable}` placeholders, `{{` and `}}` for literal braces: what a URL is turned back into. */
  reverse_template: z.nullable(z.string()),
  /** Further RFC 6570 templates, for turning a URL back only. */
  alternative_url_templates: z.array(z.string()),
})
export type Linkifier = z.infer<typeof Linkifier>

/** A folder of channels. @see spec 2.11 */
export const ChannelFolder = z.looseObject({
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
export type ChannelFolder = z.infer<typeof ChannelFolder>

/** An emoji that the organisation uploaded. @see spec 2.12 */
export const CustomEmoji = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** Relative to the organisation's URL. */
  source_url: z.string(),
  /** The first frame of an animated emoji; null for others. */
  still_url: z.nullable(z.string()),
  deactivated: z.boolean(),
  author_id: z.nullable(z.int()),
})
export type CustomEmoji = z.infer<typeof CustomEmoji>

/** A custom profile field. The shape beyond its ID is assumed. @see spec 2.10 */
export const ProfileField = z.looseObject({
  id: z.int(),
  name: z.string(),
  /** 1 short text, 2 long text, 3 options, 4 date, 5 link, 6 users, 7 external account, 8 pronouns. */
  type: z.int(),
  hint: z.string(),
  /** JSON as text. */
  field_data: z.string(),
  order: z.int(),
  required: z.optional(z.boolean()),
  editable_by_user: z.optional(z.boolean()),
  display_in_profile_summary: z.optional(z.boolean()),
})
export type ProfileField = z.infer<typeof ProfileField>

/** An uploaded file. The shape beyond its ID is assumed. @see spec 2.8 */
export const Attachment = z.looseObject({
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
export type Attachment = z.infer<typeof Attachment>

/** Who a permission is given to: a group, or users and groups by themselves. */
export const GroupSetting = z.union([
  z.int(),
  z.looseObject({ direct_members: z.array(z.int()), direct_subgroups: z.array(z.int()) }),
])
export type GroupSetting = z.infer<typeof GroupSetting>

/** A group of users. The shape beyond its ID is assumed. @see spec 2.6 */
export const UserGroup = z.looseObject({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  members: z.array(z.int()),
  direct_subgroup_ids: z.array(z.int()),
  creator_id: z.nullish(z.int()),
  date_created: z.nullish(z.int()),
  is_system_group: z.boolean(),
  deactivated: z.optional(z.boolean()),
  can_mention_group: z.optional(GroupSetting),
  can_manage_group: z.optional(GroupSetting),
})
export type UserGroup = z.infer<typeof UserGroup>

/** A channel as listings show it. The shape is assumed. */
export const Channel = z.looseObject({
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
})
export type Channel = z.infer<typeof Channel>

/** One report of a user's presence. @see spec 2.9 */
export const PresenceEntry = z.looseObject({
  /** `active` or `idle`. */
  status: z.string(),
  /** UNIX seconds of the last report. */
  timestamp: z.int(),
  /** Always `website`; absent from `aggregated` on older servers. */
  client: z.optional(z.string()),
  /** Absent from `aggregated`; false where it is there. */
  pushable: z.optional(z.boolean()),
})
export type PresenceEntry = z.infer<typeof PresenceEntry>

/** A user's presence; both keys hold the same. @see spec 2.9 */
export const UserPresence = z.looseObject({ aggregated: PresenceEntry, website: PresenceEntry })
export type UserPresence = z.infer<typeof UserPresence>
