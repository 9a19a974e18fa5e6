import { endpointLevels, eventLevels, fieldLevels, parameterLevels } from './companionLevels.js'
import { type FeatureId, levelOf, type NamedFeature, partsOf, unknownFeature } from './features.js'

/** What a change touches: an endpoint (and perhaps one parameter of it), or an entity (and perhaps one field of it). */
export interface AppliesTo {
  readonly endpoint?: string
  readonly parameter?: string
  readonly entity?: string
  readonly field?: string
}

export type ChangeKind =
  /** The endpoint exists from this level on. */
  | 'endpoint'
  /** The endpoint is gone from this level on. */
  | 'removal'
  /** The parameter is understood from this level on; an older server ignores it. */
  | 'parameter'
  /** A parameter or field has a further value. */
  | 'value'
  /** A field appears, disappears or changes shape. */
  | 'field'
  /** The same request has a different effect. */
  | 'behaviour'
  /** The same condition returns a different error code. */
  | 'error'

export interface FeatureLevelRow {
  /** The feature's name in code. */
  readonly id: string
  /** The first level that has the feature. 0: every server. */
  readonly level: number
  readonly kind: ChangeKind
  readonly appliesTo: AppliesTo
  /** Other places where the same change shows. */
  readonly alsoAppliesTo: readonly AppliesTo[]
}

/**
 * What each feature changes: its kind, all places where it shows, as `placeOf` reads them, and a sentence. Kept apart from the
 * levels, so that bots don't bundle it.
 */
