import * as z from 'zod'
import {
  type AppliesTo,
  Attachment,
  Channel,
  ChannelFolder,
  ChannelMessage,
  CustomEmoji,
  DataExport,
  type Dialect,
  DirectMessage,
  Edit,
  ErrorEnvelope,
  Event,
  ExportConsent,
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
  RealmDomain,
  Recipient,
  ScheduledMessage,
  Submessage,
  successEnvelope,
  TopicLink,
  User,
  UserGroup,
  UserPresence,
} from '../../protocol/index.js'
import { fieldIn, type LevelNotes } from './levelNotes.js'
import type { Schema } from './types.js'

/** The fields of every success. */
export const Envelope = z.looseObject(successEnvelope)

/**
 * Named schemas of the document, which others refer to. They are listed here since a namespace import would pull the whole
 * contract into every bundle.
 */
const entities: Readonly<Record<string, z.core.$ZodType>> = {
  Envelope,
  Attachment,
  Channel,
  ChannelFolder,
  ChannelMessage,
  CustomEmoji,
  DataExport,
  DirectMessage,
  Edit,
  ErrorEnvelope,
  Event,
  ExportConsent,
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
  RealmDomain,
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
export interface DescriptionContext {
  readonly level: number
  readonly dialect: Dialect
  readonly notes: LevelNotes
  readonly schemas: Schemas
}

/** Converts the contract's zod schemas to JSON Schema, as they are on the wire at one level and dialect. */
export interface Schemas {
  /** The schema of a value; entities are references. */
  of(schema: z.core.$ZodType): Schema
  /** The schema of an object with these fields; `place` is their place in the level table. */
  ofFields(fields: z.core.$ZodShape, place: (field: string) => AppliesTo): SchemaFields
  /** The entities referred to so far. */
  readonly components: ReadonlyMap<string, Schema>
}

/** An object's fields, with the names of the dialect. */
export interface SchemaFields {
  readonly properties: Readonly<Record<string, Schema>>
  readonly required: readonly string[]
}

export function createSchemas(dialect: Dialect, notes: LevelNotes): Schemas {
  const components = new Map<string, Schema>()

  const of = (schema: z.core.$ZodType): Schema => {
    // Describes what is sent, before defaults are filled in.
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
        renameFields(jsonSchema, dialect)
      },
    })
    for (const [name, definition] of Object.entries($defs)) {
      if (!components.has(name)) components.set(name, noted(withReferences(definition), { entity: name }, notes))
    }
    return withReferences(own)
  }

  return {
    of,
    components,
    ofFields(fields, place) {
      const { properties = {}, required = [] } = of(z.object(fields)) as Partial<SchemaFields>
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

/** The schema, or any of several if they differ. */
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

/** Adds the notes of the level table to the fields of entities. A field that may not exist yet is not required. */
function noteFields(zodSchema: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema, notes: LevelNotes): void {
  const { shape = {} } = zodSchema._zod.def as { shape?: z.core.$ZodShape }
  for (const [name, field] of Object.entries(shape)) {
    for (const place of placesOfFields.get(field) ?? []) {
      const property = json.properties?.[name]
      // The object itself is changed, since zod may add to it.
      if (typeof property === 'object') Object.assign(property, withNotes(property as Schema, notes.about(place)))
      if (notes.isNew(place)) json.required = json.required?.filter((one) => one !== name)
    }
  }
}

/** The entities that have a field, for the level table. */
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

/** JavaScript's limits for exact integers don't apply on the wire. */
function leaveOutIntegerLimits(json: z.core.JSONSchema.BaseSchema): void {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
}

/** Names fields as the dialect does. */
function renameFields(json: z.core.JSONSchema.BaseSchema, dialect: Dialect): void {
  const { properties, required } = json
  if (properties === undefined) return
  const spoken = [dialect, dialect.beside ?? []].flat()
  const renamed = Object.entries(properties).flatMap(([name, field]) =>
    spoken.map((one) => [fieldIn(one, name), field] as const),
  )
  json.properties = Object.fromEntries(renamed)
  if (required !== undefined) json.required = required.map((name) => fieldIn(dialect, name))
}

/** Moves references from zod's place for entities to OpenAPI's. */
function withReferences(json: object): Schema {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as Schema
}
