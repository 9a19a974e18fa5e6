import { codePoints } from '../limits.js'
import { isAsIs, isObject } from './asIs.js'
import { type Issue, issue, sizeIssue, typeIssue, valueIssue } from './issue.js'
import { mayBeMissing, type Of, type Shape, tagOf } from './shape.js'

export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly Issue[] }

/**
 * Checks a value against a shape, as zod does with the declaration that the shape comes from: gives it as it is, or a copy
 * with what is missing filled in, or everything that is wrong, in zod's words.
 */
export function check<Value>(shape: Shape, value: unknown): Checked<Value> {
  // That it has the shape is what was checked; the type comes from the same declaration.
  if (isAsIs(shape, value)) return { ok: true, value: value as Value }
  const issues: Issue[] = []
  const read = readAs(shape, value, issues)
  return issues.length === 0 ? { ok: true, value: read as Value } : { ok: false, issues }
}

/** What stands for a value that is missing: a list or an object is made anew for whoever might change it. */
export function preset(value: unknown): unknown {
  return typeof value === 'object' ? structuredClone(value) : value
}

function readAs(shape: Shape, value: unknown, issues: Issue[]): unknown {
  switch (shape.kind) {
    case 'string':
      if (typeof value !== 'string') issues.push(typeIssue('string', value))
      else if (value.length > shape.most && codePoints(value.trim()) > shape.most) {
        issues.push(issue('too_big', `Must be at most ${shape.most} code points long`))
      }
      return value
    case 'number':
    case 'int':
      checkNumber(shape, value, issues)
      return value
    case 'boolean':
      if (typeof value !== 'boolean') issues.push(typeIssue('boolean', value))
      return value
    case 'any':
      return value
    case 'file':
      if (!(value instanceof Blob)) issues.push(issue('custom', 'Must be a Blob or File'))
      return value
    case 'value':
      if (!shape.values.includes(value)) issues.push(valueIssue(shape.values))
      return value
    case 'optional':
      return value === undefined ? value : readAs(shape.of, value, issues)
    case 'nullable':
      return value === null ? value : readAs(shape.of, value, issues)
    case 'default':
      return value === undefined ? preset(shape.value) : readAs(shape.of, value, issues)
    case 'catch': {
      const inner: Issue[] = []
      const read = readAs(shape.of, value, inner)
      return inner.length === 0 ? read : preset(shape.value)
    }
    case 'list':
      return readList(shape, value, issues)
    case 'record':
      return readRecord(shape.of, value, issues)
    case 'object':
      return readObject(shape, value, issues)
    case 'union':
      return shape.by === undefined
        ? readUnion(shape.options, value, issues)
        : readTagged(shape.options, shape.by, value, issues)
  }
}

function checkNumber({ kind, least }: Of<'number' | 'int'>, value: unknown, issues: Issue[]): void {
  if (typeof value !== 'number' || !Number.isFinite(value)) return void issues.push(typeIssue('number', value))
  if (kind === 'int') {
    if (!Number.isInteger(value)) return void issues.push(typeIssue('int', value))
    const most = Number.MAX_SAFE_INTEGER
    if (value > most) issues.push(sizeIssue('too_big', `int to be <=${most}`))
    if (value < -most) issues.push(sizeIssue('too_small', `int to be >=${-most}`))
  }
  if (value < least) issues.push(sizeIssue('too_small', `number to be >=${least}`))
}

function readList({ of, length }: Of<'list'>, value: unknown, issues: Issue[]): unknown {
  if (!Array.isArray(value)) {
    issues.push(typeIssue('array', value))
    return value
  }
  // As in zod: the items of a list that is too long aren't looked at.
  if (length !== undefined && value.length > length) {
    issues.push(sizeIssue('too_big', `array to have exactly ${length} items`))
    return value
  }
  const read = value.map((item, at) => readBelow(at, of, item, issues))
  if (length !== undefined && value.length < length) {
    issues.push(sizeIssue('too_small', `array to have exactly ${length} items`))
  }
  return read
}

