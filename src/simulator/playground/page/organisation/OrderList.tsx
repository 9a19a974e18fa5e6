import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { choose } from '../address.js'
import { attempt } from '../notices.js'
import { chosenId } from './chosen.js'
import { moved } from './reorder.js'

type Id = number | string

export interface OrderProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  idOf(row: Row): Id
  nameOf(row: Row): string
  cells(row: Row): ComponentChildren
  readonly isFixed: boolean
  /** Gets the IDs of all in their new order. */
  save(order: readonly Id[]): Promise<unknown>
}

/**
 * Rows whose order counts: they are dragged, or moved with Alt and the arrows, and whoever does not see it is told
 * where they are. While a search leaves some out, they stay where they are.
 */
export function OrderList<Row>({ label, rows, idOf, nameOf, cells, isFixed, save }: OrderProps<Row>) {
  const list = useRef<HTMLOListElement>(null)
  const wanted = useSignal<readonly Id[] | undefined>(undefined)
  const dragged = useSignal<Id | undefined>(undefined)
  const over = useSignal<Id | undefined>(undefined)
  const said = useSignal('')
  const refocus = useRef<Id | undefined>(undefined)
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  const ids =
    wanted.value?.every((id) => byId.has(id)) && wanted.value.length === rows.length ? wanted.value : rows.map(idOf)

  const known = rows.map(idOf).join()
  useEffect(() => {
    wanted.value = undefined
  }, [known])
  // A row that is put elsewhere in the page loses the focus.
  useEffect(() => {
    if (refocus.current === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-id="${refocus.current}"] .order-row`)?.focus()
    refocus.current = undefined
  })

  const move = async (id: Id, to: number) => {
    const from = ids.indexOf(id)
    const row = byId.get(id)
    if (isFixed || row === undefined || to < 0 || to >= ids.length || from === to) return
    const order = moved(ids, from, to)
    wanted.value = order
    refocus.current = id
    said.value = `${nameOf(row)} is now number ${to + 1} of ${ids.length}.`
    if (await attempt(() => save(order))) return
    wanted.value = undefined
    said.value = `${nameOf(row)} is where it was.`
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
                event.dataTransfer?.setData('text/plain', nameOf(row))
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
                aria-current={String(id) === chosenId.value}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                onClick={() => choose({ id: String(id) })}
                onKeyDown={(event) => {
                  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
                  if (step === undefined || !event.altKey) return
                  event.preventDefault()
                  void move(id, at + step)
                }}
              >
                {cells(row)}
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
