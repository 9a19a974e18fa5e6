import * as protocol from 'earshot/protocol'
import * as z from 'zod/mini'

interface Def {
  readonly type: string
  readonly innerType?: z.core.$ZodType
  readonly element?: z.core.$ZodType
  readonly valueType?: z.core.$ZodType
  readonly shape?: z.core.$ZodShape
  readonly catchall?: z.core.$ZodType
  readonly options?: readonly z.core.$ZodType[]
  readonly discriminator?: string
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
  readonly format?: string
  readonly checks?: readonly z.core.$ZodCheck[]
  readonly defaultValue?: unknown
  readonly catchValue?: (context: object) => unknown
}

const defOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Def

/** What is written down under a name of its own: the entities that the contract exports. */
export const named: ReadonlyMap<z.core.$ZodType, string> = new Map(
  Object.entries(protocol).flatMap(([name, value]: [string, unknown]) =>
    /^[A-Z]/.test(name) && typeof value === 'object' && value !== null && '_zod' in value
      ? [[value as z.core.$ZodType, name] as const]
      : [],
  ),
)

/** A declaration in the notation of `shapes/shape.ts`. */
export function written(schema: z.core.$ZodType): string {
  return named.get(schema) ?? writtenInFull(schema)
}

/** The same, where the declaration has a name of its own. */
export function writtenInFull(schema: z.core.$ZodType): string {
  const def = defOf(schema)
  const of = (inner: z.core.$ZodType | undefined) => written(given(inner))
  switch (def.type) {
    case 'string':
      return z.globalRegistry.get(schema)?.['x-quoted'] !== true ? `s${mostOf(schema)}` : 'q'
    case 'number':
      return `${def.format === 'safeint' ? 'i' : 'n'}${leastOf(def)}`
    case 'boolean':
      return 'b'
    case 'unknown':
      return 'u'
    case 'custom':
      return 'f'
    case 'enum':
      return values(Object.values(def.entries ?? {}))
    case 'literal':
      return values(def.values ?? [])
    case 'array':
      return `[${of(def.element)}]${lengthOf(def)}`
    case 'record':
      return `<${of(def.valueType)}>`
    case 'object':
      return writtenObject(def.shape ?? {}, def.catchall)
    case 'union':
      return `${def.discriminator === undefined ? '' : `@${def.discriminator}`}(${(def.options ?? []).map(written).join('/')})`
    case 'optional':
      return `${of(def.innerType)}?`
    case 'nullable':
      return `${of(def.innerType)}~`
    case 'default':
      return `${of(def.innerType)}=${JSON.stringify(def.defaultValue)}`
    case 'catch':
      return `${of(def.innerType)}^${JSON.stringify(def.catchValue?.({})) ?? ''}`
    default:
      throw new Error(`There is no notation for a schema of type ${def.type}`)
  }
}

function writtenObject(shape: z.core.$ZodShape, others: z.core.$ZodType | undefined): string {
  const mark = others === undefined ? '-' : defOf(others).type === 'never' ? '!' : ''
  return `${mark}{${writtenFields(shape)}}`
}

/** The fields of an object, without what is around them. */
export function writtenFields(shape: z.core.$ZodShape): string {
  return Object.entries(shape)
    .map(([name, schema]) => `${name}:${written(schema)}`)
    .join(',')
}

const values = (all: readonly unknown[]) => `(${all.map((value) => JSON.stringify(value)).join(',')})`

/** The limit of a text is in the check that it has, and only comes out when that complains. */
function mostOf(schema: z.core.$ZodType): string {
  if (defOf(schema).checks === undefined) return ''
  const complaint = (schema as z.ZodMiniType).safeParse('x'.repeat(100_000)).error?.issues[0]
  if (complaint?.code !== 'too_big') throw new Error('There is no notation for the check of a text')
  return String(complaint.maximum)
}

function leastOf({ checks = [] }: Def): string {
  const bounds = checks.map(
    (check) => check._zod.def as unknown as { check: string; value: number; inclusive: boolean },
  )
  if (bounds.some(({ check, inclusive }) => check !== 'greater_than' || !inclusive)) {
    throw new Error('There is no notation for the check of a number')
  }
  return bounds.map(({ value }) => `>=${value}`).join('')
}

function lengthOf({ checks = [] }: Def): string {
  return checks
    .map((check) => {
      const { length } = check._zod.def as unknown as { readonly length?: number }
      if (length === undefined) throw new Error('There is no notation for the check of a list')
      return String(length)
    })
    .join('')
}

function given(schema: z.core.$ZodType | undefined): z.core.$ZodType {
  if (schema === undefined) throw new Error('The schema has no inner one')
  return schema
}
