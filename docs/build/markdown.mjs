/** Lines of a Markdown table. A column in which no row has anything is left out; without rows there is `otherwise`. */
export function table(head, rows, otherwise) {
  if (rows.length === 0) return otherwise === undefined ? [] : ['', otherwise]
  const columns = head.map((_, column) => column).filter((column) => rows.some((row) => row[column] !== ''))
  const line = (cells) => `| ${columns.map((column) => cells[column]).join(' | ')} |`
  return ['', line(head), line(head.map(() => '---')), ...rows.map((row) => line(row.map(cell)))]
}

/** A text that stays in its cell. */
const cell = (text) => escapeText(text).replaceAll('|', '\\|').replaceAll(/\n+/g, '<br>')

/** A text in which nothing is taken for HTML or for a template of the site's. */
export const escapeText = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('')
