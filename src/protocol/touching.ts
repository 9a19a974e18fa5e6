import type * as z from 'zod/mini'
import type { Endpoint } from './endpoint.js'
import { endpoints } from './endpoints/index.js'
import { ChannelMessage, DirectMessage } from './entities/message.js'
import { Attachment, Channel, ChannelFolder, Linkifier, UserPresence } from './entities/organisation.js'
import { User } from './entities/user.js'
import type { AppliesTo, FeatureLevelRow } from './levels/featureLevel.js'

/** Which parts of the service a bot uses. */
export interface Usage {
  /** Endpoints that are called, with the names of the parameters that calls to them had. */
  readonly endpoints: ReadonlyMap<string, ReadonlySet<string>>
  /** Whether notifications are posted to a bot. */
  readonly isNotified: boolean
  /** Whether a call had parameters that its endpoint does not support. */
  readonly hasIgnored: boolean
}

/**
 * Whether a change can affect a bot with this usage. It may say yes although the bot ignores what changed, since what
 * a bot does with a response can't be seen from outside; it never says no wrongly.
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
  if (usage.isNotified && (entity === 'Notification' || entity === 'Message')) return true
  const fields = entity === undefined ? undefined : fieldsOf[entity]
  return (
    fields !== undefined && [...usage.endpoints.keys()].some((name) => carriesAnything(name) || answers(name, fields))
  )
}

/** The fields by which something is known in an answer, under the names that the level table uses. */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  User: Object.keys(User.shape),
  Message: Object.keys(ChannelMessage.shape).filter((name) => name in DirectMessage.shape),
  Attachment: Object.keys(Attachment.shape),
  Linkifier: Object.keys(Linkifier.shape),
  UserPresence: Object.keys(UserPresence.shape),
  ChannelFolder: Object.keys(ChannelFolder.shape),
  Channel: Object.keys(Channel.shape),
}

/** Events, and the state that they start from, speak of everything. */
function carriesAnything(endpoint: string): boolean {
  return endpoint.startsWith('events.')
}

function answers(name: string, fields: readonly string[]): boolean {
  const declared = endpoints.find((endpoint: Endpoint) => endpoint.name === name)
  return declared !== undefined && carries(declared.response, fields)
}

/** Whether an object with all these fields is in an answer, at any depth. */
function carries(shape: z.core.$ZodShape, fields: readonly string[]): boolean {
  if (fields.every((name) => name in shape)) return true
  return Object.values(shape).some((field) => shapesIn(field as z.ZodMiniType).some((inner) => carries(inner, fields)))
}

function shapesIn(schema: z.ZodMiniType): readonly z.core.$ZodShape[] {
  const { shape, innerType, element, valueType, options = [] } = schema.def as Parts
  if (shape !== undefined) return [shape]
  return [innerType, element, valueType, ...options].flatMap((one) => (one === undefined ? [] : shapesIn(one)))
}

/** Where a schema keeps those that it is made of. */
interface Parts {
  readonly shape?: z.core.$ZodShape
  readonly innerType?: z.ZodMiniType
  readonly element?: z.ZodMiniType
  readonly valueType?: z.ZodMiniType
  readonly options?: readonly z.ZodMiniType[]
}
