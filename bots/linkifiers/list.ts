import { md } from 'earshot'
import type { EngineProblem } from 'earshot/linkify'
import type { Linkifier } from 'earshot/protocol'

/** Linkifiers as a table, and what is wrong with them. */
export function listOf(linkifiers: readonly Linkifier[], problems: readonly EngineProblem[] = []): string {
  const table = md.table(
    ['ID', 'what becomes a link', 'where it leads'],
    linkifiers.map(({ id, pattern, url_template }) => [id, code(pattern), code(url_template)]),
  )
  const wrong = problems.map(({ id, message }) => `- Linkifier ${id}: ${md.escape(message)}`)
  return wrong.length === 0 ? table : `${table}\n\nNot everything is in order:\n\n${wrong.join('\n')}`
}

const code = (text: string) => ({ markdown: md.code(text) })
