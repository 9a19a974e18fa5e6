import { replaceProse } from '../blocks.js'
import { fenceAround, linesForFences, withFencesClosed } from '../fences.js'
import { quoteSafe } from '../quoteSafe.js'
import { sendable } from '../sendable.js'
import { escapedInCell, escapedInTitle, escapedLines } from './escaped.js'

/** Markdown that is used as it is, where a plain string would be escaped. */
export interface MarkdownText {
  readonly markdown: string
}

/**
 * Quotes a message with its Markdown, code blocks included. Nothing in it can end the quotation, and its mentions notify nobody.
 * Put it on lines of its own.
 */
export function quote(markdown: string): string {
  return quoteSafe(sendable(markdown))
}

/**
 * Formats text as a code block; nothing in it can end the block. The language is a word such as `ts`. Put it on lines of its own,
 * and not into a list: the server finds fences only at the start of a line.
 */
export function codeBlock(text: string, language = ''): string {
  const code = linesForFences(sendable(text))
  const fence = fenceAround(code, '`')
  const word = language.replace(/[^\w+#.-]/g, '')
  return `${fence}${meansMore.test(word) ? '' : word}\n${code}\n${fence}`
}

/** A title, and text that is shown when the title is clicked. Put it on lines of its own. */
export function spoiler(title: string, text: string | MarkdownText): string {
  const body = typeof text === 'string' ? escapedLines(text) : withFencesClosed(linesForFences(sendable(text.markdown)))
  const fence = fenceAround(body, '~')
  return `${fence}spoiler ${escapedInTitle(title)}`.trimEnd().concat(`\n${body}\n${fence}`)
}

/** Words after a fence that turn it into something other than code. */
const meansMore = /^(?:quote|quoted|spoiler|math|latex|tex)$/i

/** The content of a table cell: text, a number, or your own Markdown, such as a mention. */
export type Cell = string | number | bigint | boolean | null | undefined | MarkdownText

/**
 * A table. Rows can have different lengths. Put it on lines of its own, with a blank line before it.
 *
 * A mention in a cell goes by the name alone, since the sign before an ID would end the cell: of several people with the same name,
 * the server picks one, so mention them outside of the table. Links to topics with that sign in their names become text.
 */
export function table(head: readonly Cell[], rows: readonly (readonly Cell[])[]): string {
  const width = Math.max(head.length, ...rows.map((row) => row.length))
  if (width === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const written = (row: readonly Cell[]) => line(Array.from({ length: width }, (_, at) => cell(row[at])))
  return [written(head), line(Array.from({ length: width }, () => '---')), ...rows.map(written)].join('\n')
}

function cell(content: Cell): string {
  if (content === undefined || content === null) return ''
  if (typeof content !== 'object') return escapedInCell(String(content))
  // In code, the sign that ends a cell ends nothing.
  return replaceProse(sendable(content.markdown).replace(/\s+/g, ' ').trim(), proseInCell)
}

/** Markdown without the sign that ends a cell. */
function proseInCell(markdown: string): string {
  return markdown
    .replace(/(@_?\*\*[^*|]+)\|\d+(?=\*\*)/g, '$1')
    .replace(/([@#])_?(\*\*?)([^*|]*\|[^*]*)\2/g, (_, sign: string, __, name: string) => escapedInCell(sign + name))
    .replaceAll('|', '&#124;')
}
