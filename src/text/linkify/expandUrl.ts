import { StdUriTemplate } from '@std-uritemplate/std-uritemplate'
import { decoded, toUri, wellFormed } from './uri.js'
import type { Expression, UrlTemplate } from './urlTemplate.js'

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
