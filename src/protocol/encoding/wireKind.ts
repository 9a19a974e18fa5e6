import * as z from 'zod/mini'

/**
 * How a parameter's value is encoded: as is (`text`), as JSON (`json`: integers, booleans, lists, objects), as either of
 * these (`either`: a target that may be a bare name), or as a file of a multipart form (`file`).
 */
export type WireKind = 'text' | 'json' | 'either' | 'file'

/** Marks a string that is encoded as JSON, in quotes. */
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

/** Marks a topic, whose maximum length depends on the organisation. */
export const topicMark = 'x-topic'

/** Marks a parameter that the endpoint's own rules check: the decoder takes any value for it, and `always` none too. */
export const checkedLaterMark = 'x-checked-later'

/** Derives the kind from a parameter's schema. @throws {TypeError} if no rule covers the schema. */
export function wireKind(schema: z.core.$ZodType): WireKind {
  const known = kinds.get(schema)
  if (known !== undefined) return known
  const kind = kindOf(schema)
  kinds.set(schema, kind)
  return kind
}

/** Cached, since schemas are declared once and looked up on every request. */
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

/** Whether a request may omit the parameter. */
export function isOptional(schema: z.core.$ZodType): boolean {
  return (schema as z.ZodMiniType).safeParse(undefined).success
}

function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  const def = (schema as z.ZodMiniType).def as { type: string; innerType?: z.core.$ZodType }
  const wraps = def.type === 'optional' || def.type === 'default' || def.type === 'nullable'
  return wraps && def.innerType !== undefined ? withoutWrappers(def.innerType) : schema
}
