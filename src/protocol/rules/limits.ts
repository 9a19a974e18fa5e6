/**
 * The service's limits. Lengths count Unicode code points. A value that the spec leaves to the register endpoint is
 * given as the assumption that holds until a server has said otherwise.
 *
 * @see spec 8
 */
export const limits = {
  /** `status_text` of 4.5. */
  statusText: 60,
  /** `max_message_length`: assumed, as the register endpoint gives the real value. */
  messageLength: 10_000,
  /** `max_topic_length`: assumed, likewise. */
  topicLength: 60,
  /** `deactivation_notification_comment` of 4.7: assumed. */
  deactivationComment: 2_000,
  /** Messages one listing may ask for: assumed. */
  messagesPerRequest: 5_000,
  /** Messages deleted in one batch of 4.6: assumed. */
  deleteBatch: 100,
  /** Seconds after which a request of 4.6 ends with messages left: assumed. */
  deleteTopicSeconds: 50,
  /** Seconds that the transfer of an uploaded file may add to a request: assumed. */
  uploadSeconds: 120,
  /** Size of the picture of a custom emoji in MiB: assumed. */
  emojiMebibytes: 5,
  /** Code points that the storage of one bot may hold, keys and values together: assumed. */
  botStorage: 10_000_000,
  /** Size of an uploaded file in MiB: assumed. */
  uploadMebibytes: 100,
  /** Names and descriptions: all of them assumed. */
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
  /** Values of profile fields: of one line, and of several. */
  profileShortText: 50,
  profileLongText: 500,
  alertWord: 100,
  /** The least that a password may have. */
  passwordLength: 8,
  /** How long an invitation is open. */
  invitationMinutes: 14_400,
  snippetTitle: 60,
} as const

/** An anchor that stands for the newest message, and is echoed for it. */
export const newestAnchor = 10_000_000_000_000_000

/** What an empty topic is shown as, and read from: `realm_empty_topic_display_name`, assumed. */
export const emptyTopicDisplayName = 'general chat'

/** Read as the empty topic from the level of `noTopicReading` on. @see spec 4.1 */
export const noTopic = '(no topic)'

/** How many Unicode code points a text has. */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/**
 * What names may not look like, as patterns that find what is wrong. The spec shows none of it, so all of it is assumed.
 */
export const nameRules = {
  /** Signs that no text of one line may hold: control characters, halves of characters, and what Unicode has not given out. */
  unprintable: /[\p{Cc}\p{Cs}\p{Cn}]/u,
  /** Signs by which a mention would end, or a link begin, inside the name of a person or bot. */
  forbiddenInFullName: /[*`\\>"@]/u,
  /** Ends a mention of the form `name|id`. */
  mentionedId: /\|\d+$/,
  /** The name of a group stands between single stars. */
  forbiddenInGroupName: /[*]/,
  /** What the server's own groups and mentions begin with. */
  reservedForGroups: /^(@|role:|user:|stream:|channel:)/,
  /** What the name of a custom emoji must look like. */
  emojiName: /^[0-9a-z_-]*[0-9a-z]$/,
} as const

/** What the topic of a conversation that was resolved begins with: assumed. */
export const resolvedTopicMark = '✔ '

/** A topic without the mark. */
export function unmarkedTopic(topic: string): string {
  return topic.startsWith(resolvedTopicMark) ? topic.slice(resolvedTopicMark.length) : topic
}

/** Topic visibility. 2 and 3 are assumed in this order. @see spec 3 */
export const visibilityPolicies = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const

/**
 * How event queues live. All of it is assumed. Times are seconds.
 */
export const eventRules = {
  /** Silence after which a waiting client is sent a `heartbeat` event. */
  heartbeat: 50,
  /** How long clients should wait for an answer to a request for events. */
  longPoll: 90,
  /** How long a queue lives without a request for its events. */
  queueLife: 600,
  /** The longest life that a client may ask for. */
  longestQueueLife: 7 * 24 * 60 * 60,
} as const

/** What clients of a newer kind say that they can take; everything is off unless said. */
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
] as const
export type ClientCapability = (typeof clientCapabilities)[number]
