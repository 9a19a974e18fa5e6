import { handledErrors } from '../protocol/errors/handledErrors.js'
import {
  type EncodedRequest,
  type EndpointName,
  type ErrorRow,
  type FeatureId,
  hasFeature,
  type NarrowTerm,
  olderParameters,
  type Params,
  visibilityPolicies,
} from '../protocol/index.js'
import type { Json } from './answers.js'
import type { ApiError } from './errors/apiError.js'

/** Another call that means the same to a server that lacks a feature. */
export interface Detour {
  readonly endpoint: EndpointName
  readonly params: Json
  /** Refusals which say that things are already as the call wants them. */
  readonly alreadySo: readonly ErrorRow[]
}

interface Fallback {
  readonly endpoint: EndpointName
  readonly lacking: FeatureId
  /** Undefined for a call that the older way can't express. */
  detour(params: Json): Detour | undefined
}

const { none, muted } = visibilityPolicies

/** Calls that can be made to older servers in another way. */
const fallbacks = [
  fallback('topics.setVisibility', 'userTopics', ({ stream_id, topic, visibility_policy }) => {
    if (visibility_policy !== none && visibility_policy !== muted) return undefined
    const params: Params<'topics.setMuted'> = { stream_id, topic, op: visibility_policy === muted ? 'add' : 'remove' }
    const alreadySo = visibility_policy === muted ? handledErrors.topicAlreadyMuted : handledErrors.topicNotMuted
    return { endpoint: 'topics.setMuted', params, alreadySo: [alreadySo] }
  }),
]

/** The other way to make this call, if these are all the features that the server lacks for it. */
export function detourFor(endpoint: string, lacking: readonly string[], params: Json): Detour | undefined {
  const way = fallbacks.find((one) => one.endpoint === endpoint && lacking.every((feature) => feature === one.lacking))
  return way?.detour(params)
}

/** Whether a refusal says that things are already as the call wanted them. */
export function isAlreadySo(error: ApiError, { alreadySo }: Detour): boolean {
  return alreadySo.some(({ code, msg }) => error.code === code && error.msg === msg)
}

/** A value with an older name that means the same. */
export interface OlderWord {
  readonly endpoint: EndpointName
  readonly feature: FeatureId
  when(params: Json): boolean
  say(params: Json): Json
}

/** Values with an older name that means the same. Every endpoint that takes a message's type learnt `channel` at once. */
const olderWords = [
  olderWord('scheduledMessages.edit', 'channelMessageType', { type: 'channel' }, { type: 'stream' }),
  olderWord('scheduledMessages.create', 'channelMessageType', { type: 'channel' }, { type: 'stream' }),
  olderWord('messages.send', 'channelMessageType', { type: 'channel' }, { type: 'stream' }),
  ...(['messages.list', 'messages.updateFlagsInNarrow', 'events.register'] as const).flatMap((endpoint) => [
    olderNarrow(endpoint, 'directNarrows', { dm: 'pm-with' }),
    olderNarrow(endpoint, 'channelNarrows', { channel: 'stream', channels: 'streams' }),
  ]),
]

/** The values with an older name that calls to an endpoint can have. */
export function olderWordsOf(endpoint: string): readonly OlderWord[] {
  return olderWords.filter((word) => word.endpoint === endpoint)
}

/** The parameters in words that a server of this level knows. */
export function inWordsOf(words: readonly OlderWord[], level: number, params: Json): Json {
  let said = params
  for (const word of words) {
    if (word.when(params) && !hasFeature(level, word.feature)) said = word.say(said)
  }
  return said
}

/** Whether older servers know a parameter of this endpoint by another name. */
export function hasOlderNames(name: string): boolean {
  return olderParameters.some(({ endpoint }) => endpoint === name)
}

/** A request with the parameters that a server of this level knows by another name under that name. */
export function inOlderNames(encoded: EncodedRequest, name: string, level: number): EncodedRequest {
  const older = olderParameters.filter(({ endpoint, since }) => endpoint === name && !hasFeature(level, since))
  if (older.length === 0) return encoded
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
  // Parameters are checked against their declaration before anybody looks for a detour.
  return { endpoint, lacking, detour: (params) => detour(params as unknown as Params<Name>) }
}

function olderWord<Name extends EndpointName>(
  endpoint: Name,
  feature: FeatureId,
  newer: Partial<Params<Name>>,
  older: Partial<Params<Name>>,
): OlderWord {
  return {
    endpoint,
    feature,
    when: (params) => Object.entries(newer).every(([name, value]) => params[name] === value),
    say: (params) => ({ ...params, ...older }),
  }
}

/** Operators of a narrow with an older name. */
function olderNarrow(endpoint: EndpointName, feature: FeatureId, older: Readonly<Record<string, string>>): OlderWord {
  const operatorOf = (term: NarrowTerm) => ('operator' in term ? term.operator : term[0])
  const inOlder = (term: NarrowTerm): NarrowTerm => {
    const [, minus = '', name = ''] = /^(-?)(.*)$/s.exec(operatorOf(term)) ?? []
    const operator = minus + (older[name] ?? name)
    return 'operator' in term ? { ...term, operator } : [operator, term[1]]
  }
  const narrowOf = ({ narrow }: Json) => (narrow ?? []) as readonly NarrowTerm[]
  return {
    endpoint,
    feature,
    when: (params) => narrowOf(params).some((term) => operatorOf(inOlder(term)) !== operatorOf(term)),
    say: (params) => ({ ...params, narrow: narrowOf(params).map(inOlder) }),
  }
}
