import { X } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { asksFor, parseSearch, type SearchFields } from '../../search.js'
import { adjust, choice, choose } from '../address.js'
import type { LiveRows, Numbered } from '../liveRows.js'
import { type Room, room } from '../room.js'
import { Button, type Column, IconButton, Loading, RowList, SearchField } from '../ui/index.js'
import type { Watched } from './watched.js'

export interface InspectorProps<Row extends Numbered> {
  /** Singular and plural of what a row is. */
  readonly one: string
  readonly all: string
  readonly rows: LiveRows<Row>
  readonly watched: Watched
  /** The name of the selection in the page's address. */
  readonly chosenBy: string
  readonly columns: Readonly<Record<Room, readonly Column<Row>[]>>
  readonly fields: SearchFields<Row>
  readonly hint: string
  wordsOf(row: Row): string
  /** Rows that are hidden unless a search asks for them; `says` is shown if there are no others. */
  readonly leftOut?: { readonly unless: string; readonly says: string; holds(row: Row): boolean }
  /** Shown before the first row. */
  readonly empty: string
  /** Terms that a click adds to the search, or removes. */
  readonly filters?: readonly SearchFilter[]
  readonly tools?: ComponentChildren
  detail(id: number): ComponentChildren
}

/** A term of a search, and its label: `is:failed`. */
interface SearchFilter {
  readonly label: string
  readonly term: string
}

/** A growing list with its search field, and the details of the selected row. */
export function Inspector<Row extends Numbered>(props: InspectorProps<Row>) {
  const { one, all, rows, watched, chosenBy, columns, fields, hint, wordsOf, leftOut, empty, filters = [] } = props
  useEffect(watched.watch, [])
  const search = choice('q').value
  const chosen = choice(chosenBy).value
  const problems = useMemo(() => {
    const found = parseSearch(search, fields, wordsOf)
    const isLeftOut = leftOut && !asksFor(search, leftOut.unless) ? leftOut.holds : () => false
    rows.search((row) => !isLeftOut(row) && found.matches(row))
    return found.problems
  }, [search])
  watched.changes.value
  const { shown } = rows
  const count = rows.all.length
  const isInTwo = chosen !== ''
  const noneShown = (search === '' && leftOut?.says) || `No ${one.toLowerCase()} matches.`
  return (
    <div class="inspector tall">
      <div class="head small">
        <SearchField label={`Search ${all.toLowerCase()}`} problems={problems} hint={hint} />
        <span class="quiet-text small" role="status">
          {shown.length === count ? count : `${shown.length} of ${count}`}
        </span>
        <Filters of={filters} search={search} />
        {props.tools}
      </div>
      <div class={isInTwo ? 'split in-two' : 'split'}>
        <RowList
          label={all}
          rows={shown}
          columns={columns[isInTwo && room.value === 'wide' ? 'medium' : room.value]}
          idOf={({ id }) => String(id)}
          chosen={chosen}
          onChoose={(id) => choose({ [chosenBy]: id })}
          onMove={(id) => adjust({ [chosenBy]: id })}
          onOpen={() => document.querySelector<HTMLElement>('.detail [role=tab][aria-selected=true]')?.focus()}
          empty={watched.isLoading.value ? <Loading /> : count === 0 ? empty : noneShown}
        />
        {isInTwo && (
          <section class="detail tall" aria-label={one}>
            {props.detail(Number(chosen))}
            <IconButton label="Close" icon={X} class="close" onPress={() => choose({ [chosenBy]: '' })} />
          </section>
        )}
      </div>
    </div>
  )
}

/** Terms that narrow the list, each switched on and off by a click. */
function Filters({ of, search }: { of: readonly SearchFilter[]; search: string }) {
  const terms = termsOf(search)
  const toggle = (term: string) =>
    choose({ q: (terms.includes(term) ? terms.filter((one) => one !== term) : [...terms, term]).join(' ') })
  return (
    <div class="chip-row in-a-row">
      {of.map(({ label, term }) => (
        <Button key={term} says={label} aria-pressed={terms.includes(term)} onPress={() => toggle(term)} />
      ))}
    </div>
  )
}

/** A quoted value is part of its term. */
const termsOf = (search: string): readonly string[] => search.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? []
