import type * as z from 'zod/mini'
import type { Endpoint } from './endpoint.js'
import { endpoints } from './endpoints/index.js'
import { ChannelMessage, DirectMessage } from './entities/message.js'
import { Attachment, Channel, ChannelFolder, Linkifier, UserPresence } from './entities/organisation.js'
import { User } from './entities/user.js'
import type { AppliesTo, FeatureLevelRow } from './levels/featureLevel.js'

/** The parts of the service that a bot uses. */
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
export function touches({ appliesTo, alsoAppliesTo = [] }: FeatureLevelRow, usage: Usage): boolean {
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
  const fields = entity === undefined ? undefined : fieldsOf[entity]
  return (
    fields !== undefined && [...usage.endpoints.keys()].some((name) => carriesAnything(name) || answers(name, fields))
  )
}

/** The fields that identify an entity in a response, by the entity's name in the level table. */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  User: Object.keys(User.shape),
  Message: Object.keys(ChannelMessage.shape).filter((name) => name in DirectMessage.shape),
  Attachment: Object.keys(Attachment.shape),
  Linkifier: Object.keys(Linkifier.shape),
  UserPresence: Object.keys(UserPresence.shape),
  ChannelFolder: Object.keys(ChannelFolder.shape),
  Channel: Object.keys(Channel.shape),
}

/** Events, and the state that they start from, can contain any entity. */
function carriesAnything(endpoint: string): boolean {
  return endpoint.startsWith('events.')
}

function answers(name: string, fields: readonly string[]): boolean {
  const declared = endpoints.find((endpoint: Endpoint) => endpoint.name === name)
  return declared !== undefined && carries(declared.response, fields)
}

/** Whether a response contains an object with all these fields, at any depth. */
function carries(shape: z.core.$ZodShape, fields: readonly string[]): boolean {
  if (fields.every((name) => name in shape)) return true
  return Object.values(shape).some((field) => shapesIn(field as z.ZodMiniType).some((inner) => carries(inner, fields)))
}

function shapesIn(schema: z.ZodMiniType): readonly z.core.$ZodShape[] {
  const { shape, innerType, element, valueType, options = [] } = schema.def as Parts
  if (shape !== undefined) return [shape]
  return [innerType, element, valueType, ...options].flatMap((one) => (one === undefined ? [] : shapesIn(one)))
}

/** Where a schema keeps the schemas that it is made of. */
interface Parts {
  readonly shape?: z.core.$ZodShape
  readonly innerType?: z.ZodMiniType
  readonly element?: z.ZodMiniType
  readonly valueType?: z.ZodMiniType
  readonly options?: readonly z.ZodMiniType[]
}
