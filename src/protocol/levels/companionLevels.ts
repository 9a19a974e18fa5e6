import type { WrittenRow } from './featureLevel.js'

/** Changes that the spec doesn't date, as the server's own history does. */
export const companionLevels = {
  drafts: {
    at: { level: 87, kind: 'endpoint', endpoint: 'drafts.list' },
    alsoAppliesTo: [{ endpoint: 'drafts.create' }, { endpoint: 'drafts.edit' }, { endpoint: 'drafts.delete' }],
    change: 'Drafts are kept by the server.',
  },
  readReceipts: {
    at: { level: 137, kind: 'endpoint', endpoint: 'messages.readReceipts' },
    change: 'Who has read a message can be asked for.',
  },
  savedSnippets: {
    at: { level: 297, kind: 'endpoint', endpoint: 'savedSnippets.list' },
    alsoAppliesTo: [{ endpoint: 'savedSnippets.create' }, { endpoint: 'savedSnippets.delete' }],
    change: 'Snippets of text can be saved.',
  },
  editSavedSnippet: {
    at: { level: 368, kind: 'endpoint', endpoint: 'savedSnippets.edit' },
    change: 'Saved snippets can be edited.',
  },
  attachmentTimesInSeconds: {
    at: { level: 443, kind: 'field', entity: 'Attachment', field: 'create_time' },
    change: 'Times of attachments are in seconds; before, in milliseconds.',
  },
  attachmentMessageIds: {
    at: { level: 472, kind: 'field', entity: 'Attachment', field: 'message_ids' },
    change: '`message_ids` replaced `messages`, which had IDs and times.',
  },
  directNarrows: {
    at: { level: 177, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
    change:
      'The operators `dm` and `dm-including`, and `is:dm`; `pm-with`, `group-pm-with` and `is:private` are deprecated.',
  },
  wildcardFlags: {
    at: { level: 224, kind: 'value', endpoint: 'messages.list' },
    change:
      '`stream_wildcard_mentioned` and `topic_wildcard_mentioned` tell the wildcards apart; `wildcard_mentioned` is deprecated.',
  },
  reactionNarrow: {
    at: { level: 249, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
    change: '`has:reaction`.',
  },
  channelNarrows: {
    at: { level: 250, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
    change: 'The operators `channel` and `channels`, beside `stream` and `streams`.',
  },
  followedNarrow: {
    at: { level: 265, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
    change: '`is:followed`.',
  },
  withNarrow: {
    at: { level: 271, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
    change: 'The operator `with`: the conversation of a message.',
  },
  mutedNarrow: {
    at: { level: 366, kind: 'value', endpoint: 'messages.list', parameter: 'narrow' },
    change: '`is:muted`.',
  },
} as const satisfies Readonly<Record<string, WrittenRow>>
