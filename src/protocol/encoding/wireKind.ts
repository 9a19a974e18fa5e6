import * as z from 'zod/mini'

/**
 * How a parameter's value is written: as it is (`text`), as JSON text (`json`: integers, booleans, lists, objects), as
 * either (`either`: a target that may be a bare name), or as a file of a multipart form.
 */
export type WireKind = 'text' | 'json' | 'either' | 'file'

/** Marks text that travels as JSON text, in quotes. */
export const quotedMark = 'x-quoted'

const kindOfType: Readonly<Record<string, WireKind>> = {
  string: 'text',
  enum: 'text',
  number: 'json',
  boolean: 'json',
  array: 'json',
  object: 'json',
  record: 'json',
  literal: 'json',
  custom: 'file',
}

/** Marks text that names a topic, whose longest length is the organisation's. */
export const topicMark = 'x-topic'

/** The kind that follows from a parameter's schema. @throws {TypeError} for a schema that no rule covers. */
export function wireKind(schema: z.core.$ZodType): WireKind {
  const known = kinds.get(schema)
  if (known !== undefined) return known
  const kind = kindOf(schema)
  kinds.set(schema, kind)
  return kind
}

/** Schemas are declared once and asked about at every request. */
const kinds = new WeakMap<z.core.$ZodType, WireKind>()

function kindOf(schema: z.core.$ZodType): WireKind {
  const inner = withoutWrappers(schema)
  const { def } = inner as z.ZodMiniType
  if (def.type === 'union') {
    const kinds = new Set((def as unknown as { options: z.ZodMiniType[] }).options.map(wireKind))
    return kinds.size > 1 ? 'either' : ([...kinds][0] ?? 'json')
  }
  if (z.globalRegistry.get(inner)?.[quotedMark] === true) return 'json'
  const kind = kindOfType[def.type]
  if (kind === undefined) throw new TypeError(`No wire form is known for a parameter of type ${def.type}.`)
  return kind
}

/** Whether the parameter may be left out. */
export function isOptional(schema: z.core.$ZodType): boolean {
  return (schema as z.ZodMiniType).safeParse(undefined).success
}

function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  const def = (schema as z.ZodMiniType).def as { type: string; innerType?: z.core.$ZodType }
  const wraps = def.type === 'optional' || def.type === 'default' || def.type === 'nullable'
  return wraps && def.innerType !== undefined ? withoutWrappers(def.innerType) : schema
}
