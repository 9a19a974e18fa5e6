import { mayBeMissing, type Of, type Shape, tagOf } from './shape.js'

/**
 * Whether a value has a shape as it is: nothing of it is wrong, and nothing is to be filled in or left out. Of the little that
 * this is not sure of it says that it has not, which is for `check` to look into.
 */
export function isAsIs(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case 'string':
      return typeof value === 'string' && value.length <= shape.most
    case 'boolean':
      return typeof value === 'boolean'
    case 'int':
      return Number.isSafeInteger(value) && (value as number) >= shape.least
    case 'nullable':
      return value === null || isAsIs(shape.of, value)
    case 'optional':
    case 'default':
      return isAsIs(shape.of, value)
    case 'value':
      return shape.values.includes(value)
    case 'object':
      return isObjectAsIs(shape, value)
    case 'list':
      return shape.length === undefined && isListAsIs(shape.of, value)
    case 'union':
      return shape.by !== undefined && isTaggedAsIs(shape.options, shape.by, value)
    default:
      return false
  }
}

// A function of its own: what a function inside of `isAsIs` spoke of would be kept in memory at each of its calls.
function isListAsIs(of: Shape, value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => isAsIs(of, item))
}

function isObjectAsIs({ fields, others, needed }: Of<'object'>, value: unknown): boolean {
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype || others === 'dropped') return false
  let missing = needed
  for (const name in value) {
    const field = fields.get(name)
    if (field === undefined) {
      // A copy would have another prototype.
      if (others === 'refused' || name === '__proto__') return false
    } else if (!isAsIs(field, value[name])) return false
    else if (!mayBeMissing(field)) missing -= 1
  }
  return missing === 0
}

function isTaggedAsIs(options: readonly Shape[], by: string, value: unknown): boolean {
  if (!isObject(value)) return false
  const option = options.find((one) => tagOf(one, by) === value[by])
  return option !== undefined && isAsIs(option, value)
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
