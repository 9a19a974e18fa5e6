/**
 * The query language of all lists: words, and `field:value`.
 *
 * `bot:echo status:>=500 after:10:02 topic:"daily bread" is:faulted -is:held flour` finds the rows that match every
 * term; a minus negates one. A text field matches any part of the value, in any case. Numbers and times accept `>`,
 * `>=`, `<` and `<=`.
 */
export type SearchFields<Row> = Readonly<Record<string, Field<Row>>>

type Field<Row> =
  | TextOf<Row>
  | { readonly kind: 'number'; of(row: Row): number | undefined }
  /** UNIX milliseconds. `after:` and `before:` are such fields by their names. */
  | { readonly kind: 'time'; of(row: Row): number }
  | { readonly kind: 'flags'; readonly flags: Readonly<Record<string, (row: Row) => boolean>> }

/** The fields of rows with a time. */
export const timeFields: SearchFields<{ readonly at: number }> = {
  after: { kind: 'time', of: ({ at }) => at },
  before: { kind: 'time', of: ({ at }) => at },
}

/** A bare function is a text field. */
type TextOf<Row> = (row: Row) => string | readonly string[]

export interface Search<Row> {
  matches(row: Row): boolean
  /** What couldn't be understood, for the reader. */
  readonly problems: readonly string[]
}

/** Parses a search. Terms that can't be understood are reported, and don't filter. */
export function parseSearch<Row>(text: string, fields: SearchFields<Row>, wordsOf: (row: Row) => string): Search<Row> {
  const problems: string[] = []
  const tests: ((row: Row) => boolean)[] = []
  for (const { minus, field, value } of tokensOf(text)) {
    const test = field === undefined ? wordTest(value, wordsOf) : fieldTest(field, value, fields)
    if (typeof test === 'string') problems.push(test)
    else tests.push(minus ? (row) => !test(row) : test)
  }
  return { matches: (row) => tests.every((test) => test(row)), problems }
}

/** Whether a search contains a term such as `is:held`. */
export const asksFor = (text: string, what: string): boolean =>
  tokensOf(text).some(({ field, value }) => `${field}:${value.toLowerCase()}` === what)

function tokensOf(text: string) {
  const tokens = [...text.matchAll(/(-?)(?:([a-z]+):("[^"]*"?|\S*)|("[^"]*"?|[^\s"]\S*))/gi)]
  return tokens.flatMap(([, minus, field, valueOfField, word]) => {
    const value = (valueOfField ?? word ?? '').replace(/^"|"$/g, '')
    // A field without a value is still being typed.
    return value === '' ? [] : [{ minus: minus === '-', field: field?.toLowerCase(), value }]
  })
}

type Test<Row> = (row: Row) => boolean

function wordTest<Row>(value: string, wordsOf: (row: Row) => string): Test<Row> {
  const wanted = value.toLowerCase()
  return (row) => wordsOf(row).toLowerCase().includes(wanted)
}

/** A test, or what is wrong with it. */
function fieldTest<Row>(name: string, value: string, fields: SearchFields<Row>): Test<Row> | string {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field === undefined) return `Unknown field ${name}. The fields are ${Object.keys(fields).join(', ')}.`
  if (typeof field === 'function') {
    const wanted = value.toLowerCase()
    return (row) => [field(row)].flat().some((one) => one.toLowerCase().includes(wanted))
  }
  if (field.kind === 'flags') {
    const flag = Object.hasOwn(field.flags, value) ? field.flags[value] : undefined
    return flag ?? `${name}:${value} is not known; ${name} is one of ${Object.keys(field.flags).join(', ')}.`
  }
  const [, sign = '', rest = ''] = /^(>=|<=|>|<)?(.*)$/s.exec(value) ?? []
  const compare = comparisons[sign || defaultSign(name)] ?? comparisons['=']
  if (field.kind === 'number') {
    const number = rest === '' ? Number.NaN : Number(rest)
    if (Number.isNaN(number)) return `${name}: takes a number, such as ${name}:>=500, and not ${value}.`
    return (row) => compare?.(field.of(row) ?? Number.NaN, number) ?? false
  }
  if (!/^(\d{4}-\d\d-\d\dT)?\d{1,2}:\d\d(:\d\d)?$/.test(rest)) {
    return `${name}: takes a time, such as ${name}:10:02 or ${name}:2026-03-01T10:02, and not ${value}.`
  }
  return (row) => compare?.(field.of(row), timeOn(field.of(row), rest)) ?? false
}

const comparisons: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '=': (one, other) => one === other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
}

const defaultSign = (name: string) => (name === 'after' ? '>=' : name === 'before' ? '<' : '=')

/** A time of day on the row's day, or a date and time, in this machine's time zone. */
function timeOn(milliseconds: number, text: string): number {
  if (text.includes('T')) return new Date(text).getTime()
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
  return new Date(milliseconds).setHours(hours, minutes, seconds, 0)
}
