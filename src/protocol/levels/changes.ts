import type { FeatureId, NamedFeature } from './features.js'

/** What each feature changes. Kept apart from the level table, so that bots don't bundle it. */
const changes: Readonly<Record<NamedFeature, string>> = {
  externalAuthenticationMethods:
    'Login methods are listed in display order; `authentication_methods` is deprecated (release 2.1.0).',
  authenticationCodeHost2: 'The key `idp_code_host_2` was added.',
  getUserByEmail: 'A user can be looked up by email address.',
  serverMergeBase: 'The merge base against the official branches is reported.',
  realmWebPublicAccess: 'Whether web-public channels are enabled and one exists is reported.',
  groupMembershipCheck: 'Whether a user is a member of a group can be queried.',
  deleteTopicInBatches: 'Messages are deleted in batches, newest first.',
  deleteTopicPartiallyCompleted: 'A request that ended early has the result `partially_completed`.',
  deliveryEmailAlways: '`delivery_email` is always present, null when the caller may not see the address.',
  ignoredParameters: 'A successful answer names the parameters that the endpoint does not support.',
  userTopics: 'A visibility policy can be set for a topic; the older muting endpoint is deprecated.',
  topicMutingIdempotent: 'Muting a muted topic, or unmuting one that is not, succeeds; before, it was an error.',
  linkifierUrlTemplate: '`url_template` (RFC 6570) replaced `url_format`.',
  presenceWithoutClients:
    'The keys are always `aggregated` and `website`, with the same data; before, one key per client.',
  editScheduledMessage: 'Scheduled messages can be edited.',
  muteBots: 'Bots can be muted.',
  directMessageTrigger: 'The trigger `private_message` was renamed `direct_message`.',
  linkifierReordering: 'Linkifiers are processed in an order that administrators set; before, by ID.',
  deleteTopicComplete: 'A request that ended early succeeds with `complete` = false; `partially_completed` is gone.',
  followedTopics: 'The policy "followed" was added.',
  channelMessageType: '`channel` is accepted as a type, meaning `stream`.',
  firstMessageIdEvent: "A channel update event is sent when the channel's oldest message changes.",
  realmUrl: '`realm_url` replaced `realm_uri`, which stays as a deprecated alias.',
  deactivateGroup: 'User groups can be deactivated.',
  groupInUseCode: 'A group in use is refused with CANNOT_DEACTIVATE_GROUP_IN_USE; before, with BAD_REQUEST.',
  realEmailLookup: 'A real address finds its user exactly when the caller may see it; the dummy form finds every user.',
  deactivatedNotMember: 'The answer for a deactivated user is false.',
  sharedDirectRecipientId: 'Incoming 1:1 messages share it with the outgoing messages of that conversation.',
  emptyTopic: 'The empty string is a valid channel topic.',
  billingAdminRemoved: '`is_billing_admin` was removed.',
  lastMovedTimestamp: 'Moves have their own timestamp; `last_edit_timestamp` covers content edits only.',
  noTopicReading: '`(no topic)` and the display name of the empty topic are read as the empty string.',
  channelFolders: 'Channels can be put into folders.',
  setUserStatus: "Administrators can set another user's status.",
  channelFolderOrder: 'Folders have an order and are listed by it; before, by ID.',
  importedStub: '`is_imported_stub` marks an account that was imported and never logged in.',
  botsInGroupCheck: 'Whether a bot is a member can be queried.',
  deactivationActions: 'A deactivation can delete the profile and messages first.',
  createCall: 'A video call can be created with the external conferencing provider.',
  reverseLinkifiers: '`example_input` and `reverse_template` were added.',
  statusForBots: 'Access for bots changed: a bot with administrator rights may set the status of a user.',
  dateJoinedAtFirstLogin: 'For imported users it becomes the time of the first login.',
  alternativeUrlTemplates: 'Further templates for turning a URL back into text were added (release 12.0).',
  authenticationChatVendor: 'The key `idp_chat_vendor` was added.',
  deletedUsers: '`is_deleted` marks users that were permanently deleted.',
  groupCheckByBots: 'Bots may read and change user groups; before, only people could.',
  userCreatorsOnly: 'Creating a user needs the permission `can_create_users`; before, administrators could do it.',
  inviteLinksByMembers:
    'Whoever the setting `create_multiuse_invite_group` permits may create and revoke invitation links; before, administrators.',
  drafts: 'The server keeps drafts.',
  attachmentTimesInSeconds: 'The times of attachments are in seconds; before, in milliseconds.',
  attachmentMessageIds: '`message_ids` replaced `messages`, which had IDs and times.',
  directNarrows:
    'The operators `dm`, `dm-including` and `is:dm` were added; `pm-with`, `group-pm-with` and `is:private` are deprecated.',
  wildcardFlags:
    '`stream_wildcard_mentioned` and `topic_wildcard_mentioned` tell the wildcards apart; `wildcard_mentioned` is deprecated.',
  numericIdNarrow: 'The operand of `id` can be a number; before, only a string.',
  conflictingNarrows:
    'Conditions for channel messages together with those for direct messages are refused. The exact level is unknown: above 179, at most 261.',
  strictWithNarrow:
    '`with` a message that the caller cannot read is refused unless the other operators name a conversation. The exact level is unknown: above 296, at most 387.',
  reactionNarrow: 'The operator `has:reaction` was added.',
  channelNarrows: 'The operators `channel` and `channels` were added, beside `stream` and `streams`.',
  followedNarrow: 'The operator `is:followed` was added.',
  withNarrow: 'The operator `with`, for the conversation of a message, was added.',
  deactivationUpdatesUsers:
    'A user or bot that is deactivated or reactivated is updated (`is_active`); before, removed and added.',
  serviceBotCopies:
    'Outgoing-webhook and embedded bots keep copies of messages: they can read, edit and delete their direct messages. The exact level is unknown: from 325 to 387.',
  deletionsReachCopies:
    'Unsubscribed accounts that received a message also get the event of its deletion. The exact level is unknown: from 297 to 387.',
  deactivationRemovesPeers: 'A deactivated user is removed from the subscribers of its channels (`peer_remove`).',
  mutedNarrow: 'The operator `is:muted` was added.',
  channelWildcard: '`@**channel**` mentions everybody in a channel, like `@**all**`.',
  channelWildcardClass:
    'The HTML of a mention of everybody has the class `channel-wildcard-mention`. The exact level is unknown: above 261, at most 296.',
  emojiSequences:
    'Emoji of several characters, such as flags and families, are recognised. The exact level is unknown: above 179, at most 261.',
  messageLinks: '`#**channel>topic@message**` links to a message.',
  channelInPaths:
    'Links to channels go to `#narrow/channel/…`; before, to `#narrow/stream/…`. The exact level is unknown: above 296, at most 324.',
  systemGroupNames: 'Mentions of system groups show readable names, such as "Members" for `role:members`.',
  topicLinksWithMessage: 'Links to topics end in `/with/…` and the ID of a message, so that they follow a moved topic.',
  newestTopicLinks: 'Links to topics end in the ID of the newest message; before, of the oldest.',
  newerEmojiNames:
    'About 230 emoji have other names: `:smile:` is another emoji. The exact level is unknown: from 325 to 387.',
  uploadPages:
    'A file that may not be read leads to the login page if there are no credentials, and is a picture for programs that prefer one; before, it was a page with status 403. The exact level is unknown: above 179, at most 247.',
  uploadNames:
    'A file is served with the name and type that it was uploaded with; before, with those of its address. The exact level is unknown: above 274, at most 324.',
  thumbnails:
    'Previews of uploaded images are thumbnails, and a placeholder until they are ready; then an `update_message` event brings the new HTML (`rendering_only`). Before, they were the file itself.',
  cutAnswersRetried:
    "A bot's answer that breaks off counts as a connection error: the delivery is repeated. Before, it failed at once. The exact level is unknown: from 388 to 460.",
  inlineImages: '`![text](address)` shows an uploaded image; before, it was text.',
  invalidTimesAsText: 'An invalid time stays text; before, an error was shown in its place.',
  directMessageGroups:
    'Group settings decide who may write direct messages to people, and who may start such a conversation.',
  postingGroups: 'A group setting decides who may post in a channel.',
  resolvingGroup: 'Resolving a topic has its own permission; before, it needed the one for renaming topics.',
  resolvingUndone:
    'If a topic is resolved and unresolved within a minute, its notice is deleted; before, there were two notices.',
  partialMoveLimit: 'Moving a topic of which only the newest messages may be moved is refused with its own code.',
  archivingNotices: 'A notice in an archived channel says so; the one to a subscribed user is shorter.',
  groupMentionPermission: 'Only users whom `can_mention_group` names may mention a group.',
  directMessageWords: 'Errors say "direct message"; before, "private message".',
  wildcardMentionCodes:
    'Refused wildcard mentions have their own codes, and topic wildcards are refused too; before, BAD_REQUEST.',
  channelWords: 'Errors and notices say "channel"; before, "stream".',
  typedParameters: 'Errors about parameters have new texts; an old one was `Argument "x" is not valid JSON.`.',
  shortGroupMentionText: 'The error for a refused group mention no longer names the group that may mention it.',
  channelAdministrators:
    'Channels have their own administrators, and others are refused with BAD_REQUEST; before, with UNAUTHORIZED_PRINCIPAL.',
  mismatchedField: 'EXPECTATION_MISMATCH names the parameter, also as `field_name`.',
  uniqueNameTexts: 'Errors about names and addresses in use have the same wording.',
  directMessageType: '`direct` is accepted as a type, meaning `private`.',
  privateTypingGone: '`private` is no longer accepted as a type.',
  movesInHistory: 'Moves have `topic`, `stream` and `prev_topic`; before, only `prev_subject` and `prev_stream`.',
  reactionUserRemoved: "Reactions no longer have the `user` object, which repeated the user's ID, address and name.",
  reactionEventUser: 'Events of reactions have the `user` object again; messages do not.',
  reactionEventUserGone: 'Events of reactions no longer have the `user` object.',
  botsWithoutKeys:
    'Bots have only `user_id`, `services` and defaults here, and events tell only of those; before, also key, address, name and owner.',
  slimPresences: 'The capability `simplified_presence_events` selects events with `presences`, by user ID.',
  presenceTimestamps:
    '`active_timestamp` and `idle_timestamp` replaced `aggregated` and `website`, which level 497 has again.',
  emojiEvents: 'The capability `individual_emoji_changes` selects events about one emoji; before, all were sent.',
  adminsModerate: '`is_moderator` is true for administrators too.',
  unknownUsers:
    'Users whom a guest may not see are listed as "Unknown user"; a client with the capability `user_list_incomplete` does not get them.',
  unknownUsersGone: 'Lists of users leave out those whom a guest may not see.',
  subscribedById: 'Users are named by their IDs; before, by their API addresses.',
  uploadUrl: '`url` replaced `uri`, which stays as a deprecated alias.',
  groupDeletionGone: 'User groups can no longer be deleted; deactivate them instead.',
  playgroundTemplate: '`url_template` (RFC 6570) replaced `url_prefix`, to which the code was appended.',
  defaultChannelsById: '`realm_default_streams` has IDs; before, it had channels.',
  gravatarsByClient: 'The default of `client_gravatar` is true; before, it was false.',
}

/** What a feature changes, in one sentence. @example changeOf({ id: 'followedTopics' }) */
export function changeOf({ id }: { readonly id: FeatureId }): string {
  if (Object.hasOwn(changes, id)) return changes[id as NamedFeature]
  const name = id.startsWith('event ') ? `Events: \`${id.slice('event '.length)}\`` : `\`${id}\``
  return `${name} was added.`
}
