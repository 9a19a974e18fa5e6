import type { WrittenRow } from './featureLevel.js'

/** Changes with their levels from the server's own history. The tables below have the additions. */
export const companionLevels = {
  userCreatorsOnly: {
    at: { level: 36, kind: 'behaviour', endpoint: 'users.create' },
  },
  inviteLinksByMembers: {
    at: { level: 209, kind: 'behaviour', endpoint: 'invites.createLink' },
    alsoAppliesTo: [{ endpoint: 'invites.revokeLink' }],
  },
  drafts: {
    at: { level: 87, kind: 'endpoint', endpoint: 'drafts.list' },
    alsoAppliesTo: [{ endpoint: 'drafts.create' }, { endpoint: 'drafts.edit' }, { endpoint: 'drafts.delete' }],
  },
  attachmentTimesInSeconds: {
    at: { level: 443, kind: 'field', entity: 'Attachment', field: 'create_time' },
  },
  attachmentMessageIds: {
    at: { level: 472, kind: 'field', entity: 'Attachment', field: 'message_ids' },
  },
  directNarrows: {
    at: { level: 177, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
  },
  wildcardFlags: {
    at: { level: 224, kind: 'value', endpoint: 'messages.list' },
  },
  numericIdNarrow: {
    at: { level: 194, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
  },
  // The exact level is unknown: above 179, at most 261.
  conflictingNarrows: {
    at: { level: 237, kind: 'error', endpoint: 'messages.list', parameter: 'narrow' },
  },
  // The exact level is unknown: above 296, at most 387.
  strictWithNarrow: {
    at: { level: 371, kind: 'error', endpoint: 'messages.list', parameter: 'narrow' },
  },
  reactionNarrow: {
    at: { level: 249, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
  },
  channelNarrows: {
    at: { level: 250, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
  },
  followedNarrow: {
    at: { level: 265, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
  },
  withNarrow: {
    at: { level: 271, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
  },
  /** Also for bots. */
  deactivationUpdatesUsers: {
    at: { level: 222, kind: 'value', endpoint: 'events.get' },
  },
  // The exact level is unknown: from 325 to 387.
  serviceBotCopies: {
    at: { level: 345, kind: 'behaviour', endpoint: 'messages.list' },
    alsoAppliesTo: [
      { endpoint: 'messages.get' },
      { endpoint: 'messages.edit' },
      { endpoint: 'messages.delete' },
      { endpoint: 'reactions.add' },
      { endpoint: 'events.get' },
    ],
  },
  // The exact level is unknown: from 297 to 387.
  deletionsReachCopies: {
    at: { level: 371, kind: 'behaviour', endpoint: 'events.get' },
  },
  deactivationRemovesPeers: {
    at: { level: 377, kind: 'value', endpoint: 'events.get' },
  },
  mutedNarrow: {
    at: { level: 366, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
  },
  channelWildcard: {
    at: { level: 247, kind: 'value', endpoint: 'messages.render', parameter: 'content' },
  },
  channelWildcardClass: {
    at: { level: 296, kind: 'value', endpoint: 'messages.render' },
  },
  emojiSequences: {
    at: { level: 261, kind: 'value', endpoint: 'messages.render', parameter: 'content' },
  },
  messageLinks: {
    at: { level: 319, kind: 'value', endpoint: 'messages.render', parameter: 'content' },
  },
  channelInPaths: {
    at: { level: 324, kind: 'value', endpoint: 'messages.render' },
  },
  systemGroupNames: {
    at: { level: 333, kind: 'value', endpoint: 'messages.render' },
  },
  topicLinksWithMessage: {
    at: { level: 347, kind: 'value', endpoint: 'messages.render' },
  },
  newerEmojiNames: {
    at: { level: 387, kind: 'value', endpoint: 'messages.render' },
  },
  inlineImages: {
    at: { level: 437, kind: 'value', endpoint: 'messages.render', parameter: 'content' },
  },
  invalidTimesAsText: {
    at: { level: 451, kind: 'value', endpoint: 'messages.render' },
  },
  directMessageGroups: {
    at: { level: 270, kind: 'behaviour', endpoint: 'messages.send', parameter: 'to' },
  },
  postingGroups: {
    at: { level: 333, kind: 'behaviour', endpoint: 'messages.send', parameter: 'to' },
    alsoAppliesTo: [{ endpoint: 'messages.edit', parameter: 'stream_id' }],
  },
  resolvingGroup: {
    at: { level: 367, kind: 'behaviour', endpoint: 'messages.edit', parameter: 'topic' },
  },
  // The exact level is unknown: above 261, at most this one.
  resolvingUndone: {
    at: { level: 296, kind: 'behaviour', endpoint: 'messages.edit', parameter: 'topic' },
  },
  partialMoveLimit: {
    at: { level: 172, kind: 'error', endpoint: 'messages.edit', parameter: 'propagate_mode' },
  },
  groupMentionPermission: {
    at: { level: 191, kind: 'behaviour', endpoint: 'messages.send', parameter: 'content' },
    alsoAppliesTo: [{ endpoint: 'messages.edit', parameter: 'content' }],
  },
  // The exact level is unknown: above 296, at most this one.
  archivingNotices: {
    at: { level: 387, kind: 'behaviour', endpoint: 'streams.archive' },
    alsoAppliesTo: [{ endpoint: 'subscriptions.add' }],
  },
  // Changes of texts and codes. The server's history doesn't date four of them, which have the first level at which they were
  // seen: `directMessageWords` came after 152, `typedParameters` and `shortGroupMentionText` after 261, `uniqueNameTexts` after 324.
  directMessageWords: {
    at: { level: 179, kind: 'error', entity: 'ErrorEnvelope', field: 'msg' },
  },
  wildcardMentionCodes: {
    at: { level: 229, kind: 'error', endpoint: 'messages.send' },
    alsoAppliesTo: [{ endpoint: 'messages.edit' }],
  },
  channelWords: {
    at: { level: 255, kind: 'error', entity: 'ErrorEnvelope', field: 'msg' },
  },
  typedParameters: {
    at: { level: 296, kind: 'error', entity: 'ErrorEnvelope', field: 'msg' },
  },
  shortGroupMentionText: {
    at: { level: 296, kind: 'error', endpoint: 'messages.send' },
    alsoAppliesTo: [{ endpoint: 'messages.edit' }],
  },
  channelAdministrators: {
    at: { level: 325, kind: 'error', endpoint: 'streams.update' },
    alsoAppliesTo: [{ endpoint: 'streams.archive' }],
  },
  mismatchedField: {
    at: { level: 379, kind: 'error', entity: 'ErrorEnvelope', field: 'msg' },
  },
  uniqueNameTexts: {
    at: { level: 387, kind: 'error', entity: 'ErrorEnvelope', field: 'msg' },
  },
  directMessageType: {
    at: { level: 174, kind: 'value', endpoint: 'messages.send', parameter: 'type' },
    alsoAppliesTo: [{ endpoint: 'typing.send', parameter: 'type' }],
  },
  privateTypingGone: {
    at: { level: 215, kind: 'value', endpoint: 'typing.send', parameter: 'type' },
  },
  movesInHistory: {
    at: { level: 118, kind: 'field', entity: 'Edit', field: 'prev_topic' },
    alsoAppliesTo: [{ endpoint: 'messages.history' }],
  },
  reactionUserRemoved: {
    at: { level: 328, kind: 'field', entity: 'Reaction', field: 'user_id' },
  },
  subscribedById: {
    at: { level: 289, kind: 'field', endpoint: 'subscriptions.add', field: 'subscribed' },
  },
  uploadUrl: {
    at: { level: 272, kind: 'field', endpoint: 'files.upload', field: 'url' },
  },
  defaultChannelsById: {
    at: { level: 330, kind: 'field', endpoint: 'events.register', field: 'realm_default_streams' },
  },
  gravatarsByClient: {
    at: { level: 92, kind: 'behaviour', endpoint: 'messages.list', parameter: 'client_gravatar' },
    alsoAppliesTo: ['users.get', 'users.getByEmail', 'users.list'].map((endpoint) => ({
      endpoint,
      parameter: 'client_gravatar',
    })),
  },
} as const satisfies Readonly<Record<string, WrittenRow>>

/** The first levels of endpoints. An endpoint that is nowhere is as old as the server. */
export const endpointLevels = {
  'linkifiers.update': 57,
  'messages.readReceipts': 137,
  'messages.updateFlagsInNarrow': 155,
  'savedSnippets.create': 297,
  'savedSnippets.delete': 297,
  'savedSnippets.edit': 368,
  'savedSnippets.list': 297,
  'scheduledMessages.create': 179,
  'scheduledMessages.delete': 173,
  'scheduledMessages.list': 173,
  'streams.create': 417,
  'streams.get': 132,
  'streams.getEmail': 226,
  'bots.getKey': 463,
  'subscriptions.isSubscribed': 12,
  'userGroups.members': 127,
  'userGroups.subgroups': 127,
  'userGroups.updateSubgroups': 127,
  'users.getStatus': 262,
  'users.mute': 48,
  'users.unmute': 48,
} as const satisfies Readonly<Record<string, number>>

const followedTopicLevels = {
  enable_followed_topic_audible_notifications: 189,
  enable_followed_topic_desktop_notifications: 189,
  enable_followed_topic_email_notifications: 189,
  enable_followed_topic_push_notifications: 189,
  enable_followed_topic_wildcard_mentions_notify: 189,
} as const

/** The first levels of personal settings that later servers added. */
export const settingLevels = {
  ...followedTopicLevels,
  allow_private_data_export: 293,
  automatically_follow_topics_policy: 214,
  automatically_follow_topics_where_mentioned: 235,
  automatically_unmute_topics_in_muted_streams_policy: 214,
  display_emoji_reaction_users: 125,
  email_address_visibility: 163,
  hide_ai_features: 350,
  realm_name_in_email_notifications_policy: 168,
  receives_typing_notifications: 253,
  resolved_topic_notice_auto_read_policy: 385,
  send_private_typing_notifications: 105,
  send_read_receipts: 105,
  send_stream_typing_notifications: 105,
  user_list_style: 141,
  web_animate_image_previews: 275,
  web_channel_default_view: 269,
  web_escape_navigates_to_home_view: 219,
  web_font_size_px: 245,
  web_home_view: 219,
  web_inbox_show_channel_folders: 431,
  web_left_sidebar_show_channel_folders: 411,
  web_left_sidebar_unreads_count_summary: 398,
  web_line_height_percent: 245,
  web_mark_read_on_scroll_policy: 175,
  web_navigate_to_sent_message: 268,
  web_stream_unreads_count_display_policy: 210,
  web_suggest_update_timezone: 329,
} as const satisfies Readonly<Record<string, number>>

const groupSettingLevels = {
  can_add_members_group: 305,
  can_join_group: 301,
  can_leave_group: 308,
  can_manage_group: 283,
  can_remove_members_group: 324,
} as const

const invitedLevels = {
  group_ids: 322,
  include_realm_default_subscriptions: 261,
  invite_expires_in_minutes: 126,
} as const

const profileFieldLevels = { display_in_profile_summary: 146, editable_by_user: 296, required: 244 } as const

const linkifierLevels = { alternative_url_templates: 478, example_input: 471, reverse_template: 471 } as const

/** The first levels of parameters that later servers added, by endpoint. An older server ignores them. */
export const parameterLevels = {
  'invites.createLink': invitedLevels,
  'invites.send': { ...invitedLevels, notify_referrer_on_join: 267 },
  'linkifiers.create': linkifierLevels,
  'linkifiers.update': linkifierLevels,
  'messages.edit': { prev_content_sha256: 379, send_notification_to_new_thread: 9, send_notification_to_old_thread: 9 },
  'messages.get': { allow_empty_topic_name: 334 },
  'messages.history': { allow_empty_topic_name: 334 },
  'messages.list': { allow_empty_topic_name: 334, include_anchor: 155, message_ids: 300 },
  'messages.send': { read_by_sender: 236 },
  'presence.report': { history_limit_days: 288, last_update_id: 263 },
  'profileFields.create': profileFieldLevels,
  'profileFields.update': profileFieldLevels,
  'realm.update': {
    can_access_all_users_group: 225,
    can_create_groups: 299,
    can_invite_users_group: 321,
    can_manage_all_groups: 299,
    create_multiuse_invite_group: 209,
  },
  'scheduledMessages.create': { read_by_sender: 236 },
  'settings.update': settingLevels,
  'settings.updateNotifications': {
    ...followedTopicLevels,
    realm_name_in_email_notifications_policy: 168,
  },
  'streams.getEmail': { sender_id: 335 },
  'streams.list': { exclude_archived: 315 },
  'streams.topics': { allow_empty_topic_name: 334 },
  'streams.update': { can_send_message_group: 333, folder_id: 389, is_archived: 388 },
  'subscriptions.add': { folder_id: 389 },
  'typing.send': { stream_id: 215, topic: 58, type: 58 },
  'userGroups.create': { ...groupSettingLevels, can_mention_group: 198, subgroups: 311 },
  'userGroups.list': { include_deactivated_groups: 294 },
  // `can_mention_group` is older, but had no `old` and `new` before.
  'userGroups.update': { ...groupSettingLevels, can_mention_group: 260, deactivated: 386 },
  'userGroups.updateMembers': { add_subgroups: 311, delete_subgroups: 311 },
  'users.deactivate': { deactivation_notification_comment: 135 },
  'users.list': { user_ids: 384 },
  'users.setOwnStatus': { emoji_code: 86, emoji_name: 86, reaction_type: 86 },
  'users.update': { new_email: 285 },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>

/**
 * The first levels of fields that later servers added, under their names of today: of entities, of responses (by endpoint), and of
 * events (by type).
 */
export const fieldLevels = {
  Channel: {
    can_add_subscribers_group: 342,
    can_administer_channel_group: 325,
    can_create_topic_group: 441,
    can_delete_any_message_group: 407,
    can_delete_own_message_group: 407,
    can_move_messages_out_of_channel_group: 396,
    can_move_messages_within_channel_group: 396,
    can_remove_subscribers_group: 197,
    can_resolve_topics_group: 402,
    can_send_message_group: 333,
    can_subscribe_group: 357,
    creator_id: 254,
    date_created: 30,
    is_archived: 315,
    message_retention_days: 17,
    subscriber_count: 394,
    topics_policy: 392,
  },
  Invitation: { notify_referrer_on_join: 267 },
  ProfileField: profileFieldLevels,
  UserGroup: {
    ...groupSettingLevels,
    can_mention_group: 198,
    creator_id: 292,
    date_created: 292,
    deactivated: 290,
    direct_subgroup_ids: 131,
    is_system_group: 93,
  },
  'files.upload': { filename: 285 },
  'users.fetchApiKey': { user_id: 171 },
  'messages.send': { automatic_new_visibility_policy: 218 },
  'messages.updateFlags': { ignored_because_not_subscribed_channels: 355 },
  'messages.updateFlagsInNarrow': { ignored_because_not_subscribed_channels: 355 },
  'presence.report': { presence_last_update_id: 263 },
  'event update_message': { rendering_only: 114 },
  'event update_message_flags': { message_details: 121 },
  'event user_status': { emoji_code: 86, emoji_name: 86, reaction_type: 86 },
  'event restart': { svc_feature_level: 59, svc_version: 59 },
  'event stream': { stream_ids: 343 },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>

/** The first levels of the types of events that later servers added. */
export const eventLevels = {
  channel_folder: 389,
  drafts: 87,
  muted_users: 48,
  realm_linkifiers: 54,
  saved_snippets: 297,
  scheduled_messages: 179,
  user_settings: 89,
  user_topic: 134,
} as const satisfies Readonly<Record<string, number>>

/** Rows above whose exact level is unknown: it is above 387. */
export const unknownLevels: ReadonlySet<string> = new Set([
  'streams.create',
  'streams.update.is_archived',
  'Channel.can_create_topic_group',
  'Channel.can_delete_any_message_group',
  'Channel.can_delete_own_message_group',
  'Channel.can_move_messages_out_of_channel_group',
  'Channel.can_move_messages_within_channel_group',
  'Channel.can_resolve_topics_group',
])
