import { elsewhere } from '../elsewhere.js'
import type { FeatureLevelRow } from './featureLevel.js'

/** Changes of endpoints that the spec only refers to, as the server's own history dates them. */
export const companionLevels = [
  {
    id: 'drafts',
    level: 87,
    kind: 'endpoint',
    appliesTo: { endpoint: 'drafts.list' },
    alsoAppliesTo: elsewhere.drafts,
    change: 'Drafts are kept by the server.',
    spec: 'companion',
  },
  {
    id: 'readReceipts',
    level: 137,
    kind: 'endpoint',
    appliesTo: { endpoint: 'messages.readReceipts' },
    change: 'Who has read a message can be asked for.',
    spec: 'companion',
  },
  {
    id: 'savedSnippets',
    level: 297,
    kind: 'endpoint',
    appliesTo: { endpoint: 'savedSnippets.list' },
    alsoAppliesTo: elsewhere.savedSnippets,
    change: 'Snippets of text can be saved.',
    spec: 'companion',
  },
  {
    id: 'editSavedSnippet',
    level: 368,
    kind: 'endpoint',
    appliesTo: { endpoint: 'savedSnippets.edit' },
    change: 'Saved snippets can be edited.',
    spec: 'companion',
  },
  {
    id: 'attachmentTimesInSeconds',
    level: 443,
    kind: 'field',
    appliesTo: { entity: 'Attachment', field: 'create_time' },
    change: 'Times of attachments are in seconds; before, in milliseconds.',
    spec: 'companion',
  },
  {
    id: 'attachmentMessageIds',
    level: 472,
    kind: 'field',
    appliesTo: { entity: 'Attachment', field: 'message_ids' },
    change: '`message_ids` replaced `messages`, which had IDs and times.',
    spec: 'companion',
  },
] as const satisfies readonly FeatureLevelRow[]
