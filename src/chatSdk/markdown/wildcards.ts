import { findMentions } from '../../text/index.js'

/** Makes mentions of everybody silent: `@**all**` becomes `@_**all**`. */
export function silentWildcards(markdown: string): string {
  let written = ''
  let from = 0
  for (const { kind, silent, start } of findMentions(markdown)) {
    if (kind !== 'wildcard' || silent) continue
    written += `${markdown.slice(from, start)}@_`
    from = start + 1
  }
  return written + markdown.slice(from)
}
