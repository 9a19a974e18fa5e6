/** A rule about several parameters that a client can check before it sends them. */
export interface Rule {
  /** The parameter to name when the rule is broken. */
  readonly field: string
  holds(params: Readonly<Record<string, unknown>>): boolean
  /** What the rule requires, as a sentence. */
  readonly says: string
}

const isForChannel = (type: unknown) => type === 'channel' || type === 'stream'

const status: readonly Rule[] = [
  {
    field: 'emoji_name',
    holds: ({ emoji_name, emoji_code, reaction_type }) =>
      emoji_name !== undefined || (emoji_code === undefined && reaction_type === undefined),
    says: '`emoji_name` is required with `emoji_code` or `reaction_type`',
  },
  {
    field: 'status_text',
    holds: ({ status_text, emoji_name }) => status_text !== undefined || emoji_name !== undefined,
    says: 'at least one of `status_text` and `emoji_name` must be given',
  },
]

/** By endpoint name. Kept apart from the declarations, which import it, since clients need nothing more than this. */
export const rules = {
  'scheduledMessages.edit': [
    {
      field: 'to',
      holds: ({ type, to }) => type === undefined || to !== undefined,
      says: '`to` is required when `type` is changed',
    },
    {
      field: 'topic',
      holds: ({ type, topic }) => !isForChannel(type) || (topic !== undefined && topic !== ''),
      says: '`topic` is required, and cannot be empty, when `type` is changed to `channel`',
    },
  ],
  'topics.setMuted': [
    {
      field: 'stream_id',
      holds: ({ stream_id, stream }) => (stream_id === undefined) !== (stream === undefined),
      says: 'exactly one of `stream_id` and `stream` must be given',
    },
  ],
  'users.setStatus': status,
  'users.setOwnStatus': status,
  'messages.edit': [
    {
      field: 'content',
      holds: ({ content, topic, stream_id }) => content !== undefined || topic !== undefined || stream_id !== undefined,
      says: 'at least one of `content`, `topic` and `stream_id` must be given',
    },
  ],
  'reactions.remove': [
    {
      field: 'emoji_name',
      holds: ({ emoji_name, emoji_code }) => emoji_name !== undefined || emoji_code !== undefined,
      says: 'at least one of `emoji_name` and `emoji_code` must be given',
    },
  ],
  'scheduledMessages.create': [
    {
      field: 'topic',
      holds: ({ type, topic }) => !isForChannel(type) || topic !== undefined,
      says: '`topic` is required for a channel message',
    },
  ],
  'userGroups.updateMembers': [
    {
      field: 'add',
      holds: (given) =>
        [given.add, given.delete, given.add_subgroups, given.delete_subgroups].some(
          (ids) => Array.isArray(ids) && ids.length > 0,
        ),
      says: 'somebody must be added or deleted',
    },
  ],
  'userGroups.updateSubgroups': [
    {
      field: 'add',
      holds: (given) => [given.add, given.delete].some((ids) => Array.isArray(ids) && ids.length > 0),
      says: 'a group must be added or deleted',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Rule[]>>
