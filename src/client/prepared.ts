import type { ZodMiniType } from 'zod/mini'
import {
  answerSchema,
  type Endpoint,
  type EndpointName,
  endpointNamed,
  isInPath,
  parametersSchema,
  successEnvelope,
} from '../protocol/index.js'
import type { Json } from './answers.js'
import { hasOlderNames, type OlderWord, olderWordsOf } from './fallbacks.js'
import { type Requirement, requirementsOf } from './requirements.js'

/** What can be worked out about an endpoint before anybody calls it. */
export interface Prepared {
  readonly endpoint: Endpoint
  /** All parameters, and no others. */
  readonly parameters: ZodMiniType
  /** The whole answer. */
  readonly answer: ZodMiniType
  readonly requirements: readonly Requirement[]
  readonly olderWords: readonly OlderWord[]
  /** The names of the parameters that travel in the path. */
  readonly inPath: readonly string[]
  /** Every call needs the level, whatever its parameters. */
  readonly dependsOnLevel: boolean
}

const prepared = new Map<EndpointName, Prepared>()

/** What is known of the endpoint with this name; worked out once. @throws {RangeError} for an undeclared name. */
export function preparedFor(name: EndpointName): Prepared {
  const existing = prepared.get(name)
  if (existing !== undefined) return existing
  const endpoint = endpointNamed(name)
  const datesAnswers = endpoint.upgrade !== undefined && !saysLevel(endpoint.name)
  const made: Prepared = {
    endpoint,
    parameters: parametersSchema(endpoint),
    answer: answerSchema(endpoint, successEnvelope),
    requirements: requirementsOf(endpoint),
    olderWords: olderWordsOf(name),
    inPath: Object.keys(endpoint.params).filter((parameter) => isInPath(endpoint, parameter)),
    dependsOnLevel:
      datesAnswers || hasOlderNames(name) || !(endpoint.repeatable === 'always' || endpoint.repeatable === 'never'),
  }
  prepared.set(name, made)
  return made
}

/** Whether an answer says itself which level it is of. */
export function saysLevel(name: string): boolean {
  return name === 'server.settings' || name === 'events.register'
}

/** Whether it takes the server's level to make a call with these parameters. */
export function dependsOnLevel({ dependsOnLevel, requirements, olderWords }: Prepared, params: Json): boolean {
  return dependsOnLevel || requirements.some(({ when }) => when(params)) || olderWords.some(({ when }) => when(params))
}
