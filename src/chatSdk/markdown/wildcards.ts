import { findMentions } from '../../text/index.js'

/** Makes mentions of everybody silent: `@**all**` becomes `@_**all**`. */
export function silentWildcards(markdown: string): string {
  const loud = findMentions(markdown).filter(({ kind, silent }) => kind === 'wildcard' && !silent)
  return loud.reduceRight((text, { start }) => `${text.slice(0, start)}@_${text.slice(start + 1)}`, markdown)
}
