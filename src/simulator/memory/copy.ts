/** What replaces an object in a copy; undefined to copy it as usual. */
export type Replace = (value: object) => unknown

/**
 * A deep copy of data. An object that occurs twice is copied once. Files and functions are shared, since they can't
 * change.
 *
 * @throws {TypeError} for an object of a class
 */
export function copyOf<Value>(value: Value, replace: Replace = () => undefined): Value {
  return copied(value, replace, new Map()) as Value
}

function copied(value: unknown, replace: Replace, known: Map<object, unknown>): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value
  const before = known.get(value)
  if (before !== undefined) return before
  const keep = <Copy>(copy: Copy): Copy => {
    known.set(value, copy)
    return copy
  }
  const replacement = replace(value)
  if (replacement !== undefined) return keep(replacement)
  if (typeof value === 'function') return value
  if (Array.isArray(value)) {
    const list = keep(new Array<unknown>(value.length))
    for (let at = 0; at < value.length; at += 1) list[at] = copied(value[at], replace, known)
    return list
  }
  if (value instanceof Map) {
    const map = keep(new Map())
    for (const [key, item] of value) map.set(copied(key, replace, known), copied(item, replace, known))
    return map
  }
  if (value instanceof Set) {
    const set = keep(new Set())
    for (const item of value) set.add(copied(item, replace, known))
    return set
  }
  if (isPlain(value)) {
    const object = keep<Record<string, unknown>>(Object.create(Object.getPrototypeOf(value)))
    for (const [key, item] of Object.entries(value)) put(object, key, copied(item, replace, known))
    return object
  }
  if (value instanceof Blob) return value
  if (value instanceof Uint8Array) return keep(Uint8Array.from(value))
  throw new TypeError(`An object of the class ${value.constructor.name} can't be copied; pass its data instead.`)
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function put(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}
