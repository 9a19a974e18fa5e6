import { expect } from 'vitest'

/**
 * What the spec says of a value whose exact text it leaves open: its type. An object literal in a case is closed, so a
 * field too many fails as surely as one too few; `including` opens it.
 */
export interface Matcher {
  readonly $$typeof: symbol
  asymmetricMatch(value: unknown): boolean
  toAsymmetricMatcher(): string
  toString(): string
}

function matcher(name: string, accepts: (value: unknown) => boolean): Matcher {
  return {
    $$typeof: Symbol.for('jest.asymmetricMatcher'),
    asymmetricMatch: accepts,
    toAsymmetricMatcher: () => `<${name}>`,
    toString: () => name,
  }
}

export const integer = matcher('integer', Number.isInteger)
export const number = matcher('number', (value) => typeof value === 'number')
export const boolean = matcher('boolean', (value) => typeof value === 'boolean')
export const text = matcher('string', (value) => typeof value === 'string')
export const someText = matcher('string that is not empty', (value) => typeof value === 'string' && value !== '')
export const integerOrNull = matcher('integer or null', (value) => value === null || Number.isInteger(value))
export const textOrNull = matcher('string or null', (value) => value === null || typeof value === 'string')

/** A web page rather than a JSON object: how an unknown address outside of the API is answered. */
export const page = matcher('HTML page', (value) => typeof value === 'string' && /^\s*</.test(value))

/** Anything but a success. */
export const refusal = matcher('refusal', (value) => {
  return typeof value !== 'object' || value === null || !('result' in value) || value.result !== 'success'
})

export function like(pattern: RegExp): Matcher {
  return matcher(`string like ${pattern}`, (value) => typeof value === 'string' && pattern.test(value))
}

export function oneOf(...values: readonly unknown[]): Matcher {
  return matcher(`one of ${JSON.stringify(values)}`, (value) => values.includes(value))
}

/** A list of any length, every item of which is as given. */
export function listOf(item: unknown): Matcher {
  return matcher(
    'list of items of one kind',
    (value) => Array.isArray(value) && value.every((each) => equal(each, item)),
  )
}

/** An object used as a table, every value of which is as given. */
export function tableOf(item: unknown): Matcher {
  return matcher('table of values of one kind', (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    return Object.values(value).every((each) => equal(each, item))
  })
}

/** An object with these fields and perhaps others. */
export function including(fields: Readonly<Record<string, unknown>>): unknown {
  return expect.objectContaining(fields)
}

/** An object without any of these fields. */
export function lacking(...fields: readonly string[]): Matcher {
  return matcher(`object without ${fields.join(', ')}`, (value) => {
    return typeof value === 'object' && value !== null && fields.every((field) => !(field in value))
  })
}

/** A list that holds each of these, in any order and perhaps among others. */
export function containing(...items: readonly unknown[]): unknown {
  return expect.arrayContaining([...items])
}

/** A list that holds none like this. */
export function without(item: unknown): Matcher {
  return matcher(
    'list without such an item',
    (value) => Array.isArray(value) && !value.some((each) => equal(each, item)),
  )
}

/** As each of these. */
export function all(...expected: readonly unknown[]): Matcher {
  return matcher(`all of ${expected.map(String).join(' and ')}`, (value) =>
    expected.every((each) => equal(value, each)),
  )
}

function equal(actual: unknown, expected: unknown): boolean {
  try {
    expect(actual).toEqual(expected)
    return true
  } catch {
    return false
  }
}
