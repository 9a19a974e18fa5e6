import type { WrittenRow } from './featureLevel.js'

/** Changes that the spec doesn't date, with the levels from the server's own history. */
export const companionLevels = {
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
  numericIdNarrow: {
    at: { level: 194, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
  },
  // The exact level wasn't read: later than 179, by 261.
  conflictingNarrows: {
    at: { level: 237, kind: 'error', endpoint: 'messages.list', parameter: 'narrow' },
  },
  // The exact level wasn't read: later than 296, by 387.
  strictWithNarrow: {
    at: { level: 371, kind: 'error', endpoint: 'messages.list', parameter: 'narrow' },
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
  mutedNarrow: {
    at: { level: 366, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
  },
} as const satisfies Readonly<Record<string, WrittenRow>>
