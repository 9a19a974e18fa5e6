import {
  type EncodedRequest,
  type EndpointName,
  type ErrorRow,
  type FeatureId,
  hasFeature,
  type NarrowCondition,
  type NarrowTerm,
  newestFeatureLevel,
  type OlderParameter,
  olderParameters,
  type Params,
  topicAlreadyMuted,
  topicNotMuted,
  visibilityPolicies,
} from '../../protocol/index.js'
import type { ApiError } from '../errors/exchangeErrors.js'
import type { Json } from './answers.js'

/** An equivalent call for a server that lacks a feature. */
interface Detour {
  readonly endpoint: EndpointName
  readonly params: Json
  /** Errors that mean that there is nothing to change. */
  readonly alreadyDone: readonly ErrorRow[]
}

interface Fallback {
  readonly endpoint: EndpointName
  readonly lacking: FeatureId
  /** Undefined if the older endpoint can't express the call. */
  detour(params: Json): Detour | undefined
}

const { none, muted } = visibilityPolicies

const fallbacks = [
  fallback('topics.setVisibility', 'userTopics', ({ stream_id, topic, visibility_policy }) => {
    if (visibility_policy !== none && visibility_policy !== muted) return undefined
    const params: Params<'topics.setMuted'> = { stream_id, topic, op: visibility_policy === muted ? 'add' : 'remove' }
    const alreadyDone = visibility_policy === muted ? topicAlreadyMuted : topicNotMuted
    return { endpoint: 'topics.setMuted', params, alreadyDone: [alreadyDone] }
  }),
]

/** The equivalent of this call, if the server lacks no other feature that it needs. */
export function detourFor(endpoint: string, lacking: readonly string[], params: Json): Detour | undefined {
  const way = fallbacks.find((one) => one.endpoint === endpoint && lacking.every((feature) => feature === one.lacking))
  return way?.detour(params)
}

export function isAlreadyDone(error: ApiError, { alreadyDone }: Detour): boolean {
  return alreadyDone.some(({ code, msg }) => error.code === code && error.msg === msg)
}

export interface OlderValue {
  readonly endpoint: EndpointName
  readonly feature: FeatureId
  when(params: Json): boolean
  apply(params: Json): Json
}

/** Values with an older equivalent. All endpoints with a message type accept `channel` from the same level on. */
const olderValues = [
  olderValue('scheduledMessages.edit', 'channelMessageType', { type: 'channel' }, { type: 'stream' }),
  olderValue('scheduledMessages.create', 'channelMessageType', { type: 'channel' }, { type: 'stream' }),
  olderValue('messages.send', 'channelMessageType', { type: 'channel' }, { type: 'stream' }),
  olderValue('messages.send', 'directMessageType', { type: 'direct' }, { type: 'private' }),
  olderValue('typing.send', 'channelMessageType', { type: 'channel' }, { type: 'stream' }),
  olderValue('typing.send', 'directMessageType', { type: 'direct' }, { type: 'private' }),
  ...(['messages.list', 'messages.updateFlagsInNarrow', 'messages.matchesNarrow', 'events.register'] as const).flatMap(
    (endpoint) => [
      olderNarrow(endpoint, 'directNarrows', (operator, operand) => {
        if (operator === 'dm') return ['pm-with', operand]
        return operator === 'is' && operand === 'dm' ? ['is', 'private'] : undefined
      }),
      olderNarrow(endpoint, 'channelNarrows', (operator, operand) => {
        if (operator === 'channel') return ['stream', operand]
        return operator === 'channels' ? ['streams', operand] : undefined
      }),
      olderNarrow(endpoint, 'numericIdNarrow', (operator, operand) =>
        operator === 'id' && typeof operand === 'number' ? [operator, String(operand)] : undefined,
      ),
    ],
  ),
]

export function olderValuesOf(endpoint: string): readonly OlderValue[] {
  return [...olderValues, ...omissions].filter((word) => word.endpoint === endpoint)
}

/** Parameters that concern only what older servers lack. The client omits them there, instead of refusing the call. */
const omissions: readonly OlderValue[] = (
  [
    'messages.get.allow_empty_topic_name',
    'messages.history.allow_empty_topic_name',
    'messages.list.allow_empty_topic_name',
    'streams.list.exclude_archived',
    'streams.topics.allow_empty_topic_name',
    'userGroups.list.include_deactivated_groups',
  ] as const
).map((feature) => {
  const [namespace, method, parameter = ''] = feature.split('.')
  return {
    endpoint: `${namespace}.${method}` as EndpointName,
    feature,
    when: (params) => params[parameter] !== undefined,
    apply: ({ [parameter]: _, ...params }) => params,
  }
})

/** Whether the client omits a parameter that the server lacks. */
export const isOmitted = (id: FeatureId): boolean => omissions.some(({ feature }) => feature === id)

export function withOlderValues(words: readonly OlderValue[], level: number, params: Json): Json {
  if (level >= newestFeatureLevel) return params
  let values = params
  for (const word of words) {
    if (word.when(params) && !hasFeature(level, word.feature)) values = word.apply(values)
  }
  return values
}

/** The endpoint's parameters that have another name on older servers. */
export function olderNamesOf(name: string): readonly OlderParameter[] {
  return olderParameters.filter(({ endpoint }) => endpoint === name)
}

export function withOlderNames(
  encoded: EncodedRequest,
  names: readonly OlderParameter[],
  level: number,
): EncodedRequest {
  if (names.length === 0) return encoded
  const older = names.filter(({ since }) => !hasFeature(level, since))
  const form = encoded.form.map(([field, text]) => {
    const one = older.find(({ parameter }) => parameter === field)
    return one === undefined ? ([field, text] as const) : ([one.olderName, one.toOlder(text)] as const)
  })
  return { ...encoded, form }
}

function fallback<Name extends EndpointName>(
  endpoint: Name,
  lacking: FeatureId,
  detour: (params: Params<Name>) => Detour | undefined,
): Fallback {
  // By then the parameters have been checked against their declaration.
  return { endpoint, lacking, detour: (params) => detour(params as unknown as Params<Name>) }
}

function olderValue<Name extends EndpointName>(
  endpoint: Name,
  feature: FeatureId,
  newer: Partial<Params<Name>>,
  older: Partial<Params<Name>>,
): OlderValue {
  return {
    endpoint,
    feature,
    when: (params) => Object.entries(newer).every(([name, value]) => params[name] === value),
    apply: (params) => ({ ...params, ...older }),
  }
}

type Operand = NarrowCondition['operand']

/** Replaces conditions by their older form. `toOlder` returns undefined for conditions that have none. */
function olderNarrow(
  endpoint: EndpointName,
  feature: FeatureId,
  toOlder: (operator: string, operand: Operand) => readonly [operator: string, operand: Operand] | undefined,
): OlderValue {
  const olderOf = (term: NarrowTerm): NarrowTerm | undefined => {
    if (!('operator' in term)) return toOlder(...term) as NarrowTerm | undefined
    const older = toOlder(term.operator, term.operand)
    return older && { ...term, operator: older[0], operand: older[1] }
  }
  const narrowOf = ({ narrow }: Json) => (narrow ?? []) as readonly NarrowTerm[]
  return {
    endpoint,
    feature,
    when: (params) => narrowOf(params).some((term) => olderOf(term) !== undefined),
    apply: (params) => ({ ...params, narrow: narrowOf(params).map((term) => olderOf(term) ?? term) }),
  }
}