const changes: Readonly<Record<NamedFeature, `${ChangeKind} ${string}: ${string}`>> = {
  externalAuthenticationMethods:
    'field server.settings:external_authentication_methods: Login methods are listed in display order; `authentication_methods` is deprecated (release 2.1.0).',
  authenticationCodeHost2: 'value server.settings:authentication_methods: The key `idp_code_host_2` was added.',
  getUserByEmail: 'endpoint users.getByEmail: A user can be looked up by email address.',
  serverMergeBase:
    'field server.settings:svc_merge_base events.register: The merge base against the official branches is reported.',
  realmWebPublicAccess:
    'field server.settings:realm_web_public_access_enabled: Whether web-public channels are enabled and one exists is reported.',
  groupMembershipCheck: 'endpoint userGroups.isMember: Whether a user is a member of a group can be queried.',
  deleteTopicInBatches: 'behaviour streams.deleteTopic: Messages are deleted in batches, newest first.',
  deleteTopicPartiallyCompleted:
    'field streams.deleteTopic:result: A request that ended early has the result `partially_completed`.',
  deliveryEmailAlways:
    'field User:delivery_email: `delivery_email` is always present, null when the caller may not see the address.',
  ignoredParameters:
    'field Envelope:ignored_parameters_unsupported: A successful answer names the parameters that the endpoint does not support.',
  userTopics:
    'endpoint topics.setVisibility: A visibility policy can be set for a topic; the older muting endpoint is deprecated.',
  topicMutingIdempotent:
    'behaviour topics.setMuted: Muting a muted topic, or unmuting one that is not, succeeds; before, it was an error.',
  linkifierUrlTemplate: 'field Linkifier:url_template: `url_template` (RFC 6570) replaced `url_format`.',
  presenceWithoutClients:
    'field UserPresence: The keys are always `aggregated` and `website`, with the same data; before, one key per client.',
  editScheduledMessage: 'endpoint scheduledMessages.edit: Scheduled messages can be edited.',
  muteBots: 'behaviour users.mute(muted_user_id): Bots can be muted.',
  directMessageTrigger: 'value Notification:trigger: The trigger `private_message` was renamed `direct_message`.',
  linkifierReordering:
    'endpoint linkifiers.reorder linkifiers.list: Linkifiers are processed in an order that administrators set; before, by ID.',
  deleteTopicComplete:
    'field streams.deleteTopic:complete messages.markAllRead:complete: A request that ended early succeeds with `complete` = false; `partially_completed` is gone.',
  followedTopics: 'value topics.setVisibility(visibility_policy): The policy "followed" was added.',
  channelMessageType:
    'value scheduledMessages.edit(type) scheduledMessages.create(type) messages.send(type) typing.send(type): `channel` is accepted as a type, meaning `stream`.',
  firstMessageIdEvent:
    "behaviour streams.deleteTopic messages.delete messages.edit: A channel update event is sent when the channel's oldest message changes.",
  realmUrl:
    'field server.settings:realm_url events.register: `realm_url` replaced `realm_uri`, which stays as a deprecated alias.',
  deactivateGroup: 'endpoint userGroups.deactivate: User groups can be deactivated.',
  groupInUseCode:
    'error userGroups.deactivate: A group in use is refused with CANNOT_DEACTIVATE_GROUP_IN_USE; before, with BAD_REQUEST.',
  realEmailLookup:
    'behaviour users.getByEmail(email): A real address finds its user exactly when the caller may see it; the dummy form finds every user.',
  deactivatedNotMember:
    'behaviour userGroups.isMember:is_user_group_member: The answer for a deactivated user is false.',
  sharedDirectRecipientId:
    'field Message:recipient_id: Incoming 1:1 messages share it with the outgoing messages of that conversation.',
  emptyTopic:
    'value topics.setVisibility(topic) messages.send(topic) messages.edit(topic) scheduledMessages.create(topic) scheduledMessages.edit(topic) streams.deleteTopic(topic_name) topics.setMuted(topic): The empty string is a valid channel topic.',
  billingAdminRemoved: 'field User:is_billing_admin: `is_billing_admin` was removed.',
  lastMovedTimestamp:
    'field Message:last_moved_timestamp: Moves have their own timestamp; `last_edit_timestamp` covers content edits only.',
  noTopicReading:
    'behaviour scheduledMessages.edit(topic) messages.send(topic) messages.edit(topic) scheduledMessages.create(topic): `(no topic)` and the display name of the empty topic are read as the empty string.',
  channelFolders: 'endpoint channelFolders.list Channel:folder_id: Channels can be put into folders.',
  setUserStatus: "endpoint users.setStatus: Administrators can set another user's status.",
  channelFolderOrder: 'field ChannelFolder:order: Folders have an order and are listed by it; before, by ID.',
  importedStub:
    'field User:is_imported_stub: `is_imported_stub` marks an account that was imported and never logged in.',
  botsInGroupCheck: 'behaviour userGroups.isMember(user_id): Whether a bot is a member can be queried.',
  deactivationActions: 'parameter users.deactivate(actions): A deactivation can delete the profile and messages first.',
  createCall: 'endpoint calls.create: A video call can be created with the external conferencing provider.',
  reverseLinkifiers:
    'field Linkifier:reverse_template Linkifier:example_input: `example_input` and `reverse_template` were added.',
  statusForBots:
    'behaviour users.setStatus: Access for bots changed: a bot with administrator rights may set the status of a user.',
  dateJoinedAtFirstLogin: 'field User:date_joined: For imported users it becomes the time of the first login.',
  alternativeUrlTemplates:
    'field Linkifier:alternative_url_templates: Further templates for turning a URL back into text were added (release 12.0).',
  authenticationChatVendor: 'value server.settings:authentication_methods: The key `idp_chat_vendor` was added.',
  deletedUsers: 'field User:is_deleted: `is_deleted` marks users that were permanently deleted.',
  groupCheckByBots:
    'behaviour userGroups.isMember userGroups.list userGroups.members userGroups.subgroups userGroups.create userGroups.update userGroups.updateMembers userGroups.updateSubgroups: Bots may read and change user groups; before, only people could.',
  userCreatorsOnly:
    'behaviour users.create: Creating a user needs the permission `can_create_users`; before, administrators could do it.',
  inviteLinksByMembers:
    'behaviour invites.createLink invites.revokeLink: Whoever the setting `create_multiuse_invite_group` permits may create and revoke invitation links; before, administrators.',
  drafts: 'endpoint drafts.list drafts.create drafts.edit drafts.delete: The server keeps drafts.',
  attachmentTimesInSeconds:
    'field Attachment:create_time: The times of attachments are in seconds; before, in milliseconds.',
  attachmentMessageIds: 'field Attachment:message_ids: `message_ids` replaced `messages`, which had IDs and times.',
  directNarrows:
    'value messages.list(narrow): The operators `dm`, `dm-including` and `is:dm` were added; `pm-with`, `group-pm-with` and `is:private` are deprecated.',
  wildcardFlags:
    'value messages.list: `stream_wildcard_mentioned` and `topic_wildcard_mentioned` tell the wildcards apart; `wildcard_mentioned` is deprecated.',
  numericIdNarrow: 'value messages.list(narrow): The operand of `id` can be a number; before, only a string.',
  conflictingNarrows:
    'error messages.list(narrow): Conditions for channel messages together with those for direct messages are refused. The exact level is unknown: above 179, at most 261.',
  strictWithNarrow:
    'error messages.list(narrow): `with` a message that the caller cannot read is refused unless the other operators name a conversation. The exact level is unknown: above 296, at most 387.',
  reactionNarrow: 'value messages.list(narrow): The operator `has:reaction` was added.',
  channelNarrows:
    'value messages.list(narrow): The operators `channel` and `channels` were added, beside `stream` and `streams`.',
  followedNarrow: 'value messages.list(narrow): The operator `is:followed` was added.',
  withNarrow: 'value messages.list(narrow): The operator `with`, for the conversation of a message, was added.',
  deactivationUpdatesUsers:
    'value events.get: A user or bot that is deactivated or reactivated is updated (`is_active`); before, removed and added.',
  serviceBotCopies:
    'behaviour messages.list messages.get messages.edit messages.delete reactions.add events.get: Outgoing-webhook and embedded bots keep copies of messages: they can read, edit and delete their direct messages. The exact level is unknown: from 325 to 387.',
  deletionsReachCopies:
    'behaviour events.get: Unsubscribed accounts that received a message also get the event of its deletion. The exact level is unknown: from 297 to 387.',
  deactivationRemovesPeers:
    'value events.get: A deactivated user is removed from the subscribers of its channels (`peer_remove`).',
  mutedNarrow: 'value messages.list(narrow): The operator `is:muted` was added.',
  channelWildcard: 'value messages.render(content): `@**channel**` mentions everybody in a channel, like `@**all**`.',
  channelWildcardClass:
    'value messages.render: The HTML of a mention of everybody has the class `channel-wildcard-mention`. The exact level is unknown: above 261, at most 296.',
  emojiSequences:
    'value messages.render(content): Emoji of several characters, such as flags and families, are recognised. The exact level is unknown: above 179, at most 261.',
  messageLinks: 'value messages.render(content): `#**channel>topic@message**` links to a message.',
  channelInPaths:
    'value messages.render: Links to channels go to `#narrow/channel/…`; before, to `#narrow/stream/…`. The exact level is unknown: above 296, at most 324.',
  systemGroupNames:
    'value messages.render: Mentions of system groups show readable names, such as "Members" for `role:members`.',
  topicLinksWithMessage:
    'value messages.render: Links to topics end in `/with/…` and the ID of a message, so that they follow a moved topic.',
  newestTopicLinks:
    'value messages.render: Links to topics end in the ID of the newest message; before, of the oldest.',
  newerEmojiNames:
    'value messages.render: About 230 emoji have other names: `:smile:` is another emoji. The exact level is unknown: from 325 to 387.',
  cutAnswersRetried:
    "behaviour Notification: A bot's answer that breaks off counts as a connection error: the delivery is repeated. Before, it failed at once. The exact level is unknown: from 388 to 460.",
  inlineImages: 'value messages.render(content): `![text](address)` shows an uploaded image; before, it was text.',
  thumbnails:
    'value messages.render: Previews of uploaded images are thumbnails, and a placeholder until they are ready; then an `update_message` event brings the new HTML (`rendering_only`). Before, they were the file itself.',
  invalidTimesAsText: 'value messages.render: An invalid time stays text; before, an error was shown in its place.',
  directMessageGroups:
    'behaviour messages.send(to): Group settings decide who may write direct messages to people, and who may start such a conversation.',
  postingGroups:
    'behaviour messages.send(to) messages.edit(stream_id): A group setting decides who may post in a channel.',
  resolvingGroup:
    'behaviour messages.edit(topic): Resolving a topic has its own permission; before, it needed the one for renaming topics.',
  resolvingUndone:
    'behaviour messages.edit(topic): If a topic is resolved and unresolved within a minute, its notice is deleted; before, there were two notices.',
  partialMoveLimit:
    'error messages.edit(propagate_mode): Moving a topic of which only the newest messages may be moved is refused with its own code.',
  groupMentionPermission:
    'behaviour messages.send(content) messages.edit(content): Only users whom `can_mention_group` names may mention a group.',
  archivingNotices:
    'behaviour streams.archive subscriptions.add: A notice in an archived channel says so; the one to a subscribed user is shorter.',
  directMessageWords: 'error ErrorEnvelope:msg: Errors say "direct message"; before, "private message".',
  wildcardMentionCodes:
    'error messages.send messages.edit: Refused wildcard mentions have their own codes, and topic wildcards are refused too; before, BAD_REQUEST.',
  channelWords: 'error ErrorEnvelope:msg: Errors and notices say "channel"; before, "stream".',
  typedParameters:
    'error ErrorEnvelope:msg: Errors about parameters have new texts; an old one was `Argument "x" is not valid JSON.`.',
  shortGroupMentionText:
    'error messages.send messages.edit: The error for a refused group mention no longer names the group that may mention it.',
  channelAdministrators:
    'error streams.update streams.archive: Channels have their own administrators, and others are refused with BAD_REQUEST; before, with UNAUTHORIZED_PRINCIPAL.',
  mismatchedField: 'error ErrorEnvelope:msg: EXPECTATION_MISMATCH names the parameter, also as `field_name`.',
  uniqueNameTexts: 'error ErrorEnvelope:msg: Errors about names and addresses in use have the same wording.',
  directMessageType: 'value messages.send(type) typing.send(type): `direct` is accepted as a type, meaning `private`.',
  privateTypingGone: 'value typing.send(type): `private` is no longer accepted as a type.',
  movesInHistory:
    'field Edit:prev_topic messages.history: Moves have `topic`, `stream` and `prev_topic`; before, only `prev_subject` and `prev_stream`.',
  reactionUserRemoved:
    "field Reaction:user_id: Reactions no longer have the `user` object, which repeated the user's ID, address and name.",
  reactionEventUser: 'field events.get: Events of reactions have the `user` object again; messages do not.',
  reactionEventUserGone: 'field events.get: Events of reactions no longer have the `user` object.',
  botsWithoutKeys:
    'field events.register:realm_bots events.get: Bots have only `user_id`, `services` and defaults here, and events tell only of those; before, also key, address, name and owner.',
  slimPresences:
    'value events.get: The capability `simplified_presence_events` selects events with `presences`, by user ID.',
  presenceTimestamps:
    'field presence.get:presence: `active_timestamp` and `idle_timestamp` replaced `aggregated` and `website`, which level 497 has again.',
  emojiEvents:
    'value events.get: The capability `individual_emoji_changes` selects events about one emoji; before, all were sent.',
  adminsModerate: 'value events.register: `is_moderator` is true for administrators too.',
  unknownUsers:
    'value users.list events.register: Users whom a guest may not see are listed as "Unknown user"; a client with the capability `user_list_incomplete` does not get them.',
  unknownUsersGone: 'value users.list: Lists of users leave out those whom a guest may not see.',
  subscribedById: 'field subscriptions.add:subscribed: Users are named by their IDs; before, by their API addresses.',
  uploadPages:
    'value files.temporaryUrl: A file that may not be read leads to the login page if there are no credentials, and is a picture for programs that prefer one; before, it was a page with status 403. The exact level is unknown: above 179, at most 247.',
  uploadNames:
    'value files.temporaryUrl: A file is served with the name and type that it was uploaded with; before, with those of its address. The exact level is unknown: above 274, at most 324.',
  uploadUrl: 'field files.upload:url: `url` replaced `uri`, which stays as a deprecated alias.',
  groupDeletionGone: 'removal userGroups.delete: User groups can no longer be deleted; deactivate them instead.',
  playgroundTemplate:
    'field Playground:url_template realm.addPlayground(url_template): `url_template` (RFC 6570) replaced `url_prefix`, to which the code was appended.',
  defaultChannelsById:
    'field events.register:realm_default_streams: `realm_default_streams` has IDs; before, it had channels.',
  gravatarsByClient:
    'behaviour messages.list(client_gravatar) users.get(client_gravatar) users.getByEmail(client_gravatar) users.list(client_gravatar): The default of `client_gravatar` is true; before, it was false.',
}

