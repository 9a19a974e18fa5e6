import { type Fields, parseSearch } from '../search.js'
import type { Asked } from './asking.js'
import { type Drawn, el, type Facts, factsOf, part, type Shown } from './shown.js'

export interface ListingOf<Row> {
  /** What the rows are, in one word. */
  readonly title: string
  readonly rows: readonly Row[] | undefined
  /** Why there are no rows, where the service refused them. */
  readonly problem?: string | undefined
  /** What they can be searched by. */
  readonly fields: Fields<Row>
  /** What is written in the empty search field. */
  readonly hint: string
  readonly empty: string
  wordsOf(row: Row): string
  idOf(row: Row): string | number
  /** On the button that leads to a new one. */
  readonly add: string
  /** What makes a new one, shown while nothing is chosen. */
  readonly blank: Shown
  /** Above what is shown of one. */
  heading(row: Row): Shown
  facts?(row: Row): Facts
  detail(row: Row): Shown | Promise<Shown>
  /** By their titles; widths as in `grid-template-columns`, or parts of what is left. Those for `wide` pages only there. */
  readonly columns?: Readonly<Record<string, readonly [width: string | number, cell: (row: Row) => Shown, on?: 'wide']>>
  /** Instead of columns where the order counts: the deed that changes it is `order`. */
  readonly order?: { nameOf(row: Row): string; cells(row: Row): Shown }
  /** Below the list. */
  readonly below?: Shown
}

/** A list that is searched, and beside it what is chosen in it, or a form for a new one. */
export async function listing<Row>({ id, query }: Asked, of: ListingOf<Row>): Promise<Drawn> {
  const { title, rows = [], problem, hint, empty, add, columns = {}, order } = of
  const { matches, problems } = parseSearch(query, of.fields, of.wordsOf)
  const found = rows.filter(matches)
  const chosen = rows.find((row) => String(of.idOf(row)) === id)
  return part('Listing', {
    title,
    hint,
    problems,
    empty: problem ? el('span', 'problem', problem) : query ? `Nothing here matches ${query}.` : empty,
    total: rows.length,
    columns: Object.entries(columns).map(([name, [width, , on]]) => [
      name,
      typeof width === 'string' ? width : `minmax(0, ${width}fr)`,
      on === 'wide',
    ]),
    rows: found.map((row) => ({
      id: String(of.idOf(row)),
      name: order?.nameOf(row) ?? '',
      cells: order ? [order.cells(row)] : Object.values(columns).map(([, cell]) => cell(row)),
    })),
    order: order && 'order',
    below: of.below,
    add,
    chosen: chosen ? id : '',
    heading: chosen ? of.heading(chosen) : add,
    detail: chosen ? [of.facts && factsOf(of.facts(chosen)), await of.detail(chosen)] : of.blank,
  })
}
