import type { AppliesTo } from './levels/featureLevel.js'

/** Where changes of the level table show besides the place that their rows name first. */
export const elsewhere = {
  drafts: [{ endpoint: 'drafts.create' }, { endpoint: 'drafts.edit' }, { endpoint: 'drafts.delete' }],
  deleteTopicComplete: [{ endpoint: 'messages.markAllRead', field: 'complete' }],
  savedSnippets: [{ endpoint: 'savedSnippets.create' }, { endpoint: 'savedSnippets.delete' }],
  serverMergeBase: [{ endpoint: 'events.register' }],
  linkifierReordering: [{ endpoint: 'linkifiers.list' }],
  channelMessageType: [
    { endpoint: 'scheduledMessages.create', parameter: 'type' },
    { endpoint: 'messages.send', parameter: 'type' },
  ],
  firstMessageIdEvent: [{ endpoint: 'messages.delete' }, { endpoint: 'messages.edit' }],
  realmUrl: [{ endpoint: 'events.register' }],
  emptyTopic: [
    { endpoint: 'messages.send', parameter: 'topic' },
    { endpoint: 'messages.edit', parameter: 'topic' },
    { endpoint: 'scheduledMessages.create', parameter: 'topic' },
    { endpoint: 'scheduledMessages.edit', parameter: 'topic' },
    { endpoint: 'streams.deleteTopic', parameter: 'topic_name' },
    { endpoint: 'topics.setMuted', parameter: 'topic' },
  ],
  noTopicReading: [
    { endpoint: 'messages.send', parameter: 'topic' },
    { endpoint: 'messages.edit', parameter: 'topic' },
    { endpoint: 'scheduledMessages.create', parameter: 'topic' },
  ],
  channelFolders: [{ entity: 'Channel', field: 'folder_id' }],
  reverseLinkifiers: [{ entity: 'Linkifier', field: 'example_input' }],
} as const satisfies Readonly<Record<string, readonly AppliesTo[]>>
