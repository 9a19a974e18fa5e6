import type * as z from 'zod/mini'
import {
  answerSchema,
  type Endpoint,
  type EndpointName,
  endpointNamed,
  parametersSchema,
  successEnvelope,
} from '../protocol/index.js'
import type { Json } from './answers.js'
import { type Need, needsOf } from './needs.js'

/** What can be worked out about an endpoint before anybody calls it. */
export interface Prepared {
  readonly endpoint: Endpoint
  readonly parameters: z.ZodMiniType
  readonly schema: z.ZodMiniType<Json>
  readonly needs: readonly Need[]
  /** Every call needs the level, whatever its parameters. */
  readonly dependsOnLevel: boolean
}

const prepared = new Map<EndpointName, Prepared>()

/** What is known of the endpoint with this name; worked out once. */
export function preparedFor(name: EndpointName): Prepared {
  const existing = prepared.get(name)
  if (existing !== undefined) return existing
  const endpoint = endpointNamed(name)
  const datesAnswers = endpoint.modernise !== undefined && endpoint.name !== 'server.settings'
  const made: Prepared = {
    endpoint,
    parameters: parametersSchema(endpoint),
    schema: answerSchema(endpoint, successEnvelope),
    needs: needsOf(endpoint),
    dependsOnLevel: datesAnswers || !(endpoint.repeatable === 'always' || endpoint.repeatable === 'never'),
  }
  prepared.set(name, made)
  return made
}
