import fc from 'fast-check'
import type { ZodType } from 'zod'
import * as z from 'zod/mini'
import type { Checked } from '../../src/protocol/shapes/check.js'
import { anyOf } from './arbitraries.js'

type Found = { readonly value: unknown; readonly text: string | undefined } | { readonly issues: readonly unknown[] }

/** What the check by what is written down finds, to be held against what zod does. */
export function found(checked: Checked<unknown>): Found {
  return checked.ok
    ? { value: checked.value, text: JSON.stringify(checked.value) }
    : { issues: checked.issues.map(comparable) }
}

export function foundByZod(schema: z.ZodMiniType, value: unknown): Found {
  const { success, data, error } = schema.safeParse(value)
  return success ? { value: data, text: JSON.stringify(data) } : { issues: error.issues.map(comparable) }
}

interface AnyIssue {
  readonly code: string
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly values?: readonly unknown[]
  readonly keys?: readonly string[]
  readonly errors?: readonly (readonly AnyIssue[])[]
}

/** What is the same in both. Servers have a wording of their own for some words, which clients do not show. */
function comparable(issue: AnyIssue | z.core.$ZodIssue): unknown {
  const { code, path, message, values, keys, errors } = issue as AnyIssue
  const usual = message === 'Invalid {name}' ? wordingOf(values) : message
  return {
    code,
    path,
    message: usual,
    values,
    keys,
    errors: errors?.map((inner) => inner.filter(isNoEcho).map(comparable)),
  }
}

/** Of a text, or a function, where a list of some length belongs, zod complains twice: that it is no list, and of its length. */
const isNoEcho = ({ message }: AnyIssue) => !/expected (?:string to have|unknown to be) exactly/.test(message)

const wordingOf = (values: readonly unknown[] = []) =>
  z.literal(values as readonly string[]).safeParse(undefined).error?.issues[0]?.message

/** Values that fit a schema, and such as were damaged in up to three places. */
export function damaged(schema: ZodType): fc.Arbitrary<unknown> {
  return fc
    .tuple(anyOf(schema), fc.array(fc.tuple(fc.nat(), odd, fc.nat(2)), { maxLength: 3 }))
    .map(([value, damages]) => damages.reduce<unknown>((whole, damage) => damagedAt(whole, ...damage), value))
}

const odd = fc.constantFrom<unknown>(
  ...[undefined, null, '', 'x', 'x'.repeat(2_000), 'stream', 'private', true, [], [1], ['a', 'b'], {}, { a: 1 }],
  ...[0, -1, 1.5, 2 ** 60, -(2 ** 60), Number.NaN, Number.POSITIVE_INFINITY, new Date(0), new Map(), () => 1],
)

/** Replaces something, leaves it out, or adds something beside it. */
function damagedAt(value: unknown, where: number, by: unknown, how: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Blob || where % 7 === 0) return by
  if (Array.isArray(value)) {
    if (value.length === 0 || how === 2) return [...value, by]
    const at = where % value.length
    return value.map((item, place) => (place === at ? damagedAt(item, where >> 2, by, how) : item))
  }
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value)
  if (entries.length === 0 || how === 2) return { ...value, added: by }
  const at = where % entries.length
  const inner = entries.flatMap(([name, item], place) => {
    if (place !== at) return [[name, item]]
    return how === 1 && where % 2 === 0 ? [] : [[name, damagedAt(item, where >> 2, by, how)]]
  })
  return Object.fromEntries(inner)
}
