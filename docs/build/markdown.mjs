/** Lines of a table with cells of Markdown. A column in which no row has anything is left out; without rows there is `otherwise`. */
export function table(head, rows, otherwise) {
  if (rows.length === 0) return otherwise === undefined ? [] : ['', otherwise]
  const columns = head.map((_, column) => column).filter((column) => rows.some((row) => row[column] !== ''))
  const line = (cells) => `| ${columns.map((column) => cells[column]).join(' | ')} |`
  return ['', line(head), line(head.map(() => '---')), ...rows.map((row) => line(row.map(cell)))]
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll(/\n+/g, '<br>')

/** A text in which nothing is taken for HTML or for a template of the site's. */
export const escapeText = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('')

/** Begins and ends as a sentence does. */
export function sentence(text) {
  const begun = /^[a-z]/.test(text) ? text[0].toUpperCase() + text.slice(1) : text
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}

/** Parts with a space between them, without those that aren't there. */
export const joined = (parts) => parts.filter(Boolean).join(' ')

export const requiredTag = '<span class="tag required">required</span>'
export const optionalTag = '<span class="tag">may be missing</span>'
export const levelTag = (level) => (level === undefined ? '' : `<span class="tag">level ${level}+</span>`)
