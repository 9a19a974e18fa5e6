/** Something that is wrong with a value, with the code and in the words that zod has for it. */
export interface Issue {
  readonly code:
    | 'invalid_type'
    | 'invalid_value'
    | 'too_small'
    | 'too_big'
    | 'unrecognized_keys'
    | 'invalid_union'
    | 'custom'
  /** Names of fields, and places in lists from 0 on. */
  readonly path: (string | number)[]
  readonly message: string
  /** The values that would have been right. */
  readonly values?: readonly unknown[]
  /** The fields that nobody declared. */
  readonly keys?: readonly string[]
  /** What is wrong with each of several ways to write a value. */
  readonly errors?: readonly (readonly Issue[])[]
  /** Whether the value is of the right type all the same. */
  readonly goesOn?: true
}

export function issue(code: Issue['code'], message: string): Issue {
  return { code, path: [], message }
}

/** A value of the wrong type. */
export function typeIssue(expected: string, value: unknown): Issue {
  return issue('invalid_type', `Invalid input: expected ${expected}, received ${typeOf(value)}`)
}

/** A value of the right type that is too small or too big. */
export function sizeIssue(code: 'too_small' | 'too_big', expected: string): Issue {
  return { ...issue(code, `Too ${code === 'too_big' ? 'big' : 'small'}: expected ${expected}`), goesOn: true }
}

/** A value that is none of those that are allowed. */
export function valueIssue(values: readonly unknown[]): Issue {
  const written = values.map((value) => JSON.stringify(value)).join('|')
  const message =
    values.length === 1 ? `Invalid input: expected ${written}` : `Invalid option: expected one of ${written}`
  return { ...issue('invalid_value', message), values }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (Array.isArray(value)) return 'array'
  if (typeof value !== 'object' || Object.getPrototypeOf(value) === Object.prototype) return typeof value
  return value.constructor?.name ?? 'object'
}
