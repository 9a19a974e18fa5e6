/** A rule about several parameters that a client can check before it sends them. */
export interface Rule {
  /** The parameter to name when the rule is broken. */
  readonly field: string
  holds(params: Readonly<Record<string, unknown>>): boolean
  /** What the rule requires. */
  readonly text: string
}

const isForChannel = (type: unknown) => type === 'channel' || type === 'stream'

const hasEntries = (list: unknown) => Array.isArray(list) && list.length > 0

const statusRules: readonly Rule[] = [
  {
    field: 'emoji_name',
    holds: ({ emoji_name, emoji_code, reaction_type }) =>
      emoji_name !== undefined || (emoji_code === undefined && reaction_type === undefined),
    text: '`emoji_name` is required with `emoji_code` or `reaction_type`',
  },
  {
    field: 'status_text',
    holds: ({ status_text, emoji_name }) => status_text !== undefined || emoji_name !== undefined,
    text: 'at least one of `status_text` and `emoji_name` must be given',
  },
]

/** By endpoint name. Kept apart from the endpoints' declarations, so that a client can check rules without bundling those. */
export const rules = {
  'scheduledMessages.edit': [
    {
      field: 'to',
      holds: ({ type, to }) => type === undefined || to !== undefined,
      text: '`to` is required when `type` is changed',
    },
    {
      field: 'topic',
      holds: ({ type, topic }) => !isForChannel(type) || (topic !== undefined && topic !== ''),
      text: '`topic` is required, and cannot be empty, when `type` is changed to `channel`',
    },
  ],
  'topics.setMuted': [
    {
      field: 'stream_id',
      holds: ({ stream_id, stream }) => (stream_id === undefined) !== (stream === undefined),
      text: 'exactly one of `stream_id` and `stream` must be given',
    },
  ],
  'users.setStatus': statusRules,
  'users.setOwnStatus': statusRules,
  'messages.edit': [
    {
      field: 'content',
      holds: ({ content, topic, stream_id }) => content !== undefined || topic !== undefined || stream_id !== undefined,
      text: 'at least one of `content`, `topic` and `stream_id` must be given',
    },
  ],
  'reactions.remove': [
    {
      field: 'emoji_name',
      holds: ({ emoji_name, emoji_code }) => emoji_name !== undefined || emoji_code !== undefined,
      text: 'at least one of `emoji_name` and `emoji_code` must be given',
    },
  ],
  'scheduledMessages.create': [
    {
      field: 'topic',
      holds: ({ type, topic }) => !isForChannel(type) || topic !== undefined,
      text: '`topic` is required for a channel message',
    },
  ],
  'userGroups.updateMembers': [
    {
      field: 'add',
      holds: (given) => [given.add, given.delete, given.add_subgroups, given.delete_subgroups].some(hasEntries),
      text: 'somebody must be added or deleted',
    },
  ],
  'userGroups.updateSubgroups': [
    {
      field: 'add',
      holds: (given) => [given.add, given.delete].some(hasEntries),
      text: 'a group must be added or deleted',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Rule[]>>
