import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { choice, choose } from '../address.js'
import { attempt } from '../notices.js'

export interface OrderProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  /** While a search leaves some out, they stay where they are. */
  readonly isFixed: boolean
  idOf(row: Row): number
  nameOf(row: Row): string
  children(row: Row): ComponentChildren
  /** Gets the IDs of all in their new order. */
  onOrder(ids: readonly number[]): Promise<unknown>
}

const chosenId = choice('id')

/** Rows whose order counts: they are moved with buttons, or with Alt and the arrows, and it is said where they are. */
export function OrderList<Row>({ label, rows, isFixed, idOf, nameOf, children, onOrder }: OrderProps<Row>) {
  const list = useRef<HTMLOListElement>(null)
  const said = useSignal('')
  const moved = useRef<number | undefined>(undefined)
  // A row that is put elsewhere in the page loses the focus.
  useEffect(() => {
    list.current?.querySelector<HTMLElement>(`[data-id="${moved.current}"] .wide-button`)?.focus()
    moved.current = undefined
  }, [rows.map(idOf).join()])

  const move = async (row: Row, from: number, to: number) => {
    if (isFixed || to < 0 || to >= rows.length) return
    const ids = rows.map(idOf)
    const order = ids.toSpliced(from, 1).toSpliced(to, 0, idOf(row))
    moved.current = idOf(row)
    const isDone = await attempt(async () => {
      await onOrder(order)
      return true
    })
    if (isDone) said.value = `${nameOf(row)} is now number ${to + 1} of ${rows.length}.`
  }

  return (
    <>
      <ol ref={list} class="lined" aria-label={label}>
        {rows.map((row, at) => (
          <li key={idOf(row)} data-id={idOf(row)}>
            <button
              type="button"
              class="wide-button"
              aria-current={String(idOf(row)) === chosenId.value}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              onClick={() => choose({ id: String(idOf(row)) })}
              onKeyDown={(event) => {
                const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
                if (step === undefined || !event.altKey) return
                event.preventDefault()
                void move(row, at, at + step)
              }}
            >
              {children(row)}
            </button>
            {!isFixed && (
              <button
                type="button"
                class="quiet"
                aria-label={`Move ${nameOf(row)} up`}
                disabled={at === 0}
                onClick={() => void move(row, at, at - 1)}
              >
                ↑
              </button>
            )}
          </li>
        ))}
      </ol>
      <p class="unseen" role="status">
        {said.value}
      </p>
    </>
  )
}