/** What a feature changes, in one sentence. @example changeOf({ id: 'followedTopics' }) */
export function changeOf({ id }: { readonly id: FeatureId }): string {
  if (Object.hasOwn(changes, id)) return readChange(changes[id as NamedFeature]).sentence
  const name = id.startsWith('event ') ? `Events: \`${id.slice('event '.length)}\`` : `\`${id}\``
  return `${name} was added.`
}

function readChange(written: string) {
  const [, kind = '', places = '', sentence = ''] = /^(\w+) (.*?): (.*)$/.exec(written) ?? []
  return { kind: kind as ChangeKind, places: places.split(' '), sentence }
}

const inEvents = 'events.get:events'

/** Every change of the server, by level. */
export const featureLevels: readonly (FeatureLevelRow & { readonly id: FeatureId })[] = /* @__PURE__ */ allRows()

function allRows() {
  return [
    ...Object.entries(changes).map(([id, written]) => {
      const { kind, places } = readChange(written)
      return row(id, kind, ...places)
    }),
    ...Object.keys(endpointLevels).map((id) => row(id, 'endpoint', id)),
    ...partsOf(parameterLevels).map(([id, endpoint, parameter]) => row(id, 'parameter', `${endpoint}(${parameter})`)),
    ...partsOf(fieldLevels).map(([id, name, field]) =>
      row(id, 'field', name.startsWith('event ') ? inEvents : `${name}:${field}`),
    ),
    ...Object.keys(eventLevels).map((id) => row(id, 'value', inEvents)),
  ].sort((one, other) => one.level - other.level)
}

function row(name: string, kind: ChangeKind, ...places: readonly string[]) {
  const id = name as FeatureId
  const [appliesTo = {}, ...alsoAppliesTo] = places.map(placeOf)
  return { id, level: levelOf(id), kind, appliesTo, alsoAppliesTo }
}

/**
 * Reads a place: an endpoint (`users.create`) or an entity (`User`), perhaps with a parameter in parentheses, `messages.list(narrow)`, or a
 * field behind a colon, `User:role`.
 */
function placeOf(written: string): AppliesTo {
  const [, name = '', parameter, field] = /^([\w.]+)(?:\((\w+)\))?(?::(\w+))?$/.exec(written) ?? []
  return {
    ...(name.includes('.') ? { endpoint: name } : { entity: name }),
    ...(parameter !== undefined && { parameter }),
    ...(field !== undefined && { field }),
  }
}

/** The row of the table with this name. @example featureRow('followedTopics').level // 219 */
export function featureRow(id: FeatureId): FeatureLevelRow {
  return featureLevels.find((row) => row.id === id) ?? unknownFeature(id)
}
