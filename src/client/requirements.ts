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
export interface Requirement {
  readonly feature: FeatureId
  /** Whether a call with these parameters needs it. */
  when(params: Json): boolean
}

/** Values that older servers do not know, and that an older server would misread or refuse. */
const values = [
  requirement(
    'topics.setVisibility',
    'followedTopics',
    (params) => params.visibility_policy === visibilityPolicies.followed,
  ),
  requirement('topics.setVisibility', 'emptyTopic', (params) => params.topic === ''),
  requirement('messages.send', 'emptyTopic', (params) => isForChannel(params.type) && params.topic?.trim() === ''),
  requirement('messages.edit', 'emptyTopic', (params) => params.topic?.trim() === ''),
  requirement(
    'scheduledMessages.create',
    'emptyTopic',
    (params) => isForChannel(params.type) && params.topic?.trim() === '',
  ),
]

function isForChannel(type: string): boolean {
  return type === 'channel' || type === 'stream'
}

/** What calls to an endpoint can need: the endpoint itself, parameters that came later, values that came later. */
export function requirementsOf({ name, since }: Endpoint): readonly Requirement[] {
  const itself = since === undefined ? [] : [{ feature: since, when: () => true }]
  const parameters = featureLevels.flatMap(({ id, kind, appliesTo }: FeatureLevelRow & { readonly id: FeatureId }) => {
    const { endpoint, parameter } = appliesTo
    if (kind !== 'parameter' || endpoint !== name || parameter === undefined) return []
    return [{ feature: id, when: (params: Json) => params[parameter] !== undefined }]
  })
  return [...itself, ...parameters, ...values.filter((value) => value.endpoint === name)]
}

/** The requirements of a call that a server of this level can't meet. */
export function unmet(requirements: readonly Requirement[], params: Json, level: number): readonly FeatureLevelRow[] {
  // Nobody needs what came after the newest level.
  if (level >= newestFeatureLevel) return []
  return requirements
    .filter(({ feature, when }) => when(params) && !hasFeature(level, feature))
    .map(({ feature }) => featureRow(feature))
}

function requirement<Name extends EndpointName>(
  endpoint: Name,
  feature: FeatureId,
  when: (params: Params<Name>) => boolean,
): Requirement & { readonly endpoint: string } {
  // Parameters are checked against their declaration before anybody asks what they need.
  return { endpoint, feature, when: (params) => when(params as unknown as Params<Name>) }
}
