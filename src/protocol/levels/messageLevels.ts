import type { FeatureLevelRow } from './featureLevel.js'

/** Changes of how messages are listed, which the spec does not speak of. */
export const messageLevels = [
  {
    id: 'directNarrows',
    level: 177,
    kind: 'value',
    appliesTo: { endpoint: 'messages.list', parameter: 'narrow' },
    change:
      'The operators `dm` and `dm-including`, and `is:dm`; `pm-with`, `group-pm-with` and `is:private` are deprecated.',
    spec: 'companion',
  },
  {
    id: 'wildcardFlags',
    level: 224,
    kind: 'value',
    appliesTo: { endpoint: 'messages.list' },
    change:
      '`stream_wildcard_mentioned` and `topic_wildcard_mentioned` tell the wildcards apart; `wildcard_mentioned` is deprecated.',
    spec: 'companion',
  },
  {
    id: 'reactionNarrow',
    level: 249,
    kind: 'value',
    appliesTo: { endpoint: 'messages.list', parameter: 'narrow' },
    change: '`has:reaction`.',
    spec: 'companion',
  },
  {
    id: 'channelNarrows',
    level: 250,
    kind: 'value',
    appliesTo: { endpoint: 'messages.list', parameter: 'narrow' },
    change: 'The operators `channel` and `channels`, beside `stream` and `streams`.',
    spec: 'companion',
  },
  {
    id: 'followedNarrow',
    level: 265,
    kind: 'value',
    appliesTo: { endpoint: 'messages.list', parameter: 'narrow' },
    change: '`is:followed`.',
    spec: 'companion',
  },
  {
    id: 'withNarrow',
    level: 271,
    kind: 'value',
    appliesTo: { endpoint: 'messages.list', parameter: 'narrow' },
    change: 'The operator `with`: the conversation of a message.',
    spec: 'companion',
  },
  {
    id: 'mutedNarrow',
    level: 366,
    kind: 'value',
    appliesTo: { endpoint: 'messages.list', parameter: 'narrow' },
    change: '`is:muted`.',
    spec: 'companion',
  },
] as const satisfies readonly FeatureLevelRow[]
