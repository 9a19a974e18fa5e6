/**
 * Texts that the server writes into its own messages and those of others. All are assumed; `noticeText` fills in the
 * `{name}` placeholders.
 */
export const serverTexts = {
  /** Appended to content that was truncated to the limit. */
  truncated: '\n[message truncated]',
  /** Appended to a topic or room name that was truncated to the limit. */
  cut: '...',
  /** Replaces content that an edit leaves empty. */
  emptied: '(deleted)',
  /** Replaces content that couldn't be rendered as HTML. */
  unrenderable: '<p>[{brand} note: Sorry, we could not understand the formatting of your message]</p>',
  /** The reason when a scheduled message failed because the server got to it too late. */
  scheduledTooLate: 'Message could not be sent at the scheduled time.',
  /** Sent to the sender of a scheduled message that failed. */
  scheduledFailed:
    'The message you scheduled for <time:{time}>  was not sent because of the following error:\n\n> {error}\n\n[View scheduled messages](#scheduled)',
  /** Sent to the owner of a bot that wrote to a channel that doesn't exist or has no subscribers. */
  channelIsMissing:
    'Your bot `{email}` tried to send a message to channel #**{channel}**, but that channel does not exist. Click [here](#channels/new) to create it.',
  channelIdIsMissing:
    'Your bot `{email}` tried to send a message to channel ID {channel}, but there is no channel with that ID.',
  channelIsEmpty:
    'Your bot `{email}` tried to send a message to channel #**{channel}**. The channel exists but does not have any subscribers.',
  /** Posted where messages were moved to, and where they were moved from. */
  topicMovedHere: 'This topic was moved here from {place} by {user}.',
  topicMovedAway: 'This topic was moved to {place} by {user}.',
  messageMovedHere: 'A message was moved here from {place} by {user}.',
  messageMovedAway: 'A message was moved from this topic to {place} by {user}.',
  messagesMovedHere: '{count} messages were moved here from {place} by {user}.',
  messagesMovedAway: '{count} messages were moved from this topic to {place} by {user}.',
  resolved: '{user} has marked this topic as resolved.',
  unresolved: '{user} has marked this topic as unresolved.',
  /** Shown as the name of a user whom the caller may not see. */
  unknownUser: 'Unknown user',
  /** Shown as the name of a user whose profile was deleted. */
  deletedUser: 'Deleted user {user_id}',
} as const
