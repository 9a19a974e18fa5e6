import { append, type Element, element } from './element.js'

export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The alignment of each column; undefined if none is given. */
  readonly columns: readonly (string | undefined)[]
}

/** Reads a block as a table: a head, a separator, and any number of rows. */
export function readTable(block: string): Table | undefined {
  if (!block.includes('|')) return undefined
  const rows = block.split('\n').map((row) => row.replace(/^ +| +$/g, ''))
  const [head = '', separator] = rows
  if (separator === undefined) return undefined
  const hasBorder = head.startsWith('|') || endsInBorder(head)
  const cells = (row: string) => splitRow(hasBorder ? withoutBorder(row) : row)
  const names = cells(head)
  // A table with a single column needs a border in each row.
  if (names.length === 1 && !(hasBorder && rows.slice(1).every((row) => row.startsWith('|') || endsInBorder(row))))
    return undefined
  const columns = cells(separator)
  if (columns.length !== names.length || !/^[|:\- ]*$/.test(columns.join(''))) return undefined
  return { head: names, rows: rows.slice(2).map(cells), columns: columns.map(alignment) }
}

export function buildTable({ head, rows, columns }: Table): Element {
  const made = element('table')
  const addRow = (parent: Element, tag: 'th' | 'td', cells: readonly string[]) => {
    const row = append(parent, element('tr'))
    columns.forEach((align, at) => {
      const style: Readonly<Record<string, string>> = align === undefined ? {} : { style: `text-align: ${align};` }
      append(row, element(tag, style, (cells[at] ?? '').replace(/^ +| +$/g, '')))
    })
  }
  addRow(append(made, element('thead')), 'th', head)
  const body = append(made, element('tbody'))
  if (rows.length === 0) addRow(body, 'td', [])
  for (const cells of rows) addRow(body, 'td', cells)
  return made
}

function alignment(cell: string): string | undefined {
  const sign = cell.replaceAll(' ', '')
  if (sign.startsWith(':')) return sign.endsWith(':') ? 'center' : 'left'
  return sign.endsWith(':') ? 'right' : undefined
}

/** A row's last pipe, unless a backslash escapes it. */
const border = /(?<!\\)(?:\\\\)*\|$/
const endsInBorder = (row: string): boolean => border.test(row)

function withoutBorder(row: string): string {
  return (row.startsWith('|') ? row.slice(1) : row).replace(border, '')
}

const signs = /\\\\|\\`+|`+|\\\||\|/g

/** Pipes outside code separate cells. A backslash before a pipe keeps it in its cell, and is shown. */
function splitRow(row: string): string[] {
  const code = codeRegions(row)
  const cells: string[] = []
  let from = 0
  let region = 0
  for (const { 0: sign, index } of row.matchAll(signs)) {
    if (sign !== '|') continue
    while ((code[region]?.end ?? Number.POSITIVE_INFINITY) < index) region += 1
    if ((code[region]?.start ?? Number.POSITIVE_INFINITY) <= index) continue
    cells.push(row.slice(from, index))
    from = index + 1
  }
  return [...cells, row.slice(from)]
}

interface Region {
  readonly start: number
  readonly end: number
}

/** Where code begins and ends: the next run of backticks of the same length closes a run. */
function codeRegions(row: string): Region[] {
  const runs = [...row.matchAll(signs)].flatMap(({ 0: sign, index }) => {
    const isEscaped = sign.startsWith('\\`')
    if (!isEscaped && !sign.startsWith('`')) return []
    const closing = isEscaped ? sign.length - 1 : sign.length
    return [{ start: index, end: index + sign.length - 1, closing, opening: isEscaped ? closing - 1 : closing }]
  })
  const later = new Map<number, number[]>()
  runs.forEach(({ closing }, at) => {
    later.set(closing, [...(later.get(closing) ?? []), at])
  })
  const regions: Region[] = []
  for (let at = 0; at < runs.length; at += 1) {
    const run = runs[at]
    const end = run && run.opening > 0 ? later.get(run.opening)?.find((other) => other > at) : undefined
    if (run === undefined || end === undefined) continue
    regions.push({ start: run.start, end: runs[end]?.end ?? run.end })
    at = end
  }
  return regions
}
