import type { WrittenRow } from './featureLevel.js'

/** Every change of the service that the spec dates, one row each. @see spec 9 */
export const specLevels = {
  externalAuthenticationMethods: {
    at: { level: 0, kind: 'field', endpoint: 'server.settings', field: 'external_authentication_methods', spec: '9.4' },
    change: 'Login methods are listed in display order; `authentication_methods` is deprecated (release 2.1.0).',
  },
  authenticationCodeHost2: {
    at: { level: 1, kind: 'value', endpoint: 'server.settings', field: 'authentication_methods', spec: '4.20' },
    change: 'The key `idp_code_host_2` was added.',
  },
  getUserByEmail: {
    at: { level: 39, kind: 'endpoint', endpoint: 'users.getByEmail', spec: '9.5' },
    change: 'A user can be looked up by email address.',
  },
  serverMergeBase: {
    at: { level: 88, kind: 'field', endpoint: 'server.settings', field: 'svc_merge_base', spec: '4.20' },
    alsoAppliesTo: [{ endpoint: 'events.register' }],
    change: 'The merge base against the official branches is reported.',
  },
  realmWebPublicAccess: {
    at: {
      level: 116,
      kind: 'field',
      endpoint: 'server.settings',
      field: 'realm_web_public_access_enabled',
      spec: '4.20',
    },
    change: 'Whether web-public channels are enabled and one exists is reported.',
  },
  groupMembershipCheck: {
    at: { level: 127, kind: 'endpoint', endpoint: 'userGroups.isMember', spec: '9.5' },
    change: 'Membership of one user in a group can be asked for.',
  },
  deleteTopicInBatches: {
    at: { level: 147, kind: 'behaviour', endpoint: 'streams.deleteTopic', spec: '4.6' },
    change: 'Messages are deleted in batches, newest first.',
  },
  deleteTopicPartiallyCompleted: {
    at: { level: 154, kind: 'field', endpoint: 'streams.deleteTopic', field: 'result', spec: '4.6' },
    change: 'A request that ended early answers with the result `partially_completed`.',
  },
  deliveryEmailAlways: {
    at: { level: 163, kind: 'field', entity: 'User', field: 'delivery_email', spec: '2.2' },
    change: '`delivery_email` is always there, null when the caller may not see the address.',
  },
  ignoredParameters: {
    at: { level: 167, kind: 'field', entity: 'Envelope', field: 'ignored_parameters_unsupported', spec: '2.1' },
    change: 'A success names the parameters that the endpoint does not support.',
  },
  userTopics: {
    at: { level: 170, kind: 'endpoint', endpoint: 'topics.setVisibility', spec: '9.5' },
    change: 'A visibility policy can be set for a topic; the older muting endpoint is deprecated.',
  },
  topicMutingIdempotent: {
    at: { level: 170, kind: 'behaviour', endpoint: 'topics.setMuted', spec: '4.3' },
    change: 'Muting a muted topic, or unmuting one that is not, succeeds; before, it was an error.',
  },
  linkifierUrlTemplate: {
    at: { level: 176, kind: 'field', entity: 'Linkifier', field: 'url_template', spec: '2.7' },
    change: '`url_template` (RFC 6570) replaced `url_format`.',
  },
  presenceWithoutClients: {
    at: { level: 178, kind: 'field', entity: 'UserPresence', spec: '2.9' },
    change: 'The keys are always `aggregated` and `website`, with the same data; before, one key per client.',
  },
  editScheduledMessage: {
    at: { level: 184, kind: 'endpoint', endpoint: 'scheduledMessages.edit', spec: '9.5' },
    change: 'Scheduled messages can be edited.',
  },
  muteBots: {
    at: { level: 188, kind: 'behaviour', endpoint: 'users.mute', parameter: 'muted_user_id', spec: '4.12' },
    change: 'Bots can be muted.',
  },
  directMessageTrigger: {
    at: { level: 201, kind: 'value', entity: 'Notification', field: 'trigger', spec: '6.1' },
    change: 'The trigger `private_message` was renamed `direct_message`.',
  },
  linkifierReordering: {
    at: { level: 202, kind: 'endpoint', endpoint: 'linkifiers.reorder', spec: '4.17' },
    alsoAppliesTo: [{ endpoint: 'linkifiers.list' }],
    change: 'Linkifiers are processed in an order that administrators set; before, by ID.',
  },
  deleteTopicComplete: {
    at: { level: 211, kind: 'field', endpoint: 'streams.deleteTopic', field: 'complete', spec: '4.6' },
    alsoAppliesTo: [{ endpoint: 'messages.markAllRead', field: 'complete' }],
    change: 'A request that ended early succeeds with `complete` = false; `partially_completed` is gone.',
  },
  followedTopics: {
    at: { level: 219, kind: 'value', endpoint: 'topics.setVisibility', parameter: 'visibility_policy', spec: '3' },
    change: 'The policy "followed" was added.',
  },
  channelMessageType: {
    at: { level: 248, kind: 'value', endpoint: 'scheduledMessages.edit', parameter: 'type', spec: '4.1' },
    alsoAppliesTo: [
      { endpoint: 'scheduledMessages.create', parameter: 'type' },
      { endpoint: 'messages.send', parameter: 'type' },
    ],
    change: '`channel` is accepted as a type, meaning `stream`.',
  },
  firstMessageIdEvent: {
    at: { level: 256, kind: 'behaviour', endpoint: 'streams.deleteTopic', spec: '4.6' },
    alsoAppliesTo: [{ endpoint: 'messages.delete' }, { endpoint: 'messages.edit' }],
    change: "A channel update event is sent when the channel's oldest message changes.",
  },
  realmUrl: {
    at: { level: 257, kind: 'field', endpoint: 'server.settings', field: 'realm_url', spec: '4.20' },
    alsoAppliesTo: [{ endpoint: 'events.register' }],
    change: '`realm_url` replaced `realm_uri`, which stays as a deprecated alias.',
  },
  deactivateGroup: {
    at: { level: 290, kind: 'endpoint', endpoint: 'userGroups.deactivate', spec: '9.5' },
    change: 'User groups can be deactivated.',
  },
  groupInUseCode: {
    at: { level: 298, kind: 'error', endpoint: 'userGroups.deactivate', spec: '4.13' },
    change: 'A group in use is refused with CANNOT_DEACTIVATE_GROUP_IN_USE; before, with BAD_REQUEST.',
  },
  realEmailLookup: {
    at: { level: 302, kind: 'behaviour', endpoint: 'users.getByEmail', parameter: 'email', spec: '4.4' },
    change: 'A real address finds its user exactly when the caller may see it; the dummy form finds every user.',
  },
  deactivatedNotMember: {
    at: { level: 303, kind: 'behaviour', endpoint: 'userGroups.isMember', field: 'is_user_group_member', spec: '4.8' },
    change: 'A deactivated user gives false.',
  },
  sharedDirectRecipientId: {
    at: { level: 327, kind: 'field', entity: 'Message', field: 'recipient_id', spec: '6.1' },
    change: 'Incoming 1:1 messages share it with the outgoing messages of that conversation.',
  },
  emptyTopic: {
    at: { level: 334, kind: 'value', endpoint: 'topics.setVisibility', parameter: 'topic', spec: '4.2' },
    alsoAppliesTo: [
      { endpoint: 'messages.send', parameter: 'topic' },
      { endpoint: 'messages.edit', parameter: 'topic' },
      { endpoint: 'scheduledMessages.create', parameter: 'topic' },
      { endpoint: 'scheduledMessages.edit', parameter: 'topic' },
      { endpoint: 'streams.deleteTopic', parameter: 'topic_name' },
      { endpoint: 'topics.setMuted', parameter: 'topic' },
    ],
    change: 'The empty string is a valid channel topic.',
  },
  billingAdminRemoved: {
    at: { level: 363, kind: 'field', entity: 'User', field: 'is_billing_admin', spec: '2.2' },
    change: '`is_billing_admin` was removed.',
  },
  lastMovedTimestamp: {
    at: { level: 365, kind: 'field', entity: 'Message', field: 'last_moved_timestamp', spec: '6.1' },
    change: 'Moves have their own timestamp; `last_edit_timestamp` speaks of content edits only.',
  },
  noTopicReading: {
    at: { level: 370, kind: 'behaviour', endpoint: 'scheduledMessages.edit', parameter: 'topic', spec: '4.1' },
    alsoAppliesTo: [
      { endpoint: 'messages.send', parameter: 'topic' },
      { endpoint: 'messages.edit', parameter: 'topic' },
      { endpoint: 'scheduledMessages.create', parameter: 'topic' },
    ],
    change: '`(no topic)` and the display name of the empty topic are read as the empty string.',
  },
  channelFolders: {
    at: { level: 389, kind: 'endpoint', endpoint: 'channelFolders.list', spec: '9.5' },
    alsoAppliesTo: [{ entity: 'Channel', field: 'folder_id' }],
    change: 'Channels can be put into folders.',
  },
  setUserStatus: {
    at: { level: 407, kind: 'endpoint', endpoint: 'users.setStatus', spec: '9.5' },
    change: "Administrators can set another user's status.",
  },
  channelFolderOrder: {
    at: { level: 414, kind: 'field', entity: 'ChannelFolder', field: 'order', spec: '4.15' },
    change: 'Folders have an order and are listed by it; before, by ID.',
  },
  importedStub: {
    at: { level: 433, kind: 'field', entity: 'User', field: 'is_imported_stub', spec: '2.2' },
    change: '`is_imported_stub` tells an account that was imported and never logged in.',
  },
  botsInGroupCheck: {
    at: { level: 458, kind: 'behaviour', endpoint: 'userGroups.isMember', parameter: 'user_id', spec: '4.8' },
    change: 'Membership of a bot can be asked for.',
  },
  deactivationActions: {
    at: { level: 459, kind: 'parameter', endpoint: 'users.deactivate', parameter: 'actions', spec: '4.7' },
    change: 'A deactivation can delete the profile and messages first.',
  },
  createCall: {
    at: { level: 465, kind: 'endpoint', endpoint: 'calls.create', spec: '4.16' },
    change: 'A video call can be created with the external conferencing provider.',
  },
  reverseLinkifiers: {
    at: { level: 471, kind: 'field', entity: 'Linkifier', field: 'reverse_template', spec: '2.7' },
    alsoAppliesTo: [{ entity: 'Linkifier', field: 'example_input' }],
    change: '`example_input` and `reverse_template` were added.',
  },
  statusForBots: {
    at: { level: 473, kind: 'behaviour', endpoint: 'users.setStatus', spec: '4.5' },
    change: 'Access for bots changed: a bot with administrator rights may set the status of a user.',
  },
  dateJoinedAtFirstLogin: {
    at: { level: 475, kind: 'field', entity: 'User', field: 'date_joined', spec: '2.2' },
    change: 'For imported users it becomes the time of the first login.',
  },
  alternativeUrlTemplates: {
    at: { level: 478, kind: 'field', entity: 'Linkifier', field: 'alternative_url_templates', spec: '2.7' },
    change: 'Further templates for turning a URL back into text were added (release 12.0).',
  },
  authenticationChatVendor: {
    at: { level: 488, kind: 'value', endpoint: 'server.settings', field: 'authentication_methods', spec: '4.20' },
    change: 'The key `idp_chat_vendor` was added.',
  },
  deletedUsers: {
    at: { level: 490, kind: 'field', entity: 'User', field: 'is_deleted', spec: '2.2' },
    change: '`is_deleted` marks users that were permanently deleted.',
  },
  groupCheckByBots: {
    at: { level: 496, kind: 'behaviour', endpoint: 'userGroups.isMember', spec: '4.8' },
    change: 'Bots may ask for group membership.',
  },
} as const satisfies Readonly<Record<string, WrittenRow>>
