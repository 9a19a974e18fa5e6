import { preset } from './check.js'
import { type Shape, tagOf } from './shape.js'

/** Says of a value that it is not of a shape, or might not be, and nothing of why. */
export const misfit = Symbol('misfit')

/** Gives a value as `check` would, or `misfit`. What is given is left as it is, and may be part of what is given back. */
export type Fit = (value: unknown) => unknown

/**
 * Makes of a shape what reads the values that fit as `check` does, several times faster, since it has nothing to say of
 * those that don't: these are for `check`.
 */
export function fitOf(shape: Shape): Fit {
  switch (shape.kind) {
    case 'string':
      return (value) => (typeof value === 'string' && value.length <= shape.most ? value : misfit)
    case 'int':
      return (value) => (Number.isSafeInteger(value) && (value as number) >= shape.least ? value : misfit)
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : misfit)
    case 'any':
      return (value) => value
    case 'value':
      return (value) => (shape.values.includes(value) ? value : misfit)
    case 'optional':
      return unless(undefined, fitOf(shape.of))
    case 'nullable':
      return unless(null, fitOf(shape.of))
    case 'default': {
      const reads = fitOf(shape.of)
      return (value) => (value === undefined ? preset(shape.value) : reads(value))
    }
    case 'list':
      return shape.length === undefined ? listFit(fitOf(shape.of)) : unsure
    case 'object':
      return shape.others === 'kept' ? objectFit(shape.fields) : unsure
    case 'union':
      return shape.by === undefined ? unsure : taggedFit(shape.options, shape.by)
    default:
      return unsure
  }
}

const unsure: Fit = () => misfit

function unless(exception: null | undefined, reads: Fit): Fit {
  return (value) => (value === exception ? value : reads(value))
}

function listFit(reads: Fit): Fit {
  return (value) => {
    if (!Array.isArray(value)) return misfit
    let read: unknown[] = value
    for (let at = 0; at < value.length; at += 1) {
      const item = reads(value[at])
      if (item === misfit) return misfit
      if (item === value[at]) continue
      if (read === value) read = [...value]
      read[at] = item
    }
    return read
  }
}

/** An object is copied where one of its fields is read as something else. */
function objectFit(fields: ReadonlyMap<string, Shape>): Fit {
  const fits = [...fields].map(([name, shape]) => ({ name, reads: fitOf(shape), isNeeded: isNeeded(shape) }))
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return misfit
    // Whoever copied it field by field would give the copy another prototype.
    if (Object.hasOwn(value, '__proto__')) return misfit
    const given = value as Record<string, unknown>
    let read = given
    for (const { name, reads, isNeeded } of fits) {
      const before = given[name]
      if (before === undefined && isNeeded) return misfit
      const after = reads(before)
      if (after === misfit) return misfit
      if (after === before) continue
      if (read === given) read = { ...given }
      read[name] = after
    }
    return read
  }
}

/** Whether a field may be anything, but not missing. */
function isNeeded(shape: Shape): boolean {
  return shape.kind === 'any' || (shape.kind === 'nullable' && isNeeded(shape.of))
}

/** Of one of several objects, told apart by a field. */
function taggedFit(options: readonly Shape[], by: string): Fit {
  const fits = new Map<unknown, Fit>()
  for (const option of options) {
    fits.set(tagOf(option, by), fitOf(option))
  }
  return (value) => {
    if (typeof value !== 'object' || value === null) return misfit
    const reads = fits.get((value as Record<string, unknown>)[by])
    return reads === undefined ? misfit : reads(value)
  }
}
