import { StdUriTemplate } from '@std-uritemplate/std-uritemplate'
import { decoded, toUri, wellFormed } from './uri.js'

interface Expression {
  /** As written, including the braces. */
  readonly source: string
  /** Whether reserved characters in a value are kept unescaped. */
  readonly reserved: boolean
  readonly variables: readonly string[]
}

export type UrlTemplate = readonly (string | Expression)[]

/** Parses an RFC 6570 template of any level; undefined if it is malformed. */
export function parseUrlTemplate(template: string): UrlTemplate | undefined {
  const parts: (string | Expression)[] = []
  let read = 0
  for (const [piece, inBraces] of template.matchAll(pieces)) {
    const part = inBraces === undefined ? piece : parseExpression(piece, inBraces)
    if (part === undefined) return undefined
    parts.push(part)
    read += piece.length
  }
  return read === template.length && isAcceptedByTheExpander(template) ? parts : undefined
}

export function variableNames(template: UrlTemplate): Set<string> {
  return new Set(template.flatMap((part) => (typeof part === 'string' ? [] : part.variables)))
}

const pieces = /\{([^{}]*)\}|[^{}]+/g
const name = String.raw`(?:\w|%[\dA-Fa-f]{2})+(?:\.(?:\w|%[\dA-Fa-f]{2})+)*`
const variable = String.raw`${name}(?::[1-9]\d{0,3}|\*)?`
const expression = new RegExp(`^([+#./;?&]?)(${variable}(?:,${variable})*)$`)

function parseExpression(source: string, inBraces: string): Expression | undefined {
  const [, operator, variables] = expression.exec(inBraces) ?? []
  if (operator === undefined || variables === undefined) return undefined
  // The star only affects lists, and a pattern's groups are always strings.
  const names = variables.split(',').map((variable) => variable.replace(/[:*].*/, ''))
  return { source, reserved: operator === '+' || operator === '#', variables: names }
}

/** Checked early, since a template that the expander refuses would otherwise throw at the first match. */
function isAcceptedByTheExpander(template: string): boolean {
  try {
    StdUriTemplate.expand(wellFormed(template), Object.create(null))
    return true
  } catch {
    return false
  }
}

/** Expands a template. Whatever the values are, the result contains only characters that are allowed in a URL. */
export function expandUrl(template: UrlTemplate, values: ReadonlyMap<string, string>): string {
  return template.map((part) => (typeof part === 'string' ? toUri(part) : expand(part, values))).join('')
}

function expand({ source, reserved, variables }: Expression, values: ReadonlyMap<string, string>): string {
  // The expander also reads inherited properties, such as `constructor`, so the object has no prototype.
  const given: Record<string, string> = Object.create(null)
  for (const name of variables) {
    const value = values.get(name)
    if (value !== undefined) given[name] = reserved ? withoutNeedlessEscapes(wellFormed(value)) : wellFormed(value)
  }
  const expanded = StdUriTemplate.expand(source, given)
  return reserved ? toUri(expanded) : toUri(expanded).replaceAll(leftByTheExpander, percentEncoded)
}

/** Reserved expansion keeps a value's escapes, but the expander treats escapes of multi-byte characters as plain text. */
function withoutNeedlessEscapes(value: string): string {
  return value.replaceAll(/(?:%[89A-Fa-f][\dA-Fa-f])+/g, (escapes) => decoded(escapes) ?? escapes)
}

/** Reserved characters of RFC 3986 that `encodeURIComponent`, and so the expander, leaves unescaped. */
const leftByTheExpander = /[!'()*]/g

const percentEncoded = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
