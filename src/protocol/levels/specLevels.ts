import type { WrittenRow } from './featureLevel.js'

/** Every change of the server that its specification dates, one row each. */
export const specLevels = {
  externalAuthenticationMethods: {
    at: { level: 0, kind: 'field', endpoint: 'server.settings', field: 'external_authentication_methods', spec: '9.4' },
  },
  authenticationCodeHost2: {
    at: { level: 1, kind: 'value', endpoint: 'server.settings', field: 'authentication_methods', spec: '4.20' },
  },
  getUserByEmail: {
    at: { level: 39, kind: 'endpoint', endpoint: 'users.getByEmail', spec: '9.5' },
  },
  serverMergeBase: {
    at: { level: 88, kind: 'field', endpoint: 'server.settings', field: 'svc_merge_base', spec: '4.20' },
    alsoAppliesTo: [{ endpoint: 'events.register' }],
  },
  realmWebPublicAccess: {
    at: {
      level: 116,
      kind: 'field',
      endpoint: 'server.settings',
      field: 'realm_web_public_access_enabled',
      spec: '4.20',
    },
  },
  groupMembershipCheck: {
    at: { level: 127, kind: 'endpoint', endpoint: 'userGroups.isMember', spec: '9.5' },
  },
  deleteTopicInBatches: {
    at: { level: 147, kind: 'behaviour', endpoint: 'streams.deleteTopic', spec: '4.6' },
  },
  deleteTopicPartiallyCompleted: {
    at: { level: 154, kind: 'field', endpoint: 'streams.deleteTopic', field: 'result', spec: '4.6' },
  },
  deliveryEmailAlways: {
    at: { level: 163, kind: 'field', entity: 'User', field: 'delivery_email', spec: '2.2' },
  },
  ignoredParameters: {
    at: { level: 167, kind: 'field', entity: 'Envelope', field: 'ignored_parameters_unsupported', spec: '2.1' },
  },
  userTopics: {
    at: { level: 170, kind: 'endpoint', endpoint: 'topics.setVisibility', spec: '9.5' },
  },
  topicMutingIdempotent: {
    at: { level: 170, kind: 'behaviour', endpoint: 'topics.setMuted', spec: '4.3' },
  },
  linkifierUrlTemplate: {
    at: { level: 176, kind: 'field', entity: 'Linkifier', field: 'url_template', spec: '2.7' },
  },
  presenceWithoutClients: {
    at: { level: 178, kind: 'field', entity: 'UserPresence', spec: '2.9' },
  },
  editScheduledMessage: {
    at: { level: 184, kind: 'endpoint', endpoint: 'scheduledMessages.edit', spec: '9.5' },
  },
  muteBots: {
    at: { level: 188, kind: 'behaviour', endpoint: 'users.mute', parameter: 'muted_user_id', spec: '4.12' },
  },
  directMessageTrigger: {
    at: { level: 201, kind: 'value', entity: 'Notification', field: 'trigger', spec: '6.1' },
  },
  linkifierReordering: {
    at: { level: 202, kind: 'endpoint', endpoint: 'linkifiers.reorder', spec: '4.17' },
    alsoAppliesTo: [{ endpoint: 'linkifiers.list' }],
  },
  deleteTopicComplete: {
    at: { level: 211, kind: 'field', endpoint: 'streams.deleteTopic', field: 'complete', spec: '4.6' },
    alsoAppliesTo: [{ endpoint: 'messages.markAllRead', field: 'complete' }],
  },
  followedTopics: {
    at: { level: 219, kind: 'value', endpoint: 'topics.setVisibility', parameter: 'visibility_policy', spec: '3' },
  },
  channelMessageType: {
    at: { level: 248, kind: 'value', endpoint: 'scheduledMessages.edit', parameter: 'type', spec: '4.1' },
    alsoAppliesTo: [
      { endpoint: 'scheduledMessages.create', parameter: 'type' },
      { endpoint: 'messages.send', parameter: 'type' },
      { endpoint: 'typing.send', parameter: 'type' },
    ],
  },
  firstMessageIdEvent: {
    at: { level: 256, kind: 'behaviour', endpoint: 'streams.deleteTopic', spec: '4.6' },
    alsoAppliesTo: [{ endpoint: 'messages.delete' }, { endpoint: 'messages.edit' }],
  },
  realmUrl: {
    at: { level: 257, kind: 'field', endpoint: 'server.settings', field: 'realm_url', spec: '4.20' },
    alsoAppliesTo: [{ endpoint: 'events.register' }],
  },
  deactivateGroup: {
    at: { level: 290, kind: 'endpoint', endpoint: 'userGroups.deactivate', spec: '9.5' },
  },
  groupInUseCode: {
    at: { level: 298, kind: 'error', endpoint: 'userGroups.deactivate', spec: '4.13' },
  },
  realEmailLookup: {
    at: { level: 302, kind: 'behaviour', endpoint: 'users.getByEmail', parameter: 'email', spec: '4.4' },
  },
  deactivatedNotMember: {
    at: { level: 303, kind: 'behaviour', endpoint: 'userGroups.isMember', field: 'is_user_group_member', spec: '4.8' },
  },
  sharedDirectRecipientId: {
    at: { level: 327, kind: 'field', entity: 'Message', field: 'recipient_id', spec: '6.1' },
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
  },
  billingAdminRemoved: {
    at: { level: 363, kind: 'field', entity: 'User', field: 'is_billing_admin', spec: '2.2' },
  },
  lastMovedTimestamp: {
    at: { level: 365, kind: 'field', entity: 'Message', field: 'last_moved_timestamp', spec: '6.1' },
  },
  noTopicReading: {
    at: { level: 370, kind: 'behaviour', endpoint: 'scheduledMessages.edit', parameter: 'topic', spec: '4.1' },
    alsoAppliesTo: [
      { endpoint: 'messages.send', parameter: 'topic' },
      { endpoint: 'messages.edit', parameter: 'topic' },
      { endpoint: 'scheduledMessages.create', parameter: 'topic' },
    ],
  },
  channelFolders: {
    at: { level: 389, kind: 'endpoint', endpoint: 'channelFolders.list', spec: '9.5' },
    alsoAppliesTo: [{ entity: 'Channel', field: 'folder_id' }],
  },
  setUserStatus: {
    at: { level: 407, kind: 'endpoint', endpoint: 'users.setStatus', spec: '9.5' },
  },
  channelFolderOrder: {
    at: { level: 414, kind: 'field', entity: 'ChannelFolder', field: 'order', spec: '4.15' },
  },
  importedStub: {
    at: { level: 433, kind: 'field', entity: 'User', field: 'is_imported_stub', spec: '2.2' },
  },
  botsInGroupCheck: {
    at: { level: 458, kind: 'behaviour', endpoint: 'userGroups.isMember', parameter: 'user_id', spec: '4.8' },
  },
  deactivationActions: {
    at: { level: 459, kind: 'parameter', endpoint: 'users.deactivate', parameter: 'actions', spec: '4.7' },
  },
  createCall: {
    at: { level: 465, kind: 'endpoint', endpoint: 'calls.create', spec: '4.16' },
  },
  reverseLinkifiers: {
    at: { level: 471, kind: 'field', entity: 'Linkifier', field: 'reverse_template', spec: '2.7' },
    alsoAppliesTo: [{ entity: 'Linkifier', field: 'example_input' }],
  },
  statusForBots: {
    at: { level: 473, kind: 'behaviour', endpoint: 'users.setStatus', spec: '4.5' },
  },
  dateJoinedAtFirstLogin: {
    at: { level: 475, kind: 'field', entity: 'User', field: 'date_joined', spec: '2.2' },
  },
  alternativeUrlTemplates: {
    at: { level: 478, kind: 'field', entity: 'Linkifier', field: 'alternative_url_templates', spec: '2.7' },
  },
  authenticationChatVendor: {
    at: { level: 488, kind: 'value', endpoint: 'server.settings', field: 'authentication_methods', spec: '4.20' },
  },
  deletedUsers: {
    at: { level: 490, kind: 'field', entity: 'User', field: 'is_deleted', spec: '2.2' },
  },
  groupCheckByBots: {
    at: { level: 496, kind: 'behaviour', endpoint: 'userGroups.isMember', spec: '4.8' },
    // Dated for the check of membership only.
    alsoAppliesTo: [
      { endpoint: 'userGroups.list' },
      { endpoint: 'userGroups.members' },
      { endpoint: 'userGroups.subgroups' },
      { endpoint: 'userGroups.create' },
      { endpoint: 'userGroups.update' },
      { endpoint: 'userGroups.updateMembers' },
      { endpoint: 'userGroups.updateSubgroups' },
    ],
  },
} as const satisfies Readonly<Record<string, WrittenRow>>
