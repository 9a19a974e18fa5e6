import type * as z from 'zod'
import { nearest } from '../../text/index.js'
import { isObject } from '../../values.js'
import type { Mistake, Path } from './mistake.js'

/** Validates against a schema, with messages for the author of the file. */
export function shapeMistakes(schema: z.ZodType, value: unknown): Mistake[] {
  const { error } = schema.safeParse(value, { error: messageOf })
  return (error?.issues ?? []).flatMap((issue) => mistakesOf(issue, issue.path, schema))
}

/** The message of an issue for which the schema has none. */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue
  if (input === undefined) return 'is missing; give one'
  if (issue.code === 'invalid_type') return wrongType(issue.expected, input)
  if (issue.code === 'invalid_value') return unknownWord(issue.values.map(String), input)
  if (issue.code === 'invalid_union') return isObject(input) ? anyShape : wrongType('object', input)
  return issue.code === 'too_big' ? 'is too large a number; give a smaller one' : undefined
}

function mistakesOf(issue: z.core.$ZodIssue, path: Path, schema: z.ZodType): Mistake[] {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownField(key, path, schema))
    case 'invalid_key':
      return [{ path, ofName: true, says: issue.issues[0]?.message ?? issue.message }]
    case 'invalid_union': {
      if (issue.message !== anyShape) break
      const [meant = []] = [...issue.errors].sort((one, other) => mistakesIn(one) - mistakesIn(other))
      return meant.flatMap((inner) => mistakesOf(inner, [...path, ...inner.path], schema))
    }
  }
  return [{ path, says: issue.message }]
}

/** The message of a union whose shapes have their own. */
const anyShape = 'has no known shape'

/** How far a value is from one shape of a union. */
function mistakesIn(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0)
}

const needed: Readonly<Record<string, { readonly what: string; readonly advice: string }>> = {
  string: { what: 'a text', advice: 'put it in quotes' },
  number: { what: 'a whole number', advice: 'write it in digits, without quotes' },
  int: { what: 'a whole number', advice: 'leave the fraction out' },
  boolean: { what: 'true or false', advice: 'write one of these, without quotes' },
  array: { what: 'a list', advice: 'write each entry behind a dash, or all of them in [ ]' },
  object: { what: 'a set of fields', advice: 'write each as "field: value"' },
  record: { what: 'a set of fields', advice: 'write each as "field: value"' },
}

function wrongType(expected: string, value: unknown): string {
  const { what, advice } = needed[expected] ?? { what: expected, advice: 'write that' }
  if (value === null) return `is empty where ${what} is needed; fill it in, or leave the field out`
  const isScalar = typeof value !== 'object'
  return `is ${described(value)} where ${what} is needed; ${expected === 'string' && !isScalar ? 'write a text' : advice}`
}

function described(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a set of fields'
  return typeof value === 'string' ? `the text ${quoted(value)}` : String(value)
}

function unknownWord(words: readonly string[], value: unknown): string {
  const near = typeof value === 'string' ? nearest(value, words) : undefined
  const choice = `choose one of ${words.map(quoted).join(', ')}`
  return `is ${described(value)}, which is not allowed; ${near === undefined ? choice : `did you mean "${near}"? Or ${choice}`}`
}

function unknownField(field: string, path: Path, schema: z.ZodType): Mistake {
  const fields = fieldsAt(schema, path)
  const near = nearest(field, fields)
  const advice = near === undefined ? `the fields here are ${fields.join(', ')}` : `did you mean ${near}?`
  return { path: [...path, field], ofName: true, says: `is not a field of a seed; ${advice}` }
}

interface Def {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly options?: readonly z.ZodType[]
}

function fieldsAt(schema: z.ZodType, path: Path): string[] {
  const { innerType, element, shape, options } = schema.def as unknown as Def
  if (innerType !== undefined) return fieldsAt(innerType, path)
  if (options !== undefined) return [...new Set(options.flatMap((option) => fieldsAt(option, path)))]
  const [part, ...rest] = path
  if (part === undefined) return Object.keys(shape ?? {})
  const next = element ?? shape?.[String(part)]
  return next === undefined ? [] : fieldsAt(next, rest)
}

function quoted(word: string): string {
  const short = word.length > longestShown ? `${word.slice(0, longestShown)}…` : word
  return JSON.stringify(short)
}

const longestShown = 60
