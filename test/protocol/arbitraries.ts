import type { Endpoint } from 'earshot/protocol'
import fc from 'fast-check'
import type { z } from 'zod'
import { isInPath } from '../../src/protocol/index.js'

interface Def {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
  readonly shape?: Record<string, z.ZodType>
  readonly options?: readonly z.ZodType[]
  readonly entries?: Record<string, string>
  readonly values?: readonly (string | number)[]
}

/** Text with everything that Unicode has, but for halves of characters. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  // What could be taken for something else on its way.
  fc.constantFrom('', '7', 'true', 'null', '"quoted"', '[1,2]', '{"a":1}', 'a&b=c', 'a+b c', '%41', '__proto__', '\0'),
)

const key = text.filter((name) => name !== '__proto__')

/** Any value that a schema accepts. */
function anyOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  return unchecked(schema).filter((value) => schema.safeParse(value).success)
}

function unchecked(schema: z.ZodType): fc.Arbitrary<unknown> {
  const def = schema.def as unknown as Def
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'catch':
      return fc.option(anyOf(given(def.innerType)), { nil: undefined })
    case 'string':
      return text
    case 'number':
      return fc.oneof(fc.maxSafeInteger(), fc.integer({ min: 0, max: 100 }))
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(def.values ?? []))
    case 'array':
      return fc.array(anyOf(given(def.element)), { maxLength: 5 })
    case 'union':
      return fc.oneof(...(def.options ?? []).map(anyOf))
    case 'nullable':
      return fc.option(anyOf(given(def.innerType)))
    case 'record':
      return fc.dictionary(key, anyOf(given(def.valueType)), { maxKeys: 5, noNullPrototype: true })
    case 'unknown':
      return fc.oneof(text, fc.boolean(), fc.integer())
    case 'object':
      return recordOf(def.shape ?? {})
    case 'custom':
      return fc.uint8Array({ maxLength: 50 }).map((bytes) => new Blob([bytes]))
    default:
      throw new Error(`No values are known for a schema of type ${def.type}`)
  }
}

function recordOf(shape: Record<string, z.ZodType>): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .record(Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, fieldOf(name, schema)])))
    .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)))
}

/** What an operand may be depends on its operator, and every operator takes text. */
function fieldOf(name: string, schema: z.ZodType): fc.Arbitrary<unknown> {
  return name === 'operand' ? text.filter((operand) => operand.trim() !== '') : anyOf(schema)
}

/** Any parameters that an endpoint accepts, its rules included. */
export function paramsOf(endpoint: Endpoint): fc.Arbitrary<Record<string, unknown>> {
  return recordOf(endpoint.params as Record<string, z.ZodType>).filter(
    (params) =>
      Object.entries(params).every(([name, value]) => !isInPath(endpoint, name) || fitsPath(String(value))) &&
      (endpoint.rules ?? []).every((rule) => rule.holds(params)),
  )
}

const fitsPath = (segment: string) => !['', '.', '..'].includes(segment)

function given(schema: z.ZodType | undefined): z.ZodType {
  if (schema === undefined) throw new Error('The schema has no inner one')
  return schema
}
