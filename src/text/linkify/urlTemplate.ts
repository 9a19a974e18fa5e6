import { StdUriTemplate } from '@std-uritemplate/std-uritemplate'
import { decoded, toUri, wellFormed } from './uri.js'

/** What an operator makes of the variables of its expression. @see RFC 6570, appendix A */
export interface ExpressionStyle {
  /** Before the first variable that has a value. */
  readonly first: string
  /** Between variables that have values. */
  readonly separator: string
  /** Whether names are written too, as in `name=value`; then what follows the name of an empty value. */
  readonly afterNameIfEmpty?: '' | '='
  /** Whether reserved characters of a value stay as they are. */
  readonly reserved: boolean
}

export const expressionStyles = {
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
  /** As written, braces included. */
  readonly source: string
  readonly style: ExpressionStyle
  readonly variables: readonly TemplateVariable[]
}

export interface TemplateVariable {
  readonly name: string
  /** The most code points of the value that are taken; all, where it is not there. */
  readonly longest?: number
}

export type UrlTemplate = readonly (string | Expression)[]

/** Reads an RFC 6570 template of any level; undefined where it is malformed. */
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
  // A text is expanded alike with and without the star; it matters for lists, which a pattern's groups never are.
  return longest === undefined ? { name: name.replace('*', '') } : { name, longest: Number(longest) }
}

/** What the expander refused would be thrown at the first match. */
function isAcceptedByTheExpander(template: string): boolean {
  try {
    StdUriTemplate.expand(wellFormed(template), Object.create(null))
    return true
  } catch {
    return false
  }
}

/** Fills a template with values. What comes out holds only what a URL may hold, whatever the values are. */
export function expandUrl(template: UrlTemplate, values: ReadonlyMap<string, string>): string {
  return template.map((part) => (typeof part === 'string' ? toUri(part) : expand(part, values))).join('')
}

function expand({ source, style, variables }: Expression, values: ReadonlyMap<string, string>): string {
  // The expander reads inherited properties too, so a variable called `constructor` needs an object without any.
  const given: Record<string, string> = Object.create(null)
  for (const { name } of variables) {
    const value = values.get(name)
    if (value !== undefined)
      given[name] = style.reserved ? withoutNeedlessEscapes(wellFormed(value)) : wellFormed(value)
  }
  const expanded = StdUriTemplate.expand(source, given)
  return style.reserved ? toUri(expanded) : toUri(expanded).replaceAll(leftByTheExpander, percentEncoded)
}

/** Reserved expansion keeps escapes that are in a value, but the expander takes those of more than a byte for text. */
function withoutNeedlessEscapes(value: string): string {
  return value.replaceAll(/(?:%[89A-Fa-f][\dA-Fa-f])+/g, (escapes) => decoded(escapes) ?? escapes)
}

/** Reserved characters of RFC 3986 that `encodeURIComponent`, and so the expander, lets pass. */
const leftByTheExpander = /[!'()*]/g

const percentEncoded = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
