import {
  type Endpoint,
  type EndpointName,
  type FeatureId,
  type FeatureLevelRow,
  featureLevels,
  featureRow,
  hasFeature,
  newestFeatureLevel,
  type Params,
  visibilityPolicies,
} from '../protocol/index.js'
import type { Json } from './answers.js'

/** What a call asks of the server beyond what every server has. */
export interface Need {
  readonly feature: FeatureId
  /** Whether a call with these parameters needs it. */
  when(params: Json): boolean
}

/** Values that older servers do not know, and that an older server would misread or refuse. */
const values = [
  need('topics.setVisibility', 'followedTopics', (params) => params.visibility_policy === visibilityPolicies.followed),
  need('topics.setVisibility', 'emptyTopic', (params) => params.topic === ''),
  need('messages.send', 'emptyTopic', (params) => isForChannel(params.type) && params.topic?.trim() === ''),
  need('messages.edit', 'emptyTopic', (params) => params.topic?.trim() === ''),
  need('scheduledMessages.create', 'emptyTopic', (params) => isForChannel(params.type) && params.topic?.trim() === ''),
]

function isForChannel(type: string): boolean {
  return type === 'channel' || type === 'stream'
}

/** What calls to an endpoint can need: the endpoint itself, parameters that came later, values that came later. */
export function needsOf({ name, since }: Endpoint): readonly Need[] {
  const itself = since === undefined ? [] : [{ feature: since, when: () => true }]
  const parameters = featureLevels.flatMap(({ id, kind, appliesTo }: FeatureLevelRow & { readonly id: FeatureId }) => {
    const { endpoint, parameter } = appliesTo
    if (kind !== 'parameter' || endpoint !== name || parameter === undefined) return []
    return [{ feature: id, when: (params: Json) => params[parameter] !== undefined }]
  })
  return [...itself, ...parameters, ...values.filter((value) => value.endpoint === name)]
}

/** The needs of a call that a server of this level can't meet. */
export function unmet(needs: readonly Need[], params: Json, level: number): readonly FeatureLevelRow[] {
  // Nobody needs what came after the newest level.
  if (level >= newestFeatureLevel) return []
  return needs
    .filter(({ feature, when }) => when(params) && !hasFeature(level, feature))
    .map(({ feature }) => featureRow(feature))
}

function need<Name extends EndpointName>(
  endpoint: Name,
  feature: FeatureId,
  when: (params: Params<Name>) => boolean,
): Need & { readonly endpoint: string } {
  // Parameters are checked against their declaration before anybody asks what they need.
  return { endpoint, feature, when: (params) => when(params as unknown as Params<Name>) }
}
