import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { ListingRow, Shown } from '../../views/shown.js'
import { choose } from '../address.js'
import { attempt } from '../notices.js'
import { moved } from './reorder.js'
import { perform, type Within } from './within.js'

export interface OrderProps {
  readonly label: string
  readonly rows: readonly ListingRow[]
  readonly isFixed: boolean
  /** Is given the IDs of all in their new order. */
  readonly deed: string
  readonly within: Within
  draw(shown: Shown): ComponentChildren
}

/**
 * Rows whose order counts: they are dragged, or moved with Alt and the arrows, and whoever does not see it is told
 * where they are. While a search leaves some out, they stay where they are.
 */
export function OrderList({ label, rows, isFixed, deed, within, draw }: OrderProps) {
  const list = useRef<HTMLOListElement>(null)
  const wanted = useSignal<readonly string[] | undefined>(undefined)
  const dragged = useSignal<string | undefined>(undefined)
  const over = useSignal<string | undefined>(undefined)
  const said = useSignal('')
  const refocus = useRef<string | undefined>(undefined)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const now = [...byId.keys()]
  const ids = wanted.value?.every((id) => byId.has(id)) && wanted.value.length === rows.length ? wanted.value : now

  const known = now.join()
  useEffect(() => {
    wanted.value = undefined
  }, [known])
  // A row that is put elsewhere in the page loses the focus.
  useEffect(() => {
    if (refocus.current === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-id="${refocus.current}"] .order-row`)?.focus()
    refocus.current = undefined
  })

  const move = async (id: string, to: number) => {
    const from = ids.indexOf(id)
    const row = byId.get(id)
    if (isFixed || row === undefined || to < 0 || to >= ids.length || from === to) return
    const order = moved(ids, from, to)
    wanted.value = order
    refocus.current = id
    said.value = `${row.name} is now number ${to + 1} of ${ids.length}.`
    if (await attempt(() => perform(within, deed, { order: order.map(Number) }))) return
    wanted.value = undefined
    said.value = `${row.name} is where it was.`
  }

  return (
    <>
      <ol ref={list} class="orders" aria-label={label}>
        {ids.map((id, at) => {
          const row = byId.get(id)
          if (row === undefined) return null
          return (
            <li
              key={id}
              data-id={id}
              class={over.value === id ? 'order over' : 'order'}
              draggable={!isFixed}
              onDragStart={(event) => {
                dragged.value = id
                event.dataTransfer?.setData('text/plain', row.name)
              }}
              onDragEnd={() => {
                dragged.value = undefined
                over.value = undefined
              }}
              onDragOver={(event) => {
                if (dragged.value === undefined) return
                event.preventDefault()
                over.value = id
              }}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged.value !== undefined) void move(dragged.value, at)
              }}
            >
              <span class="grip" aria-hidden="true">
                {isFixed ? '' : '⠿'}
              </span>
              <button
                type="button"
                class="order-row"
                aria-current={id === within.id}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                onClick={() => choose({ id })}
                onKeyDown={(event) => {
                  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
                  if (step === undefined || !event.altKey) return
                  event.preventDefault()
                  void move(id, at + step)
                }}
              >
                {draw(row.cells)}
              </button>
            </li>
          )
        })}
      </ol>
      <p class="order-hint small quiet-text">
        {isFixed ? 'Empty the search to order them.' : 'Drag, or press Alt with ↑ or ↓.'}
      </p>
      <p class="unseen" role="status">
        {said.value}
      </p>
    </>
  )
}
