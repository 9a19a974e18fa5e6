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
  contentDeleted: '(deleted)',
  /** Replaces content that couldn't be rendered as HTML. */
  unrenderable: '<p>[{brand} note: Sorry, we could not understand the formatting of your message]</p>',
  /** Shown for a time that can't be read. */
  invalidTime: 'Invalid time format: {text}',
  /** Reminders of messages, in the order in which their parts stand. */
  reminder: 'You requested a reminder for {link}.',
  reminderOlder: 'You requested a reminder for the following message sent to [{channel} > {topic}]({url}).',
  reminderOfDirect: 'You requested a reminder for the following direct message.',
  reminderNote: ' Note:\n > {note}',
  said: '{user} [said]({link}):',
  sentPoll: '{user} [sent]({link}) a poll.',
  sentList: '{user} [sent]({link}) a todo list.',
  /** Reports of messages, and their topic. */
  reportTopic: "{name}'s moderation requests",
  reported: '{by} reported {link} sent by {user}.',
  reportedDirect: '{by} reported a DM sent by {user}{recipients}.',
  /** In a conversation of more than two. */
  reportedTo: ' to {list}',
  reportReasons: '- Reason: **{reason}**\n- Notes:\n```quote\n{description}\n```',
  reportedMessage: '**Message sent by {user}**',
  /** Sent to the administrator who started an export. */
  exportReady: 'Your data export is complete. [View and download exports](/#organization/data-exports-admin).',
  /** The reason when a scheduled message failed because the server got to it too late. */
  scheduledTooLate: 'Message could not be sent at the scheduled time.',
  /** Sent to the sender of a scheduled message that failed. */
  scheduledFailed:
    'The message you scheduled for <time:{time}>  was not sent because of the following error:\n\n> {error}\n\n[View scheduled messages](#scheduled)',
  /** Below, `{kind}` is "channel", or "stream" on older servers. Sent to the owner of a bot that wrote to a channel that doesn't exist or has no subscribers. */
  channelIsMissing:
    'Your bot `{email}` tried to send a message to {kind} #**{channel}**, but that {kind} does not exist. Click [here](#{kind}s/new) to create it.',
  channelIdIsMissing:
    'Your bot `{email}` tried to send a message to {kind} ID {channel}, but there is no {kind} with that ID.',
  channelIsEmpty:
    'Your bot `{email}` tried to send a message to {kind} #**{channel}**. The {kind} exists but does not have any subscribers.',
  /** The topic of notices about a channel, which are posted in it. */
  channelEvents: '{kind} events',
  /** The policies are below. */
  channelCreated: '**{policy}** {kind} created by {user}. **Description:**\n```` quote\n{description}\n````',
  publicChannel: 'Public',
  privateChannel: 'Private, shared history',
  protectedChannel: 'Private, protected history',
  noDescription: '*No description.*',
  channelRenamed: '{user} renamed {kind} **{before}** to **{after}**.',
  descriptionChanged:
    '{user} changed the description for this {kind}.\n\n* **Old description:**\n```` quote\n{before}\n````\n* **New description:**\n```` quote\n{after}\n````',
  accessChanged:
    '{user} changed the [access permissions](/help/{kind}-permissions) for this {kind} from **{before}** to **{after}**.',
  postingChanged:
    '{user} changed the [posting permissions](/help/channel-posting-policy) for this channel:\n\n* **Old**: {before}\n* **New**: {after}',
  retentionChanged:
    '{user} has changed the [message retention period](/help/message-retention-policy) for this {kind}:\n* **Old retention period**: {before}\n* **New retention period**: {after}\n\n{summary}',
  days: '{days} days',
  forever: 'Forever',
  deletedAfter: 'Messages in this {kind} will now be automatically deleted {days} days after they are sent.',
  retainedForever: 'Messages in this {kind} will now be retained forever.',
  /** Posted in the organisation's channel for new channels, in the topic `newChannels`. */
  newChannels: 'new {kind}s',
  channelAnnounced: '{user} created a new {kind} {list}.',
  channelsAnnounced: '{user} created the following {kind}s: {list}.',
  channelArchived: 'Channel {channel} has been archived.',
  channelUnarchived: 'Channel {channel} un-archived.',
  /** Sent to somebody whom another user subscribed, or added to a group. */
  subscribed: '{user} subscribed you to #**{channel}**.',
  subscribedOlder: '{user} subscribed you to the {kind} #**{channel}**.',
  subscribedToSeveral: '{user} subscribed you to the following {kind}s:\n\n{list}',
  addedToGroup: '{user} added you to the group @_*{group}*.',
  removedFromGroup: '{user} removed you from the group @_*{group}*.',
  /** Posted where messages were moved to, and where they were moved from. */
  topicMovedHere: 'This topic was moved here from {place} by {user}.',
  topicMovedAway: 'This topic was moved to {place} by {user}.',
  messageMovedHere: '[A message]({link}) was moved here from {place} by {user}.',
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
