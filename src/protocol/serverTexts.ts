/**
 * What the server writes into messages of its own and of others. All of it is assumed; `{name}` is where a fact goes,
 * filled in by `noticeText`.
 */
export const serverTexts = {
  /** Ends content that was cut to the limit. */
  truncated: '\n[message truncated]',
  /** Ends a topic or room name that was cut to the limit. */
  cut: '...',
  /** Stands for content that could not be turned into HTML. */
  unrenderable: '<p>[{brand} note: Sorry, we could not understand the formatting of your message]</p>',
  /** Why a scheduled message failed that the server came to too late. */
  scheduledTooLate: 'Message could not be sent at the scheduled time.',
  /** What the sender of a scheduled message is told when it failed. */
  scheduledFailed:
    'The message you scheduled for <time:{time}>  was not sent because of the following error:\n\n> {error}\n\n[View scheduled messages](#scheduled)',
  /** What the owner of a bot is told of its message to a channel that is not there. */
  channelIsMissing:
    'Your bot `{email}` tried to send a message to channel #**{channel}**, but that channel does not exist. Click [here](#channels/new) to create it.',
  channelIdIsMissing:
    'Your bot `{email}` tried to send a message to channel ID {channel}, but there is no channel with that ID.',
  channelIsEmpty:
    'Your bot `{email}` tried to send a message to channel #**{channel}**. The channel exists but does not have any subscribers.',
  /** What is posted where messages were moved to, and where they were moved from. */
  topicMovedHere: 'This topic was moved here from {place} by {user}.',
  topicMovedAway: 'This topic was moved to {place} by {user}.',
  messageMovedHere: 'A message was moved here from {place} by {user}.',
  messageMovedAway: 'A message was moved from this topic to {place} by {user}.',
  messagesMovedHere: '{count} messages were moved here from {place} by {user}.',
  messagesMovedAway: '{count} messages were moved from this topic to {place} by {user}.',
  resolved: '{user} has marked this topic as resolved.',
  unresolved: '{user} has marked this topic as unresolved.',
  /** The name of somebody who may not be seen. */
  unknownUser: 'Unknown user',
  /** The name of somebody whose profile was deleted. */
  deletedUser: 'Deleted user {user_id}',
} as const