function readRecord(of: Shape, value: unknown, issues: Issue[]): unknown {
  if (!isPlain(value)) {
    issues.push(typeIssue('record', value))
    return value
  }
  const read: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    if (name !== prototype) read[name] = readBelow(name, of, value[name], issues)
  }
  return read
}

function readObject({ fields, others }: Of<'object'>, value: unknown, issues: Issue[]): unknown {
  if (!isObject(value)) {
    issues.push(typeIssue('object', value))
    return value
  }
  const read: Record<string, unknown> = {}
  for (const [name, field] of fields) {
    const inner = value[name]
    if (inner === undefined) readMissing(name, field, value, read, issues)
    else read[name] = isAsIs(field, inner) ? inner : readBelow(name, field, inner, issues)
  }
  if (others === 'dropped') return read
  const refused: string[] = []
  for (const name in value) {
    if (fields.has(name)) continue
    if (others === 'refused') refused.push(name)
    // Set as a field of that name, it would become what the copy inherits from.
    else if (name !== prototype) read[name] = value[name]
  }
  if (refused.length > 0) {
    const names = refused.map((name) => JSON.stringify(name)).join(', ')
    const message = `Unrecognized key${refused.length > 1 ? 's' : ''}: ${names}`
    issues.push({ ...issue('unrecognized_keys', message), keys: refused, goesOn: true })
  }
  return read
}

/** A field without a value: it stays away, gets one, or is wrong. */
function readMissing(
  name: string,
  field: Shape,
  value: Readonly<Record<string, unknown>>,
  read: Record<string, unknown>,
  issues: Issue[],
): void {
  const isThere = name in value
  if (!isThere && mayBeMissing(field)) return
  const before = issues.length
  const inner = readBelow(name, field, undefined, issues)
  if (!isThere && issues.length === before && !isFilledIn(field)) {
    issues.push({ ...typeIssue('nonoptional', undefined), path: [name] })
  } else read[name] = inner
}

/** Whether a field that is missing gets a value. */
function isFilledIn(field: Shape): boolean {
  return field.kind === 'default' || field.kind === 'catch' || (field.kind === 'nullable' && isFilledIn(field.of))
}

function readUnion(options: readonly Shape[], value: unknown, issues: Issue[]): unknown {
  const failed: Issue[][] = []
  for (const option of options) {
    const inner: Issue[] = []
    const read = readAs(option, value, inner)
    if (inner.length === 0) return read
    failed.push(inner)
  }
  // What is of the right type, and wrong in a detail, is most likely meant.
  const [meant, another] = failed.filter((inner) => inner.every(({ goesOn }) => goesOn))
  if (meant !== undefined && another === undefined) issues.push(...meant)
  else issues.push({ ...issue('invalid_union', 'Invalid input'), errors: failed })
  return value
}

function readTagged(options: readonly Shape[], by: string, value: unknown, issues: Issue[]): unknown {
  if (!isObject(value)) {
    issues.push(typeIssue('object', value))
    return value
  }
  const tags = options.map((option) => tagOf(option, by))
  const option = options[tags.indexOf(value[by])]
  if (option !== undefined) return readAs(option, value, issues)
  const expected = tags.map((tag) => `'${tag}'`).join(' | ')
  const message = `Invalid discriminator value. Expected ${expected}`
  issues.push({ ...issue('invalid_union', message), path: [by], errors: [] })
  return value
}

function readBelow(part: string | number, shape: Shape, value: unknown, issues: Issue[]): unknown {
  const before = issues.length
  const read = readAs(shape, value, issues)
  for (let at = before; at < issues.length; at += 1) issues[at]?.path.unshift(part)
  return read
}

const prototype = '__proto__'

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false
  const inherited: unknown = Object.getPrototypeOf(value)
  return inherited === null || Object.getPrototypeOf(inherited) === null
}
