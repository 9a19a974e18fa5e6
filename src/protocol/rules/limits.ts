/**
 * The server's limits. Lengths count Unicode code points. A value that the server gives in its register response is an
 * assumption, used until a server sends its own.
 */
export const limits = {
  /** `status_text` of 4.5. */
  statusText: 60,
  /** `max_message_length`: assumed; the register endpoint returns the real value. */
  messageLength: 10_000,
  /** `max_topic_length`: assumed, likewise. */
  topicLength: 60,
  /** `deactivation_notification_comment` of 4.7: assumed. */
  deactivationComment: 2_000,
  /** Messages that one listing may request: assumed. */
  messagesPerRequest: 5_000,
  /** Messages deleted in one batch of 4.6: assumed. */
  deleteBatch: 100,
  /** Seconds after which a request of 4.6 ends even if messages are left: assumed. */
  deleteTopicSeconds: 50,
  /** Seconds that uploading a file may add to a request: assumed. */
  uploadSeconds: 120,
  /** Of a report of a message: assumed. */
  reportDescription: 1000,
  /** Exports that administrators may start within seven days: assumed. */
  exportsInAWeek: 5,
  /** Of the note in a reminder: assumed. */
  reminderNote: 500,
  /** Of the name of a playground's language: assumed. */
  playgroundLanguage: 40,
  /** Size of a custom emoji's image in MiB: assumed. */
  emojiMebibytes: 5,
  /** Size of an avatar's image in MiB: assumed. */
  avatarMebibytes: 5,
  /** Code points that the storage of one bot may hold, keys and values together: assumed. */
  botStorage: 10_000_000,
  /** Size of an uploaded file in MiB: assumed. */
  uploadMebibytes: 100,
  /** Names and descriptions: all assumed. */
  realmName: 40,
  realmDescription: 1000,
  fullName: 100,
  channelName: 60,
  channelDescription: 1024,
  channelFolderName: 60,
  channelFolderDescription: 1024,
  groupName: 100,
  profileFieldName: 40,
  profileFieldHint: 80,
  /** Values of profile fields, single-line and multi-line. */
  profileShortText: 50,
  profileLongText: 500,
  alertWord: 100,
  /** The minimum length. */
  passwordLength: 8,
  /** How long an invitation stays open. */
  invitationMinutes: 14_400,
  snippetTitle: 60,
} as const

/** An anchor that means the newest message; responses echo it. */
export const newestAnchor = 10_000_000_000_000_000

/** The display name of the empty topic, also accepted as its name: `realm_empty_topic_display_name`, assumed. */
export const emptyTopicDisplayName = 'general chat'

/** Read as the empty topic from the level of `noTopicReading` on. */
export const noTopic = '(no topic)'

/** The number of Unicode code points in a string. */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Rules for names, as patterns that match what isn't allowed. All are assumed. */
export const nameRules = {
  /** Characters that no single-line text may contain: control characters, lone surrogates and unassigned code points. */
  unprintable: /[\p{Cc}\p{Cs}\p{Cn}]/u,
  /** Characters that would end a mention, or start a link, inside the name of a person or bot. */
  forbiddenInFullName: /[*`\\>"@]/u,
  /** Ends a mention of the form `name|id`. */
  mentionedId: /\|\d+$/,
  /** A mention of a group has the name between single asterisks. */
  forbiddenInGroupName: /[*]/,
  /** Prefixes of the server's own groups and mentions. */
  reservedForGroups: /^(@|role:|user:|stream:|channel:)/,
  /** Unlike the others, this one must match: the name of a custom emoji. */
  emojiName: /^[0-9a-z_-]*[0-9a-z]$/,
} as const

/** Prefix of a resolved topic: assumed. */
export const resolvedTopicMark = '✔ '

/** The topic without the mark. */
export function unmarkedTopic(topic: string): string {
  return topic.startsWith(resolvedTopicMark) ? topic.slice(resolvedTopicMark.length) : topic
}

/** Topic visibility. 2 and 3 are assumed in this order. */
export const visibilityPolicies = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const

/** Media types of pictures that the server makes smaller, and of those that can be an emoji. */
export const pictureTypes: RegExp = /^image\/(?:avif|gif|heic|jpeg|png|tiff|webp)$/
export const emojiTypes: RegExp = /^image\/(?:avif|gif|jpeg|png|webp)$/

/** Why a message can be reported. Assumed. */
export const reportReasons = ['spam', 'harassment', 'inappropriate', 'norms', 'other'] as const

/** Lifetimes and timeouts of event queues, in seconds. All are assumed. */
export const eventRules = {
  /** How long a waiting client gets no event before the server sends it a `heartbeat`. */
  heartbeat: 50,
  /** How long clients should wait for the response to a request for events. */
  longPoll: 90,
  /** How long a queue lives without a request for its events. */
  queueLife: 600,
  /** The longest lifetime that a client may request. */
  longestQueueLife: 7 * 24 * 60 * 60,
} as const

/** What newer clients can declare that they support; each is off unless declared. */
export const clientCapabilities = [
  'notification_settings_null',
  'bulk_message_deletion',
  'user_avatar_url_field_optional',
  'stream_typing_notifications',
  'user_settings_object',
  'linkifier_url_template',
  'user_list_incomplete',
  'include_deactivated_groups',
  'archived_channels',
  'empty_topic_name',
  'simplified_presence_events',
  'individual_emoji_changes',
] as const
export type ClientCapability = (typeof clientCapabilities)[number]
