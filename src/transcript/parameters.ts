import { quotePattern, readName } from './notation.js'
import { escapePlaceholders, placeholdersOf } from './placeholders.js'
import { Unreadable } from './problems.js'
import type { CallParameters, Value } from './transcript.js'

/** Parameters behind an endpoint: `stream_id=2 topic="oven #12" to=[8,9]`. */
export function writtenParameters(parameters: CallParameters): string {
  return Object.entries(parameters)
    .map(([name, value]) => ` ${name}=${writtenValue(value)}`)
    .join('')
}

/** Reads the parameters of a call. @throws {Unreadable} at the first part that isn't one */
export function readParameters(text: string): CallParameters {
  const parameters: Record<string, Value> = {}
  let rest = text.trim()
  while (rest !== '') {
    const [whole = '', name = ''] = /^([A-Za-z_][\w.]*)=/.exec(rest) ?? []
    const written = whole === '' || Object.hasOwn(parameters, name) ? undefined : valueAt(rest.slice(whole.length))
    const value = written === undefined ? undefined : readValue(written)
    const next = rest.slice(whole.length + (written?.length ?? 0))
    if (value === undefined) throw wrongParameter(rest)
    if (/^\S/.test(next)) throw wrongParameter(next)
    parameters[name] = value
    rest = next.trimStart()
  }
  return parameters
}

function wrongParameter(rest: string): Unreadable {
  const [found = rest] = rest.split(/\s/)
  return new Unreadable({ found, expected: 'parameters such as stream_id=2 topic="oven #12" to=[8,9]' })
}

/** A value without placeholders. */
export function literalValue(value: unknown): Value {
  return typeof value === 'string' ? { text: escapePlaceholders(value) } : { json: value }
}

function writtenValue(value: Value): string {
  if ('json' in value) return JSON.stringify(value.json)
  return /^[^\s"[{]\S*$/.test(value.text) && !isJson(value.text) ? value.text : asQuote(value.text)
}

/** A placeholder needs no quotes, though it begins with a brace. */
function asQuote(text: string): string {
  const [first, ...others] = placeholdersOf(text)
  return others.length === 0 && first?.source === text ? text : JSON.stringify(text)
}

function readValue(written: string): Value | undefined {
  if (written.startsWith('"')) {
    const text = readName(written)
    return text === undefined ? undefined : { text }
  }
  const [first] = placeholdersOf(written)
  if (first?.source === written) return { text: written }
  if (isJson(written)) return { json: JSON.parse(written) as unknown }
  return /^[[{]/.test(written) || written === '' ? undefined : { text: written }
}

/** The value at the beginning of a text: a quote, a list or an object with its spaces, or all up to the next space. */
function valueAt(text: string): string | undefined {
  if (text.startsWith('"')) return new RegExp(`^${quotePattern}`).exec(text)?.[0]
  if (!/^(\[|\{(?!\{))/.test(text)) return /^\S*/.exec(text)?.[0]
  let depth = 0
  for (const { 0: token, index } of text.matchAll(new RegExp(`${quotePattern}|[[\\]{}]`, 'g'))) {
    if (token === '[' || token === '{') depth += 1
    else if (token === ']' || token === '}') depth -= 1
    if (depth === 0) return text.slice(0, index + token.length)
  }
  return undefined
}

/** Whether text is JSON that survives a round trip, which numbers too large for a double don't. */
function isJson(text: string): boolean {
  try {
    let isExact = true
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value === 'number' && !Number.isFinite(value)) isExact = false
      return value
    })
    return isExact
  } catch {
    return false
  }
}
