import type { ZodMiniType } from 'zod/mini'
import {
  answerSchema,
  type Endpoint,
  type EndpointName,
  endpointNamed,
  type FeatureId,
  hasFeature,
  isInPath,
  levelOf,
  newestFeatureLevel,
  type OlderParameter,
  type Params,
  parameterLevels,
  parametersSchema,
  successEnvelope,
  visibilityPolicies,
} from '../../protocol/index.js'
import type { Json } from './answers.js'
import { type WayForBots, wayForBots } from './asBot.js'
import { isOmitted, type OlderValue, olderNamesOf, olderValuesOf } from './fallbacks.js'

/** Computed once per endpoint, not per call. */
export interface Prepared {
  readonly endpoint: Endpoint
  readonly parameters: ZodMiniType
  readonly answer: ZodMiniType
  readonly requirements: readonly Requirement[]
  readonly olderValues: readonly OlderValue[]
  readonly olderNames: readonly OlderParameter[]
  readonly inPath: readonly string[]
  /** What a bot does where the server refuses the endpoint to bots. */
  readonly wayForBots: WayForBots | undefined
  /** Every call needs the level, whatever its parameters. */
  readonly dependsOnLevel: boolean
}

const prepared = new Map<EndpointName, Prepared>()

/** The prepared endpoint with this name. @throws {RangeError} for an undeclared name. */
export function preparedFor(name: EndpointName): Prepared {
  const existing = prepared.get(name)
  if (existing !== undefined) return existing
  const endpoint = endpointNamed(name)
  const datesAnswers = endpoint.upgrade !== undefined && !answerHasLevel(endpoint.name)
  const olderNames = olderNamesOf(name)
  const way = wayForBots(name)
  const made: Prepared = {
    endpoint,
    parameters: parametersSchema(endpoint),
    answer: answerSchema(endpoint, successEnvelope),
    requirements: requirementsOf(endpoint),
    olderValues: olderValuesOf(name),
    olderNames,
    wayForBots: way,
    inPath: Object.keys(endpoint.params).filter((parameter) => isInPath(endpoint, parameter)),
    dependsOnLevel:
      datesAnswers ||
      olderNames.length > 0 ||
      way !== undefined ||
      !(endpoint.repeatable === 'always' || endpoint.repeatable === 'never'),
  }
  prepared.set(name, made)
  return made
}

export function answerHasLevel(name: string): boolean {
  return name === 'server.settings' || name === 'events.register'
}

export function dependsOnLevel({ dependsOnLevel, requirements, olderValues }: Prepared, params: Json): boolean {
  return dependsOnLevel || requirements.some(({ when }) => when(params)) || olderValues.some(({ when }) => when(params))
}

interface Requirement {
  readonly feature: FeatureId
  /** The server must not have it. */
  readonly isGone?: true
  when(params: Json): boolean
}

/** Values that an older server would misread, refuse or ignore. */
const values = [
  requirement(
    'topics.setVisibility',
    'followedTopics',
    (params) => params.visibility_policy === visibilityPolicies.followed,
  ),
  requirement('users.deactivate', 'deactivationActions', ({ actions }) => actions !== undefined),
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

const laterParameters: Readonly<Record<string, Readonly<Record<string, number>>>> = parameterLevels

function requirementsOf({ name, since, until }: Endpoint): readonly Requirement[] {
  const gone = until === undefined ? [] : [{ feature: until, isGone: true as const, when: () => true }]
  const itself = since === undefined ? [] : [{ feature: since, when: () => true }]
  const added = Object.entries(laterParameters[name] ?? {}).sort(([, one], [, other]) => one - other)
  const parameters = added.flatMap(([parameter]) => {
    const feature = `${name}.${parameter}` as FeatureId
    return isOmitted(feature) ? [] : [{ feature, when: (params: Json) => params[parameter] !== undefined }]
  })
  return [...gone, ...itself, ...parameters, ...values.filter((value) => value.endpoint === name)]
}

/** A feature that a call needs and a server lacks, or that took away its endpoint. */
export interface Lacking {
  readonly id: FeatureId
  readonly level: number
}

export function unmet(requirements: readonly Requirement[], params: Json, level: number): readonly Lacking[] {
  if (level >= newestFeatureLevel && requirements[0]?.isGone !== true) return []
  return requirements
    .filter(({ feature, isGone = false, when }) => when(params) && hasFeature(level, feature) === isGone)
    .map(({ feature }) => ({ id: feature, level: levelOf(feature) }))
}

function requirement<Name extends EndpointName>(
  endpoint: Name,
  feature: FeatureId,
  when: (params: Params<Name>) => boolean,
): Requirement & { readonly endpoint: string } {
  // By then the parameters have been checked against their declaration.
  return { endpoint, feature, when: (params) => when(params as unknown as Params<Name>) }
}
