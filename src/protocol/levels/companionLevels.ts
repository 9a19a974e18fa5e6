import type { WrittenRow } from './featureLevel.js'

/** Changes that the spec doesn't date, with the levels from the server's own history. */
export const companionLevels = {
  userCreatorsOnly: {
    at: { level: 36, kind: 'behaviour', endpoint: 'users.create' },
  },
  inviteLinksByMembers: {
    at: { level: 209, kind: 'behaviour', endpoint: 'invites.createLink' },
    alsoAppliesTo: [{ endpoint: 'invites.revokeLink' }],
  },
  drafts: {
    at: { level: 87, kind: 'endpoint', endpoint: 'drafts.list' },
    alsoAppliesTo: [{ endpoint: 'drafts.create' }, { endpoint: 'drafts.edit' }, { endpoint: 'drafts.delete' }],
  },
  readReceipts: {
    at: { level: 137, kind: 'endpoint', endpoint: 'messages.readReceipts' },
  },
  savedSnippets: {
    at: { level: 297, kind: 'endpoint', endpoint: 'savedSnippets.list' },
    alsoAppliesTo: [{ endpoint: 'savedSnippets.create' }, { endpoint: 'savedSnippets.delete' }],
  },
  editSavedSnippet: {
    at: { level: 368, kind: 'endpoint', endpoint: 'savedSnippets.edit' },
  },
  listUsersById: {
    at: { level: 384, kind: 'parameter', endpoint: 'users.list', parameter: 'user_ids' },
  },
  topicsPolicy: {
    at: { level: 392, kind: 'field', entity: 'Channel', field: 'topics_policy' },
  },
  subscriberCount: {
    at: { level: 394, kind: 'field', entity: 'Channel', field: 'subscriber_count' },
  },
  attachmentTimesInSeconds: {
    at: { level: 443, kind: 'field', entity: 'Attachment', field: 'create_time' },
  },
  attachmentMessageIds: {
    at: { level: 472, kind: 'field', entity: 'Attachment', field: 'message_ids' },
  },
  directNarrows: {
    at: { level: 177, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
  },
  wildcardFlags: {
    at: { level: 224, kind: 'value', endpoint: 'messages.list' },
  },
  reactionNarrow: {
    at: { level: 249, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
  },
  channelNarrows: {
    at: { level: 250, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
  },
  followedNarrow: {
    at: { level: 265, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
  },
  withNarrow: {
    at: { level: 271, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
  },
  /** Also for bots. */
  deactivationUpdatesUsers: {
    at: { level: 222, kind: 'value', endpoint: 'events.get' },
  },
  /** Bots that the server calls have their own copies of messages. Between 325 and 387; not read exactly. */
  serviceBotCopies: {
    at: { level: 345, kind: 'behaviour', endpoint: 'messages.list' },
    alsoAppliesTo: [
      { endpoint: 'messages.get' },
      { endpoint: 'messages.edit' },
      { endpoint: 'messages.delete' },
      { endpoint: 'reactions.add' },
      { endpoint: 'events.get' },
    ],
  },
  unreadNeedsSubscription: {
    at: {
      level: 355,
      kind: 'field',
      endpoint: 'messages.updateFlags',
      field: 'ignored_because_not_subscribed_channels',
    },
    alsoAppliesTo: [{ endpoint: 'messages.updateFlagsInNarrow' }],
  },
  /** Deletions reach everybody with a copy; before, subscribers only. Between 297 and 387; not read exactly. */
  deletionsReachCopies: {
    at: { level: 371, kind: 'behaviour', endpoint: 'events.get' },
  },
  deactivationRemovesPeers: {
    at: { level: 377, kind: 'value', endpoint: 'events.get' },
  },
  mutedNarrow: {
    at: { level: 366, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
  },
  channelWildcard: {
    at: { level: 247, kind: 'value', endpoint: 'messages.render', parameter: 'content' },
  },
  channelWildcardClass: {
    at: { level: 296, kind: 'value', endpoint: 'messages.render' },
  },
  emojiSequences: {
    at: { level: 261, kind: 'value', endpoint: 'messages.render', parameter: 'content' },
  },
  messageLinks: {
    at: { level: 319, kind: 'value', endpoint: 'messages.render', parameter: 'content' },
  },
  channelInPaths: {
    at: { level: 324, kind: 'value', endpoint: 'messages.render' },
  },
  systemGroupNames: {
    at: { level: 333, kind: 'value', endpoint: 'messages.render' },
  },
  topicLinksWithMessage: {
    at: { level: 347, kind: 'value', endpoint: 'messages.render' },
  },
  newerEmojiNames: {
    at: { level: 387, kind: 'value', endpoint: 'messages.render' },
  },
  inlineImages: {
    at: { level: 437, kind: 'value', endpoint: 'messages.render', parameter: 'content' },
  },
  invalidTimesAsText: {
    at: { level: 451, kind: 'value', endpoint: 'messages.render' },
  },
  directMessageGroups: {
    at: { level: 270, kind: 'behaviour', endpoint: 'messages.send', parameter: 'to' },
  },
  postingGroups: {
    at: { level: 333, kind: 'behaviour', endpoint: 'messages.send', parameter: 'to' },
    alsoAppliesTo: [{ endpoint: 'messages.edit', parameter: 'stream_id' }],
  },
  resolvingGroup: {
    at: { level: 367, kind: 'behaviour', endpoint: 'messages.edit', parameter: 'topic' },
  },
  /** The first level of which a server was read that has it; it came after 261. */
  resolvingUndone: {
    at: { level: 296, kind: 'behaviour', endpoint: 'messages.edit', parameter: 'topic' },
  },
  partialMoveLimit: {
    at: { level: 172, kind: 'error', endpoint: 'messages.edit', parameter: 'propagate_mode' },
  },
  groupMentionPermission: {
    at: { level: 191, kind: 'behaviour', endpoint: 'messages.send', parameter: 'content' },
    alsoAppliesTo: [{ endpoint: 'messages.edit', parameter: 'content' }],
  },
  /** The first level of which a server was read that has it; it came after 296. */
  archivingNotices: {
    at: { level: 387, kind: 'behaviour', endpoint: 'streams.archive' },
    alsoAppliesTo: [{ endpoint: 'subscriptions.add' }],
  },
  // Changes of texts and codes. Where the server's history doesn't date one, its level is the first at which a server was
  // read that has it: `directMessageWords` came after 152, `typedParameters` and `shortGroupMentionText` after 261,
  // `uniqueNameTexts` after 324.
  directMessageWords: {
    at: { level: 179, kind: 'error', entity: 'ErrorEnvelope', field: 'msg' },
  },
  wildcardMentionCodes: {
    at: { level: 229, kind: 'error', endpoint: 'messages.send' },
    alsoAppliesTo: [{ endpoint: 'messages.edit' }],
  },
  channelWords: {
    at: { level: 255, kind: 'error', entity: 'ErrorEnvelope', field: 'msg' },
  },
  typedParameters: {
    at: { level: 296, kind: 'error', entity: 'ErrorEnvelope', field: 'msg' },
  },
  shortGroupMentionText: {
    at: { level: 296, kind: 'error', endpoint: 'messages.send' },
    alsoAppliesTo: [{ endpoint: 'messages.edit' }],
  },
  channelAdministrators: {
    at: { level: 325, kind: 'error', endpoint: 'streams.update' },
    alsoAppliesTo: [{ endpoint: 'streams.archive' }],
  },
  mismatchedField: {
    at: { level: 379, kind: 'error', entity: 'ErrorEnvelope', field: 'msg' },
  },
  uniqueNameTexts: {
    at: { level: 387, kind: 'error', entity: 'ErrorEnvelope', field: 'msg' },
  },
} as const satisfies Readonly<Record<string, WrittenRow>>
