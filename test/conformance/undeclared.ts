interface Def {
  readonly type: string
  readonly shape?: Readonly<Record<string, Schema>>
  readonly element?: Schema
  readonly valueType?: Schema
  readonly innerType?: Schema
  readonly options?: readonly Schema[]
}
interface Schema {
  readonly _zod: { readonly def: unknown }
}

/** The paths of a value's fields that its schema does not declare. */
export function undeclared(schema: unknown, value: unknown, path = ''): string[] {
  const { type, shape, element, valueType, innerType, options } = (schema as Schema)._zod.def as Def
  if (typeof value !== 'object' || value === null) return []
  if (innerType) return undeclared(innerType, value, path)
  if (options) {
    const all = options.map((option) => undeclared(option, value, path))
    return all.sort((one, other) => one.length - other.length)[0] ?? []
  }
  if (element && Array.isArray(value)) return value.flatMap((one) => undeclared(element, one, `${path}[]`))
  if (valueType) return Object.values(value).flatMap((one) => undeclared(valueType, one, `${path}{}`))
  if (shape === undefined) return type === 'unknown' || type === 'any' ? [] : [`${path} (${type})`]
  return Object.entries(value).flatMap(([name, one]) =>
    Object.hasOwn(shape, name) ? undeclared(shape[name], one, `${path}.${name}`) : [`${path}.${name}`],
  )
}
