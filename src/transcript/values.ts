import { quoted, quotePattern, unquoted } from './notation.js'
import { literally, placeholdersOf } from './placeholders.js'
import type { Parameters, Value } from './transcript.js'

/** Parameters as they are written behind an endpoint: `stream_id=2 topic="oven #12" to=[8,9]`. */
export function writtenParameters(parameters: Parameters): string {
  return Object.entries(parameters)
    .map(([name, value]) => ` ${name}=${writtenValue(value)}`)
    .join('')
}

/** The parameters of a call, or the first part of the text that is none. */
export function readParameters(text: string): { readonly parameters: Parameters } | { readonly wrong: string } {
  const parameters: Record<string, Value> = {}
  let rest = text.trim()
  while (rest !== '') {
    const [whole = '', name = ''] = /^([A-Za-z_][\w.]*)=/.exec(rest) ?? []
    if (whole === '' || Object.hasOwn(parameters, name)) return { wrong: rest.split(/\s/)[0] ?? rest }
    const written = valueAt(rest.slice(whole.length))
    const value = written === undefined ? undefined : readValue(written)
    if (written === undefined || value === undefined) return { wrong: rest.split(/\s/)[0] ?? rest }
    parameters[name] = value
    rest = rest.slice(whole.length + written.length)
    if (/^\S/.test(rest)) return { wrong: rest.split(/\s/)[0] ?? rest }
    rest = rest.trimStart()
  }
  return { parameters }
}

/** A value that was given, as a transcript says it. */
export function givenValue(given: unknown): Value {
  return typeof given === 'string' ? { text: literally(given) } : { json: given }
}

function writtenValue(value: Value): string {
  if ('json' in value) return JSON.stringify(value.json)
  return /^[^\s"[{]\S*$/.test(value.text) && !isJson(value.text) ? value.text : asQuote(value.text)
}

/** A placeholder needs no quotes, though it begins with a brace. */
function asQuote(text: string): string {
  const [first, ...others] = placeholdersOf(text)
  return others.length === 0 && first?.source === text ? text : quoted(text)
}

function readValue(written: string): Value | undefined {
  if (written.startsWith('"')) {
    const text = unquoted(written)
    return text === undefined ? undefined : { text }
  }
  const [first] = placeholdersOf(written)
  if (first?.source === written) return { text: written }
  if (isJson(written)) return { json: JSON.parse(written) as unknown }
  return /^[[{]/.test(written) || written === '' ? undefined : { text: written }
}

/** The value that a text begins with: a quote, a list or an object with its spaces, or what goes to the next space. */
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

/** JSON that says the same once it is written again, which a number beyond all that there are does not. */
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
