import { DataError } from './dataError.js'

/**
 * Holds a saved state against a new one: whatever is a list, a map, a set or an object there must be one here, and a number, text
 * or boolean outside of lists and maps is nothing else of these. The rest may be as in no new state.
 *
 * @throws {DataError} with the path of the first field that differs
 */
export function checkShape(file: string, saved: unknown, own: unknown): void {
  const wrong = firstWrong(saved, own, '', true)
  if (wrong === undefined) return
  const says = `${file} can't be used: ${wrong}. Restore it from a backup, delete it to start over, or choose another directory.`
  throw new DataError('data_corrupt', file, says)
}

/** @param isFixed Whether it isn't part of a list or a map. */
function firstWrong(saved: unknown, own: unknown, path: string, isFixed: boolean): string | undefined {
  const [is, expected] = [kindOf(saved), kindOf(own)]
  const isContainer = containers.has(expected)
  const isEnough = isContainer ? is === 'nothing' && !isFixed : !isFixed || is === 'nothing' || is === 'an object'
  if (expected === 'nothing' || isEnough) return undefined
  if (is !== expected) return `${path === '' ? 'it' : `\`${path}\``} is ${is}, not ${expected}`
  for (const [key, part] of partsOf(own, saved)) {
    const at = `${path}${/^[a-z]\w*$/i.test(String(key)) ? `${path && '.'}${String(key)}` : `[${String(key)}]`}`
    const isStill = isFixed && (expected === 'an object' || path.endsWith('parts'))
    const wrong = firstWrong(part.saved, part.own, at, isStill)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

/** What is in both. Of a list or a map that has others in it by now, the first of our own is the model. */
function* partsOf(own: unknown, saved: unknown): Iterable<[key: unknown, { saved: unknown; own: unknown }]> {
  if (own instanceof Map && saved instanceof Map) {
    const [first] = own.values()
    for (const [key, value] of saved) yield [key, { saved: value, own: own.has(key) ? own.get(key) : first }]
  } else if (Array.isArray(own) && Array.isArray(saved)) {
    for (const [at, value] of saved.entries()) yield [at, { saved: value, own: own[at] ?? own[0] }]
  } else if (kindOf(own) === 'an object') {
    for (const [key, value] of Object.entries(own as object))
      yield [key, { saved: Reflect.get(saved as object, key), own: value }]
  }
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Map) return 'a map'
  if (value instanceof Set) return 'a set'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

const containers: ReadonlySet<string> = new Set(['a list', 'a map', 'a set', 'an object'])
