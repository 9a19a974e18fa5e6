import * as z from 'zod'
import {
  type AppliesTo,
  Attachment,
  Channel,
  ChannelFolder,
  ChannelMessage,
  CustomEmoji,
  type Dialect,
  DirectMessage,
  Edit,
  ErrorEnvelope,
  Event,
  ExternalAuthenticationMethod,
  GroupSetting,
  Invitation,
  Linkifier,
  ManagedBot,
  Message,
  Notification,
  Objection,
  PresenceEntry,
  ProfileField,
  ProfileValue,
  Reaction,
  Recipient,
  ScheduledMessage,
  Submessage,
  successEnvelope,
  TopicLink,
  User,
  UserGroup,
  UserPresence,
} from '../../protocol/index.js'
import type { LevelNotes } from './levelNotes.js'
import type { Example, Schema } from './types.js'
import { fieldIn } from './words.js'

/** What every success carries. */
export const Envelope = z.looseObject(successEnvelope)

/**
 * Shapes that have a name of their own in the document. Whatever uses one points to it. By name, and not by all that the
 * contract exports: that would keep all of it in every bundle.
 */
const entities: Readonly<Record<string, z.core.$ZodType>> = {
  Envelope,
  Attachment,
  Channel,
  ChannelFolder,
  ChannelMessage,
  CustomEmoji,
  DirectMessage,
  Edit,
  ErrorEnvelope,
  Event,
  ExternalAuthenticationMethod,
  GroupSetting,
  Invitation,
  Linkifier,
  ManagedBot,
  Message,
  Notification,
  Objection,
  PresenceEntry,
  ProfileField,
  ProfileValue,
  Reaction,
  Recipient,
  ScheduledMessage,
  Submessage,
  TopicLink,
  User,
  UserGroup,
  UserPresence,
}

const entityNames: z.core.$ZodRegistry<{ id: string }> = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(entities)) entityNames.add(schema, { id })

/** The server being described, and the tools for it. */
export interface Context {
  readonly level: number
  readonly dialect: Dialect
  readonly notes: LevelNotes
  readonly schemas: Schemas
  /** Shared examples, by name. */
  readonly examples: Map<string, Example>
}

/** Turns the contract's zod schemas into JSON Schema, as one level and dialect has them on the wire. */
export interface Schemas {
  /** The schema of a value; entities are pointed to. */
  of(schema: z.core.$ZodType): Schema
  /** The schema of an object with these fields; `place` says where the level table speaks of them. */
  ofFields(fields: z.core.$ZodShape, place: (field: string) => AppliesTo): Fields
  /** The entities that have been pointed to so far. */
  readonly components: ReadonlyMap<string, Schema>
}

/** An object's fields, in the words of the dialect. */
export interface Fields {
  readonly properties: Readonly<Record<string, Schema>>
  readonly required: readonly string[]
}

export function createSchemas(dialect: Dialect, notes: LevelNotes): Schemas {
  const components = new Map<string, Schema>()
  const onWire = onWireOf(dialect)

  const of = (schema: z.core.$ZodType): Schema => {
    // Describes what is sent, before a reader fills in defaults.
    const {
      $schema: _,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, {
      io: 'input',
      metadata: entityNames,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        leaveOutIntegerLimits(jsonSchema)
        noteFields(zodSchema, jsonSchema, notes)
      },
    })
    for (const [name, definition] of Object.entries($defs)) {
      if (!components.has(name)) components.set(name, noted(onWire(definition as Schema), { entity: name }, notes))
    }
    return onWire(own as Schema)
  }

  return {
    of,
    components,
    ofFields(fields, place) {
      const { properties = {}, required = [] } = of(z.object(fields)) as Partial<Fields>
      const places = new Map(Object.keys(fields).map((field) => [fieldIn(dialect, field), place(field)]))
      const described = Object.entries(properties).map(([name, schema]) => {
        return [name, withNotes(schema, notes.about(places.get(name) ?? {}))] as const
      })
      return {
        properties: Object.fromEntries(described),
        required: required.filter((name) => !notes.isNew(places.get(name) ?? {})),
      }
    },
  }
}

/** The values of an object, or of any of several where they differ. */
export function oneOrAny(schemas: readonly Schema[]): Schema {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  const [only = {}, ...more] = different
  return more.length === 0 ? only : { anyOf: different }
}

export function withNotes(schema: Schema, sentences: readonly string[]): Schema {
  if (sentences.length === 0) return schema
  const own = typeof schema.description === 'string' ? [schema.description] : []
  return { ...schema, description: [...own, ...sentences].join('\n\n') }
}

function noted(schema: Schema, place: AppliesTo, notes: LevelNotes): Schema {
  const { required: _, ...open } = schema
  return withNotes(notes.isNew(place) ? open : schema, notes.about(place))
}

/** Says of the fields of entities what the level table says. A field that may not be there yet is not required. */
function noteFields(zodSchema: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema, notes: LevelNotes): void {
  const { shape = {} } = zodSchema._zod.def as { shape?: z.core.$ZodShape }
  for (const [name, field] of Object.entries(shape)) {
    for (const place of placesOfFields.get(field) ?? []) {
      const property = json.properties?.[name]
      // What is noted is put into the object itself, as more may be put into it after this.
      if (typeof property === 'object') Object.assign(property, withNotes(property as Schema, notes.about(place)))
      if (notes.isNew(place)) json.required = json.required?.filter((one) => one !== name)
    }
  }
}

/** Where the level table may speak of a field: of every entity that has it, wherever its fields are used. */
const placesOfFields = new Map<z.core.$ZodType, AppliesTo[]>()
for (const [entity, schema] of Object.entries(entities)) {
  for (const [field, one] of fieldsOf(schema)) {
    const places = placesOfFields.get(one) ?? []
    // A field of several kinds of one entity is the same field.
    if (!places.some((place) => place.entity === entity && place.field === field)) places.push({ entity, field })
    placesOfFields.set(one, places)
  }
}

function fieldsOf(schema: z.core.$ZodType): [string, z.core.$ZodType][] {
  const { shape = {}, options = [] } = schema._zod.def as {
    shape?: z.core.$ZodShape
    options?: readonly z.core.$ZodType[]
  }
  return [...Object.entries(shape), ...options.flatMap(fieldsOf)]
}

/** The limits of JavaScript's exact integers are no rule of the wire. */
function leaveOutIntegerLimits(json: z.core.JSONSchema.BaseSchema): void {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
}

type Write = (schema: Schema) => Schema

/** Names fields as the dialect does, and points to where the document keeps its entities. */
function onWireOf(dialect: Dialect): Write {
  const onWire: Write = (schema) =>
    Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => [
        keyword,
        Object.hasOwn(write, keyword) ? write[keyword]?.(value) : value,
      ]),
    )
  const inner = (part: unknown): unknown => (typeof part === 'object' && part !== null ? onWire(part as Schema) : part)
  const each = (parts: unknown) => (parts as readonly unknown[]).map(inner)
  const write: Readonly<Record<string, (value: unknown) => unknown>> = {
    $ref: (ref) => String(ref).replace('#/$defs/', '#/components/schemas/'),
    properties: (fields) =>
      Object.fromEntries(
        Object.entries(fields as Schema).map(([name, field]) => [fieldIn(dialect, name), inner(field)]),
      ),
    required: (names) => (names as readonly string[]).map((name) => fieldIn(dialect, name)),
    items: inner,
    additionalProperties: inner,
    propertyNames: inner,
    anyOf: each,
    oneOf: each,
    allOf: each,
    prefixItems: each,
  }
  return onWire
}
