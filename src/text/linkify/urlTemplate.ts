import { StdUriTemplate } from '@std-uritemplate/std-uritemplate'
import { decoded, toUri, wellFormed } from './uri.js'

/** How an operator expands the variables of its expression. @see RFC 6570, appendix A */
export interface ExpressionStyle {
  /** Written before the first variable that has a value. */
  readonly first: string
  /** Written between variables that have values. */
  readonly separator: string
  /** If names are written too, as in `name=value`: what follows the name if the value is empty. */
  readonly afterNameIfEmpty?: '' | '='
  /** Whether reserved characters in a value are kept unescaped. */
  readonly reserved: boolean
}

const expressionStyles = {
  '': { first: '', separator: ',', reserved: false },
  '+': { first: '', separator: ',', reserved: true },
  '#': { first: '#', separator: ',', reserved: true },
  '.': { first: '.', separator: '.', reserved: false },
  '/': { first: '/', separator: '/', reserved: false },
  ';': { first: ';', separator: ';', afterNameIfEmpty: '', reserved: false },
  '?': { first: '?', separator: '&', afterNameIfEmpty: '=', reserved: false },
  '&': { first: '&', separator: '&', afterNameIfEmpty: '=', reserved: false },
} as const satisfies Record<string, ExpressionStyle>

export interface Expression {
  /** As written, including the braces. */
  readonly source: string
  readonly style: ExpressionStyle
  readonly variables: readonly TemplateVariable[]
}

export interface TemplateVariable {
  readonly name: string
  /** Maximum number of code points taken from the value. (default: all) */
  readonly longest?: number
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
  return new Set(template.flatMap((part) => (typeof part === 'string' ? [] : part.variables.map(({ name }) => name))))
}

const pieces = /\{([^{}]*)\}|[^{}]+/g
const name = String.raw`(?:\w|%[\dA-Fa-f]{2})+(?:\.(?:\w|%[\dA-Fa-f]{2})+)*`
const variable = String.raw`${name}(?::[1-9]\d{0,3}|\*)?`
const expression = new RegExp(`^([+#./;?&]?)(${variable}(?:,${variable})*)$`)

function parseExpression(source: string, inBraces: string): Expression | undefined {
  const [, operator, variables] = expression.exec(inBraces) ?? []
  if (operator === undefined || variables === undefined) return undefined
  return {
    source,
    style: expressionStyles[operator as keyof typeof expressionStyles],
    variables: variables.split(',').map(parseVariable),
  }
}

function parseVariable(written: string): TemplateVariable {
  const [name = '', longest] = written.split(':')
  // The star only affects lists, and a pattern's groups are always strings.
  return longest === undefined ? { name: name.replace('*', '') } : { name, longest: Number(longest) }
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

function expand({ source, style, variables }: Expression, values: ReadonlyMap<string, string>): string {
  // The expander also reads inherited properties, such as `constructor`, so the object has no prototype.
  const given: Record<string, string> = Object.create(null)
  for (const { name } of variables) {
    const value = values.get(name)
    if (value !== undefined)
      given[name] = style.reserved ? withoutNeedlessEscapes(wellFormed(value)) : wellFormed(value)
  }
  const expanded = StdUriTemplate.expand(source, given)
  return style.reserved ? toUri(expanded) : toUri(expanded).replaceAll(leftByTheExpander, percentEncoded)
}

/** Reserved expansion keeps a value's escapes, but the expander treats escapes of multi-byte characters as plain text. */
function withoutNeedlessEscapes(value: string): string {
  return value.replaceAll(/(?:%[89A-Fa-f][\dA-Fa-f])+/g, (escapes) => decoded(escapes) ?? escapes)
}

/** Reserved characters of RFC 3986 that `encodeURIComponent`, and so the expander, leaves unescaped. */
const leftByTheExpander = /[!'()*]/g

const percentEncoded = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
