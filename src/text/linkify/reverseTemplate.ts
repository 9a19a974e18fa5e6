/** The text that a URL is turned back into, with the places where groups go. @see spec 2.7 `reverse_template` */
export type ReverseTemplate = readonly (string | { readonly group: string })[]

export type ReverseTemplateFault = 'missing brace' | 'empty name'

/**
 * Reads `{name}` as the place of a group, and `{{` and `}}` as braces. A lone `}` stands for itself, as it does with the
 * server.
 */
export function parseReverseTemplate(template: string): ReverseTemplate | ReverseTemplateFault {
  const parts: (string | { group: string })[] = []
  for (const [piece, group] of template.matchAll(pieces)) {
    if (piece === '{') return 'missing brace'
    if (group === '') return 'empty name'
    parts.push(group === undefined ? (literals[piece] ?? piece) : { group })
  }
  return parts
}

/** The text with values in its places; a group without one leaves its place empty. */
export function fillReverseTemplate(template: ReverseTemplate, values: ReadonlyMap<string, string>): string {
  return template.map((part) => (typeof part === 'string' ? part : (values.get(part.group) ?? ''))).join('')
}

/** The first that fits counts: a lone `{` is left over only where nothing closes it. */
const pieces = /\{\{|\}\}|\{([^}]*)\}|[^{}]+|[{}]/g
const literals: Readonly<Record<string, string>> = { '{{': '{', '}}': '}' }
