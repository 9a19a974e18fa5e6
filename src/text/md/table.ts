import { sendable } from '../sendable.js'
import type { MarkdownText } from './blocks.js'
import { escaped } from './escaped.js'

/** What a cell of a table shows: a text, a number, or Markdown of your own, such as a mention. */
export type Cell = string | number | bigint | boolean | null | undefined | MarkdownText

/** A table. Rows may be of different lengths. Put it on lines of its own, with a blank line before it. */
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
