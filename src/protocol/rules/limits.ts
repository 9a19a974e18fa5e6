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
  /** `room_name` of 4.16 is cut to this: assumed. */
  roomName: 255,
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
