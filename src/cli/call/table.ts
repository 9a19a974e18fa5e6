import stringWidth from 'string-width'
import { stringify } from 'yaml'
import { isObject } from '../../values.js'
import { padded, shortenedTo } from '../shared/layout.js'
import { type Paint, printable } from '../shared/terminal.js'

interface TableOptions {
  /** Columns of the terminal; if undefined, nothing is cut off. */
  readonly columns: number | undefined
  readonly paint: Paint
}

export function responseTable(answer: Readonly<Record<string, unknown>>, options: TableOptions): string {
  const carried = contents(answer)
  const lists = Object.entries(carried).flatMap(([name, value]) => {
    const rows = rowsIn(value)
    return rows === undefined ? [] : [{ name, rows }]
  })
  if (lists.length === 0) {
    const fields = Object.entries(carried).map(([field, value]) => ({ field, value }))
    return table(fields.length === 0 ? [{ field: 'result', value: 'success' }] : fields, options)
  }
  const [only] = lists
  if (lists.length === 1 && only !== undefined) return table(only.rows, options)
  return lists.map(({ name, rows }) => `${options.paint('strong', name)}\n${table(rows, options)}`).join('\n')
}

type Row = Readonly<Record<string, unknown>>

/** The entries of a list, or of an object whose values are all objects; the latter get a column for their keys. */
function rowsIn(value: unknown): readonly Row[] | undefined {
  if (Array.isArray(value)) return value.map((entry) => (isObject(entry) ? entry : { value: entry }))
  if (!isObject(value)) return undefined
  const entries = Object.entries(value)
  if (entries.length === 0 || !entries.every(([, entry]) => isObject(entry))) return undefined
  return entries.map(([key, entry]) => ({ key, ...(entry as Row) }))
}

function table(rows: readonly Row[], { columns, paint }: TableOptions): string {
  if (rows.length === 0) return '(none)\n'
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = rows.map((row) => names.map((name) => cell(row[name])))
  const widths = names.map((name, at) => Math.max(stringWidth(name), ...cells.map((row) => stringWidth(row[at] ?? ''))))
  const line = (row: readonly string[]) => row.map((text, at) => padded(text, widths[at] ?? 0)).join('  ')
  const cut = (text: string) => (columns === undefined ? text : shortenedTo(text.trimEnd(), columns))
  const [head = '', ...body] = [names, ...cells].map((row) => cut(line(row).trimEnd()))
  return `${[paint('strong', head), ...body].join('\n')}\n`
}

/** Cells are short and on one line, so that a table of messages stays readable. */
function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return shortenedTo(printable(text).replaceAll(/\s+/g, ' '), longestCell)
}

const longestCell = 40

/** A response for people: its fields without the envelope. */
export function readable(answer: Readonly<Record<string, unknown>>): string {
  const carried = contents(answer)
  return Object.keys(carried).length === 0 ? 'Done.\n' : printable(stringify(carried, { lineWidth: 0 }))
}

export function contents({
  result,
  msg,
  ...carried
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return msg === '' || msg === undefined ? carried : { msg, ...carried }
}
