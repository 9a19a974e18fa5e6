import { followedTopicLevels, settingLevels, userDefaultLevels } from './settings.js'

/** Changes with their levels from the server's own history. The tables below have the additions. */
export const companionLevels = {
  userCreatorsOnly: 36,
  inviteLinksByMembers: 209,
  drafts: 87,
  attachmentTimesInSeconds: 443,
  attachmentMessageIds: 472,
  directNarrows: 177,
  wildcardFlags: 224,
  numericIdNarrow: 194,
  // The exact level is unknown: above 179, at most 261.
  conflictingNarrows: 237,
  // The exact level is unknown: above 296, at most 387.
  strictWithNarrow: 371,
  reactionNarrow: 249,
  channelNarrows: 250,
  followedNarrow: 265,
  withNarrow: 271,
  /** Also for bots. */
  deactivationUpdatesUsers: 222,
  // The exact level is unknown: from 325 to 387.
  serviceBotCopies: 345,
  // The exact level is unknown: from 297 to 387.
  deletionsReachCopies: 371,
  deactivationRemovesPeers: 377,
  mutedNarrow: 366,
  channelWildcard: 247,
  channelWildcardClass: 296,
  emojiSequences: 261,
  messageLinks: 319,
  channelInPaths: 324,
  systemGroupNames: 333,
  topicLinksWithMessage: 347,
  newestTopicLinks: 400,
  newerEmojiNames: 387,
  // The exact level is unknown: from 388 to 460.
  cutAnswersRetried: 460,
  inlineImages: 437,
  thumbnails: 275,
  invalidTimesAsText: 451,
  directMessageGroups: 270,
  postingGroups: 333,
  resolvingGroup: 367,
  // The exact level is unknown: above 261, at most this one.
  resolvingUndone: 296,
  partialMoveLimit: 172,
  groupMentionPermission: 191,
  // The exact level is unknown: above 296, at most this one.
  archivingNotices: 387,
  // Changes of texts and codes. The server's history doesn't date four of them, which have the first level at which they were
  // seen: `directMessageWords` came after 152, `typedParameters` and `shortGroupMentionText` after 261, `uniqueNameTexts` after 324.
  directMessageWords: 179,
  wildcardMentionCodes: 229,
  channelWords: 255,
  typedParameters: 296,
  shortGroupMentionText: 296,
  channelAdministrators: 325,
  mismatchedField: 379,
  uniqueNameTexts: 387,
  directMessageType: 174,
  privateTypingGone: 215,
  movesInHistory: 118,
  reactionUserRemoved: 328,
  reactionEventUser: 339,
  reactionEventUserGone: 484,
  botsWithoutKeys: 474,
  slimPresences: 419,
  presenceTimestamps: 487,
  emojiEvents: 491,
  adminsModerate: 380,
  unknownUsers: 232,
  unknownUsersGone: 437,
  subscribedById: 289,
  // The exact level is unknown: above 179, at most 247.
  uploadPages: 247,
  // The exact level is unknown: above 274, at most 324.
  uploadNames: 324,
  uploadUrl: 272,
  groupDeletionGone: 294,
  playgroundTemplate: 196,
  defaultChannelsById: 330,
  gravatarsByClient: 92,
} as const

/** The first levels of endpoints. An endpoint that is nowhere is as old as the server. */
export const endpointLevels = {
  'linkifiers.update': 57,
  'messages.readReceipts': 137,
  'messages.report': 382,
  'messages.updateFlagsInNarrow': 155,
  'realm.addPlayground': 49,
  'realm.exportConsents': 295,
  'realm.removePlayground': 49,
  'realm.updateUserDefaults': 96,
  'reminders.create': 381,
  'reminders.delete': 399,
  'reminders.list': 399,
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
  'typing.sendForEdit': 361,
  'users.getStatus': 262,
  'users.mute': 48,
  'users.unmute': 48,
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
  'realm.startExport': { export_type: 304 },
  'events.register': { idle_queue_timeout: 481 },
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
    moderation_request_channel_id: 331,
    new_stream_announcements_stream_id: 241,
  },
  'realm.updateUserDefaults': userDefaultLevels,
  'reminders.create': { note: 415 },
  'scheduledMessages.create': { read_by_sender: 236 },
  'settings.update': settingLevels,
  'settings.updateNotifications': {
    ...followedTopicLevels,
    realm_name_in_email_notifications_policy: 168,
  },
  'streams.getEmail': { sender_id: 335 },
  'streams.list': { exclude_archived: 315 },
  'streams.topics': { allow_empty_topic_name: 334 },
  'streams.update': {
    can_send_message_group: 333,
    folder_id: 389,
    is_archived: 388,
    is_default_stream: 200,
    is_web_public: 98,
  },
  'subscriptions.add': { folder_id: 389, is_default_stream: 200, is_web_public: 98 },
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
    is_recently_active: 323,
    is_archived: 315,

    message_retention_days: 17,
    subscriber_count: 394,
    topics_policy: 392,
  },
  DataExport: { export_type: 304 },
  ExportConsent: { email_address_visibility: 430 },
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
  'realm.startExport': { id: 182 },
  'files.upload': { filename: 285 },
  'users.fetchApiKey': { user_id: 171 },
  'messages.edit': { detached_uploads: 285 },
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
  'event channel_folder': 389,
  'event drafts': 87,
  'event muted_users': 48,
  'event realm_linkifiers': 54,
  'event realm_playgrounds': 49,
  'event realm_user_settings_defaults': 95,
  'event reminders': 399,
  'event saved_snippets': 297,
  'event scheduled_messages': 179,
  'event typing_edit_message': 351,
  'event user_settings': 89,
  'event user_topic': 134,
} as const satisfies Readonly<Record<string, number>>
