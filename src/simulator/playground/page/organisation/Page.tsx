import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { choice, choose } from '../address.js'
import { type Fields, parseSearch } from '../search.js'
import { type Column, RowList } from '../ui/RowList.js'
import { SearchField } from '../ui/SearchField.js'

/** The ID of what is chosen in the list that is shown; `''` for nothing. */
export const chosenId = choice('id')

export interface PageProps<Row> {
  /** What the rows are, in one word. */
  readonly title: string
  readonly rows: readonly Row[]
  /** Why there are no rows, where the service refused them. */
  readonly problem: string | undefined
  readonly fields: Fields<Row>
  /** What is written in the empty search field. */
  readonly hint: string
  readonly empty: string
  wordsOf(row: Row): string
  /** What the search looks at besides the rows: it is another when this is. */
  readonly beside?: unknown
  idOf(row: Row): string
  /** On the button that leads to a new one. */
  readonly add: string
  /** The form for a new one, shown while nothing is chosen. */
  blank(): ComponentChildren
  detail(row: Row): ComponentChildren
  readonly columns?: readonly Column<Row>[]
  /** Instead of a list in columns. */
  list?(rows: readonly Row[], isSearched: boolean): ComponentChildren
}

/** A list that is searched, and beside it what is chosen in it, or a form for a new one. */
export function Page<Row>(props: PageProps<Row>) {
  const {
    title,
    rows,
    problem,
    fields,
    hint,
    empty,
    wordsOf,
    idOf,
    add,
    blank,
    detail,
    columns = [],
    list,
    beside,
  } = props
  const query = choice('q').value
  const { matches, problems } = useMemo(() => parseSearch(query, fields, wordsOf), [query, beside])
  const found = useMemo(() => rows.filter(matches), [rows, matches])
  const chosen = rows.find((row) => idOf(row) === chosenId.value)
  const nothing = problem ?? (query === '' ? empty : `Nothing here matches ${query}.`)
  return (
    <div class="split org-split">
      <div class="org-list">
        <div class="org-tools">
          <h2>
            {title}{' '}
            <span class="chip">{found.length === rows.length ? rows.length : `${found.length} of ${rows.length}`}</span>
          </h2>
          <SearchField label={`Search ${title.toLowerCase()}`} problems={problems} hint={hint} />
          <button type="button" aria-pressed={chosen === undefined} onClick={() => choose({ id: '' })}>
            {add}
          </button>
        </div>
        {list && found.length > 0 ? (
          list(found, query !== '')
        ) : (
          <RowList
            label={title}
            rows={found}
            columns={columns}
            idOf={idOf}
            chosen={chosenId.value}
            onChoose={(id) => choose({ id })}
            startsAtTop
            empty={problem === undefined ? nothing : <span class="problem">{nothing}</span>}
          />
        )}
      </div>
      {/* Made anew for each, so that no form keeps what was typed for another. */}
      <section key={chosen ? idOf(chosen) : ''} class="org-detail" aria-label={chosen ? 'What is chosen' : add}>
        {chosen ? detail(chosen) : blank()}
      </section>
    </div>
  )
}

/** Names with what they stand for. */
export function Facts({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A form or the like that is opened when it is needed. */
export function Part({ title, isOpen, children }: { title: string; isOpen?: boolean; children: ComponentChildren }) {
  return (
    <details class="part" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
