import type * as z from 'zod/mini'
import { findEndpoint } from './endpoints/index.js'
import { entitiesOf, shapesIn } from './entitiesOf.js'
import type { AppliesTo, FeatureLevelRow } from './levels/changes.js'

/** The parts of the server that a bot uses. */
export interface Usage {
  /** The endpoints that the bot calls, with the names of the parameters it passes. */
  readonly endpoints: ReadonlyMap<string, ReadonlySet<string>>
  /** Whether the bot receives notifications. */
  readonly isNotified: boolean
  /** Whether a call had parameters that its endpoint doesn't support. */
  readonly hasIgnored: boolean
  /** Whether a call was refused. */
  readonly isRefused: boolean
}

/**
 * Whether a change can affect a bot with this usage. False positives are possible, since what a bot does with a response
 * can't be seen from outside; there are no false negatives.
 */
export function touches({ appliesTo, alsoAppliesTo }: FeatureLevelRow, usage: Usage): boolean {
  return [appliesTo, ...alsoAppliesTo].some((place) => isUsed(place, usage))
}

function isUsed({ endpoint, parameter, entity }: AppliesTo, usage: Usage): boolean {
  if (endpoint !== undefined) {
    const parameters = usage.endpoints.get(endpoint)
    return parameters !== undefined && (parameter === undefined || parameters.has(parameter))
  }
  if (entity === 'Envelope') return usage.hasIgnored
  if (entity === 'ErrorEnvelope') return usage.isRefused
  if (usage.isNotified && (entity === 'Notification' || entity === 'Message')) return true
  return (
    entity !== undefined && [...usage.endpoints.keys()].some((name) => carriesAnything(name) || answers(name, entity))
  )
}

/** Events, and the state that they start from, can contain any entity. */
function carriesAnything(endpoint: string): boolean {
  return endpoint.startsWith('events.')
}

function answers(name: string, entity: string): boolean {
  const declared = findEndpoint(name)
  return declared !== undefined && carries(declared.response, entity)
}

/** Whether a response contains the entity, at any depth. */
function carries(shape: z.core.$ZodShape, entity: string): boolean {
  if (entitiesOf(shape).includes(entity)) return true
  return Object.values(shape).some((field) => shapesIn(field).some((inner) => carries(inner, entity)))
}
