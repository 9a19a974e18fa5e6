import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { choice, choose } from '../address.js'
import { isNarrow } from '../narrow.js'
import { type Fields, parseSearch } from '../search.js'
import { type FactList, Facts } from '../ui/Facts.js'
import { RowList } from '../ui/RowList.js'
import { SearchField } from '../ui/SearchField.js'
import { press } from './acting.js'
import { chosenId } from './chosen.js'
import { Form, type FormProps } from './Form.js'
import { OrderList, type OrderProps } from './OrderList.js'

type Cell<Row> = (row: Row) => ComponentChildren

export interface PageProps<Row> {
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
  /** What the search looks at besides the rows: it is another when this is. */
  readonly beside?: unknown
  idOf(row: Row): string | number
  /** On the button that leads to a new one. */
  readonly add: string
  /** What makes a new one, shown while nothing is chosen. */
  readonly blank: ComponentChildren
  /** Above what is shown of one. */
  heading(row: Row): ComponentChildren
  facts?(row: Row): FactList
  detail(row: Row): ComponentChildren
  /** By their titles; widths as in `grid-template-columns`, or parts of what is left. Those for `wide` pages only there. */
  readonly columns?: Readonly<Record<string, readonly [width: string | number, cell: Cell<Row>, on?: 'wide']>>
  /** Instead of columns where the order counts. */
  readonly order?: Pick<OrderProps<Row>, 'nameOf' | 'cells' | 'save'>
  /** Below the list. */
  readonly below?: ComponentChildren
}

/** A list that is searched, and beside it what is chosen in it, or a form for a new one. */
export function Page<Row>(props: PageProps<Row>) {
  const {
    title,
    rows = [],
    problem,
    fields,
    hint,
    empty,
    wordsOf,
    beside,
    idOf,
    add,
    columns = {},
    order,
    below,
  } = props
  const query = choice('q').value
  const { matches, problems } = useMemo(() => parseSearch(query, fields, wordsOf), [query, beside])
  const found = useMemo(() => rows.filter(matches), [rows, matches])
  const id = chosenId.value
  const chosen = rows.find((row) => String(idOf(row)) === id)
  const isOrdered = order && found.length > 0
  return (
    <div class="split org-split">
      <div class="org-list">
        <div class="org-tools">
          <h2>
            {title}{' '}
            <span class="chip">{found.length === rows.length ? rows.length : `${found.length} of ${rows.length}`}</span>
          </h2>
          <SearchField label={`Search ${title.toLowerCase()}`} problems={problems} hint={hint} />
          <button type="button" aria-pressed={!chosen} onClick={() => choose({ id: '' })}>
            {add}
          </button>
        </div>
        {isOrdered ? (
          <OrderList {...order} label={`${title} in order`} rows={found} idOf={idOf} isFixed={query !== ''} />
        ) : (
          <RowList
            label={title}
            rows={found}
            columns={Object.entries(columns)
              .filter(([, [, , on]]) => !on || !isNarrow.value)
              .map(([name, [width, cell]]) => ({
                title: name,
                width: typeof width === 'string' ? width : `minmax(0, ${width}fr)`,
                cell,
              }))}
            idOf={(row) => String(idOf(row))}
            chosen={id}
            onChoose={(one) => choose({ id: one })}
            startsAtTop
            empty={problem ? <span class="problem">{problem}</span> : query ? `Nothing here matches ${query}.` : empty}
          />
        )}
        {isOrdered && below}
      </div>
      {/* Made anew for each, so that no form keeps what was typed for another. */}
      <section key={chosen ? id : ''} class="org-detail" aria-label={chosen ? 'What is chosen' : add}>
        <h3>{chosen ? props.heading(chosen) : add}</h3>
        {chosen && props.facts && <Facts facts={props.facts(chosen)} />}
        {chosen ? props.detail(chosen) : props.blank}
      </section>
    </div>
  )
}

/** What is opened when it is needed. */
export function Part({ title, isOpen, children }: { title: string; isOpen?: boolean; children: ComponentChildren }) {
  return (
    <details class="part" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}

/** A form that is opened when it is needed. */
export function FormPart({ isOpen, ...form }: FormProps & { isOpen?: boolean }) {
  return (
    <Part title={form.title} {...(isOpen && { isOpen })}>
      <Form {...form} />
    </Part>
  )
}

type Work = () => Promise<unknown>

/** Does something, and says what is done, with a way back where there is one. */
export function Press(props: { name: string; done: string; work: Work; back?: Work; tone?: 'main' | 'serious' }) {
  const { name, done, work, back, tone } = props
  return (
    <button type="button" class={tone} onClick={() => press(done, work, back)}>
      {name}
    </button>
  )
}

type Deed = readonly [name: string, done: string, work: Work]

/** Takes something out of use, or brings it back. */
export function Switch({ isOff, off, on }: { isOff: boolean | undefined; off: Deed; on: Deed }) {
  const [[name, done, work], [, , back]] = isOff ? [on, off] : [off, on]
  return <Press key={name} name={name} done={done} work={work} back={back} tone={isOff ? 'main' : 'serious'} />
}
