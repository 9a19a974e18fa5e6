/** Where a text stops being JSON, and what is wrong there. */
export interface JsonProblem {
  readonly offset: number
  readonly says: string
}

/**
 * The first place at which a text is not JSON; undefined when all of it is. YAML takes every JSON and more, and an
 * engine's own complaint does not always say where: so a file that calls itself JSON is held to it here.
 */
export function jsonProblem(text: string): JsonProblem | undefined {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let offset = skipSpace(text, 0)
  while (offset < text.length) {
    const found = text.charAt(offset)
    const next = follow(expected, found, open)
    if (next === undefined) return { offset, says: complaint(expected, found, open) }
    const length = next.isToken ? 1 : lengthOfScalar(text, offset)
    if (length === 0) return { offset, says: scalarComplaint(found) }
    expected = next.expected
    offset = skipSpace(text, offset + length)
  }
  return expected === 'end' ? undefined : { offset, says: `ends where ${names[expected]} is needed` }
}

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or the end' | 'end'

const names: Readonly<Record<Expected, string>> = {
  value: 'a value',
  'value or ]': 'a value or ]',
  name: 'a name in double quotes',
  'name or }': 'a name in double quotes, or }',
  ':': 'a colon',
  ', or the end': 'a comma, or the closing bracket',
  end: 'nothing more',
}

interface Next {
  readonly expected: Expected
  /** Whether it is a single sign, not a text, number or word. */
  readonly isToken: boolean
}

/** What may come behind a sign; undefined where the sign itself may not come. */
function follow(expected: Expected, found: string, open: ('{' | '[')[]): Next | undefined {
  if (expected === ':') return found === ':' ? sign('value') : undefined
  if (expected === 'name' || expected === 'name or }') {
    if (found === '"') return { expected: ':', isToken: false }
    return found === '}' && expected === 'name or }' ? closed(open) : undefined
  }
  if (expected === ', or the end') {
    if (found === ',') return sign(open.at(-1) === '{' ? 'name' : 'value')
    return found === (open.at(-1) === '{' ? '}' : ']') ? closed(open) : undefined
  }
  if (expected === 'end') return undefined
  if (found === ']') return expected === 'value or ]' ? closed(open) : undefined
  if (found === '{' || found === '[') {
    open.push(found)
    return sign(found === '{' ? 'name or }' : 'value or ]')
  }
  return ',:}'.includes(found) ? undefined : { expected: afterValue(open), isToken: false }
}

function sign(expected: Expected): Next {
  return { expected, isToken: true }
}

function closed(open: ('{' | '[')[]): Next {
  open.pop()
  return sign(afterValue(open))
}

function afterValue(open: readonly string[]): Expected {
  return open.length === 0 ? 'end' : ', or the end'
}

const space = /[ \t\n\r]*/y
const plain = '[ !#-\\[\\]-\\u{10FFFF}]*'
const escaped = '\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4})'
const number = '-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+\\-]?\\d+)?(?![\\w.+\\-])'
const scalar = new RegExp(`"${plain}(?:${escaped}${plain})*"|${number}|(?:true|false|null)(?!\\w)`, 'uy')

function skipSpace(text: string, from: number): number {
  space.lastIndex = from
  space.exec(text)
  return space.lastIndex
}

function lengthOfScalar(text: string, from: number): number {
  scalar.lastIndex = from
  return scalar.exec(text)?.[0].length ?? 0
}

function complaint(expected: Expected, found: string, open: readonly string[]): string {
  if (found === '/' || found === '#') return 'has a comment, which JSON does not know'
  const isTrailing = (expected === 'name' && found === '}') || (expected === 'value' && found === ']')
  if (isTrailing && open.length > 0) return 'has a comma in front of a closing bracket, where JSON allows none'
  return `has ${found} where ${names[expected]} is needed`
}

function scalarComplaint(found: string): string {
  if (found === '"') return 'has a text that does not end, or that holds what JSON wants written with a backslash'
  if (found === "'") return 'has a text in single quotes, where JSON wants double ones'
  if (found === '/' || found === '#') return 'has a comment, which JSON does not know'
  return 'has a word or number that JSON does not know; texts stand in double quotes'
}
