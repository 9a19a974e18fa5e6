import type * as z from 'zod/mini'
import { isObject } from '../values.js'
import { ChannelMessage, DirectMessage, Edit, Reaction } from './entities/message.js'
import {
  Attachment,
  Channel,
  ChannelFolder,
  DataExport,
  ExportConsent,
  Invitation,
  Linkifier,
  Playground,
  ProfileField,
  UserGroup,
  UserPresence,
} from './entities/organisation.js'
import { uncheckedSchema } from './entities/registeredState.js'
import { User } from './entities/user.js'

const identified = {
  ...{ User, Edit, Reaction, Attachment, DataExport, ExportConsent, Invitation, Linkifier, Playground, ProfileField },
  ...{ UserGroup, UserPresence, ChannelFolder, Channel },
}

/** The fields that identify an entity, by its name in the level table. */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  Message: Object.keys(ChannelMessage.shape).filter((name) => name in DirectMessage.shape),
  ...Object.fromEntries(Object.entries(identified).map(([name, { shape }]) => [name, Object.keys(shape)])),
}

/** The entities whose fields an object has: a subscription is also a channel. */
export function entitiesOf(shape: z.core.$ZodShape): readonly string[] {
  return Object.keys(fieldsOf).filter((name) => fieldsOf[name]?.every((field) => field in shape))
}

/** The shapes of the outermost objects in a schema. */
export function shapesIn(schema: z.core.$ZodType): readonly z.core.$ZodShape[] {
  const { shape, innerType, element, valueType, options = [] } = partsOf(schema)
  if (shape !== undefined) return [shape]
  return [innerType, element, valueType, ...options].flatMap((one) => (one === undefined ? [] : shapesIn(one)))
}

type Fields = Readonly<Record<string, unknown>>

/** A change of one object. */
export type ObjectChange<Context> = (value: Fields, context: Context) => Fields

/**
 * Combines the changes of the objects in a schema into one change of the whole value, innermost first; undefined if there are
 * none.
 */
function changeWithin<Context>(
  schema: z.core.$ZodType,
  changeOf: (shape: z.core.$ZodShape) => ObjectChange<Context> | undefined,
): ((value: unknown, context: Context) => unknown) | undefined {
  const { shape, innerType, element, valueType, options } = partsOf(schema)
  if (innerType !== undefined) return changeWithin(innerType, changeOf)
  if (element !== undefined) {
    const inner = changeWithin(element, changeOf)
    return inner && ((value, context) => (Array.isArray(value) ? value.map((one) => inner(one, context)) : value))
  }
  if (valueType !== undefined) {
    const inner = changeWithin(valueType, changeOf)
    return inner && ((value, context) => (isObject(value) ? mapped(value, (one) => inner(one, context)) : value))
  }
  if (options !== undefined) {
    // Options that change are of the same entity, so the first change fits them all.
    return options.map((option) => changeWithin(option, changeOf)).find((change) => change !== undefined)
  }
  return shape && changeOfShape(shape, changeOf)
}

/** As `changeWithin`, for an object with this shape. */
export function changeOfShape<Context>(
  shape: z.core.$ZodShape,
  changeOf: (shape: z.core.$ZodShape) => ObjectChange<Context> | undefined,
): ((value: unknown, context: Context) => unknown) | undefined {
  const own = changeOf(shape)
  const inner = Object.entries(shape).flatMap(([name, schema]) => {
    const change = changeWithin(schema, changeOf)
    return change === undefined ? [] : [[name, change] as const]
  })
  if (own === undefined && inner.length === 0) return undefined
  return (value, context) => {
    if (!isObject(value)) return value
    const changed = { ...value }
    for (const [name, change] of inner) if (name in changed) changed[name] = change(changed[name], context)
    return own === undefined ? changed : own(changed, context)
  }
}

function mapped(value: Fields, change: (one: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one)]))
}

/** The parts of a schema that are schemas themselves. */
interface Parts {
  readonly shape?: z.core.$ZodShape
  readonly innerType?: z.core.$ZodType
  readonly element?: z.core.$ZodType
  readonly valueType?: z.core.$ZodType
  readonly options?: readonly z.core.$ZodType[]
}

function partsOf(schema: z.core.$ZodType): Parts {
  return (uncheckedSchema(schema) ?? (schema as z.ZodMiniType)).def as Parts
}
