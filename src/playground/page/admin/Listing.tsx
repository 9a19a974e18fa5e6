import { Plus, X } from 'lucide'
import type { ComponentChildren } from 'preact'
import { adjust, choice, choose } from '../address.js'
import type { Live } from '../liveAnswers.js'
import { room } from '../room.js'
import { Button, type Fact, Facts, IconButton, Loading, RowList, SearchField } from '../ui/index.js'

export interface ListingProps<Row> {
  /** What the rows are, in one word: `Users`. */
  readonly title: string
  readonly live: Live<readonly Row[]> | undefined
  readonly empty: string
  /** The text that a search looks in. */
  wordsOf(row: Row): string
  idOf(row: Row): string | number
  /** By title. Widths as in `grid-template-columns`, or shares of the remaining width. */
  readonly columns: Readonly<Record<string, Column<Row>>>
  /** The label of the button that creates a new one. */
  readonly add: string
  /** The form for a new one. */
  readonly blank: ComponentChildren
  /** The heading of the selected one. */
  heading(row: Row): ComponentChildren
  detail(row: Row): Detail
}

type Column<Row> = readonly [width: string | number, cell: (row: Row) => ComponentChildren, on?: 'wide']

export interface Detail {
  readonly facts?: readonly (Fact | false | undefined)[]
  readonly buttons?: readonly DetailAction[]
  readonly more?: ComponentChildren
  readonly note?: string | false | undefined
}

/** The button of an action. */
export type DetailAction = readonly [name: string, press: () => Promise<void>, tone: 'main' | 'serious']

const chosenId = choice('id')
const query = choice('q')

/** The selection while a new one is made. */
const forNew = 'new'

/** A searchable list, and beside it the selected row or a form for a new one. */
export function Listing<Row>(props: ListingProps<Row>) {
  const { title, live, empty, columns, add, blank, heading, detail, wordsOf, idOf } = props
  const rows = live?.value ?? []
  const words = query.value.toLowerCase().split(/\s+/)
  const found = rows.filter((row) => words.every((word) => wordsOf(row).toLowerCase().includes(word)))
  const id = chosenId.value
  const chosen = rows.find((row) => String(idOf(row)) === id)
  const isNew = id === forNew
  const isWide = room.value === 'wide' || (room.value === 'medium' && id === '')
  const none = live === undefined ? <Loading /> : query.value ? `Nothing matches ${query.value}.` : empty
  return (
    <div class={id === '' ? 'split' : 'split in-two'}>
      <div class="org-list tall">
        <div class="head small">
          <h2>
            {title}{' '}
            <span class="chip">{found.length === rows.length ? rows.length : `${found.length} of ${rows.length}`}</span>
          </h2>
          <SearchField label={`Search ${title.toLowerCase()}`} problems={[]} hint="Search" />
          <Button icon={Plus} says={add} onPress={() => choose({ id: forNew })} />
        </div>
        <RowList
          label={title}
          rows={found}
          columns={Object.entries(columns).flatMap(([name, [width, cell, on]]) =>
            on === 'wide' && !isWide
              ? []
              : [{ title: name, width: typeof width === 'string' ? width : `minmax(0, ${width}fr)`, cell }],
          )}
          idOf={(row) => String(idOf(row))}
          chosen={id}
          onChoose={(to) => choose({ id: to })}
          onMove={(to) => adjust({ id: to })}
          startsAtTop
          empty={live?.problem ? <span class="problem">{live.problem}</span> : none}
        />
      </div>
      {id !== '' && (
        // Keyed by row, so that no form shows another row's input.
        <section key={id} class="detail org-detail stack" aria-label={isNew ? add : 'What is chosen'}>
          <h2>{chosen ? heading(chosen) : isNew ? add : live ? 'It no longer exists' : <Loading />}</h2>
          {chosen ? <Shown {...detail(chosen)} /> : isNew && blank}
          <IconButton label="Close" icon={X} class="close" onPress={() => choose({ id: '' })} />
        </section>
      )}
    </div>
  )
}

function Shown({ facts, more, buttons = [], note }: Detail) {
  return (
    <>
      {facts && <Facts of={facts} />}
      {more}
      <div class="buttons">
        {buttons.map(([says, onPress, tone]) => (
          <Button key={says} says={says} class={tone} onPress={onPress} />
        ))}
      </div>
      {note && <p class="small quiet-text">{note}</p>}
    </>
  )
}
