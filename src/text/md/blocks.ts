import { sendable } from '../cutToLimit.js'
import { longestRun, quoteSafe } from '../quoteSafe.js'
import { escaped, escapedLines } from './escaped.js'

/** Markdown that is used as it is, where a plain string would be escaped. */
export interface MarkdownText {
  readonly markdown: string
}

/**
 * Quotes a message, keeping its Markdown. Nothing in it can end the quotation, and its mentions notify nobody. Put a blank line
 * after it.
 */
export function quote(markdown: string): string {
  return quoteSafe(sendable(markdown))
}

/** Formats text as a code block; nothing in it can end the block. The language is a word such as `ts`. */
export function codeBlock(text: string, language = ''): string {
  const code = sendable(text).replace(/\r\n?/g, '\n')
  const fence = '`'.repeat(Math.max(3, longestRun(code, /`+/g) + 1))
  const word = language.replace(/[^\w+#.-]/g, '')
  return `${fence}${meansMore.test(word) ? '' : word}\n${code}\n${fence}`
}

/** A title, and text that is shown when the title is clicked. Put it on lines of its own. */
export function spoiler(title: string, text: string | MarkdownText): string {
  const body = typeof text === 'string' ? escapedLines(text) : sendable(text.markdown)
  const fence = '~'.repeat(Math.max(3, longestRun(body, /~+/g) + 1))
  return `${fence}spoiler ${escaped(title)}`.trimEnd().concat(`\n${body}\n${fence}`)
}

/** Words after a fence that turn it into something other than code. */
const meansMore = /^(?:quote|quoted|spoiler|math|latex|tex)$/i

/** The content of a table cell: text, a number, or your own Markdown, such as a mention. */
export type Cell = string | number | bigint | boolean | null | undefined | MarkdownText

/** A table. Rows can have different lengths. Put it on lines of its own, with a blank line before it. */
export function table(head: readonly Cell[], rows: readonly (readonly Cell[])[]): string {
  const width = Math.max(head.length, ...rows.map((row) => row.length))
  if (width === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const written = (row: readonly Cell[]) => line(Array.from({ length: width }, (_, at) => cell(row[at])))
  return [written(head), line(Array.from({ length: width }, () => '---')), ...rows.map(written)].join('\n')
}

function cell(content: Cell): string {
  if (content === undefined || content === null) return ''
  const text = typeof content === 'object' ? sendable(content.markdown).replace(/\s+/g, ' ') : escaped(String(content))
  return text.replaceAll('|', '\\|')
}
