import stringWidth from 'string-width'
import { stringify } from 'yaml'
import { meantOr } from '../../text/index.js'
import { printable } from '../../text/printable.js'
import { isObject } from '../../values.js'
import { padded, shortenedTo } from '../shared/layout.js'
import type { Paint } from '../shared/terminal.js'

interface TableOptions {
  /** Columns of the terminal; if undefined, nothing is cut off. */
  readonly columns: number | undefined
  readonly paint: Paint
  /** The names of the columns to show. (default: all) */
  readonly chosen?: readonly string[] | undefined
  /** Is told which columns there aren't. */
  readonly note?: (text: string) => void
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
  reportUnknown(new Set(lists.flatMap(({ rows }) => namesIn(rows))), options)
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

const namesIn = (rows: readonly Row[]) => [...new Set(rows.flatMap((row) => Object.keys(row)))]

function reportUnknown(known: ReadonlySet<string>, { chosen = [], note = () => {} }: TableOptions): void {
  if (known.size === 0) return
  for (const name of chosen.filter((one) => !known.has(one)))
    note(`No column is called "${name}". ${meantOr(`There are ${[...known].join(', ')}.`, name, known)}`)
}

/** A list that has none of the chosen columns is shown with all of its own, or those that fit, names and IDs first. */
function table(rows: readonly Row[], { columns, paint, chosen = [], note = () => {} }: TableOptions): string {
  if (rows.length === 0) return '(none)\n'
  const all = namesIn(rows)
  const wanted = chosen.filter((name) => all.includes(name))
  const telling = (name: string) => Number(!/(^|_)(id|name)$/.test(name))
  let names = wanted.length > 0 ? wanted : all
  // Columns that somebody chose are not cut, but for the terminal's end.
  const longest = wanted.length > 0 ? Number.POSITIVE_INFINITY : longestCell
  const widthOf = (name: string) =>
    Math.max(...[name, ...rows.map((row) => cell(row[name], longest))].map((text) => stringWidth(text)))
  if (columns !== undefined && wanted.length === 0) {
    let used = -gap
    names = all
      .toSorted((one, other) => telling(one) - telling(other))
      .filter((name, at) => {
        const next = used + gap + widthOf(name)
        if (at > 0 && next > columns) return false
        used = next
        return true
      })
    const left = all.filter((name) => !names.includes(name))
    if (left.length > 0) note(`Not shown, but with --table and their names: ${left.join(', ')}.`)
  }
  const cells = rows.map((row) => names.map((name) => cell(row[name], longest)))
  const widths = names.map(widthOf)
  const line = (row: readonly string[]) => row.map((text, at) => padded(text, widths[at] ?? 0)).join(' '.repeat(gap))
  const cut = (text: string) => (columns === undefined ? text : shortenedTo(text.trimEnd(), columns))
  const [head = '', ...body] = [names, ...cells].map((row) => cut(line(row).trimEnd()))
  return `${[paint('strong', head), ...body].join('\n')}\n`
}

/** Cells are short and on one line, so that a table of messages stays readable. */
function cell(value: unknown, longest: number): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return shortenedTo(printable(text).replaceAll(/\s+/g, ' '), longest)
}

const longestCell = 40
const gap = 2

/** A response for people: its fields without the envelope. */
export function readable(answer: Readonly<Record<string, unknown>>): string {
  const carried = contents(answer)
  return Object.keys(carried).length === 0 ? 'Done.\n' : printable(stringify(carried, { lineWidth: 0 }))
}

function contents({ result, msg, ...carried }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return msg === '' || msg === undefined ? carried : { msg, ...carried }
}
