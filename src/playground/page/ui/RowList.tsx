import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'

export interface Column<Row> {
  readonly title: string
  /** As in `grid-template-columns`. */
  readonly width: string
  cell(row: Row): ComponentChildren
}

export interface RowListProps<Row> {
  /** The list's label for screen readers. */
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  idOf(row: Row): string
  /** The ID of the selected row; `''` for none. */
  readonly chosen: string
  onChoose(id: string): void
  /** Called instead while the keys move from row to row. */
  onMove?(id: string): void
  /** Called on Enter or a double click on the selected row. */
  onOpen?(id: string): void
  /** Shown instead of rows if there are none. */
  readonly empty: ComponentChildren
  /** For lists that aren't sorted by time: starts at the top and doesn't follow new rows. */
  readonly startsAtTop?: boolean
}

/** Height of every row, in pixels. Equal heights let the list draw visible rows only. */
const height = matchMedia('(pointer: coarse)').matches ? 40 : 28
/** The column titles, which stay in sight, are as high. */
const headHeight = height
/** How many rows are drawn above and below those in sight. */
const spare = 10

/**
 * A list with columns and a selected row, chosen with the arrows, `j` and `k`, Home and End, or a click. Only visible
 * rows are drawn, so that any number is fast. It follows the last row, the newest, until the reader scrolls up.
 */
export function RowList<Row>(props: RowListProps<Row>) {
  const { label, rows, columns, idOf, chosen, onChoose, onMove = onChoose, onOpen, empty, startsAtTop = false } = props
  const box = useRef<HTMLDivElement>(null)
  const top = useSignal(0)
  const seen = useSignal(30)
  const follows = useRef(!startsAtTop)
  // Memoised, since there can be 100,000 rows.
  const at = useMemo(() => (chosen === '' ? -1 : rows.findIndex((row) => idOf(row) === chosen)), [rows, chosen])

  useLayoutEffect(() => {
    if (box.current && follows.current) box.current.scrollTop = box.current.scrollHeight
  })
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => {
      seen.value = Math.ceil((entry?.contentRect.height ?? 900) / height)
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])

  const show = (index: number) => {
    const list = box.current
    if (!list) return
    if (index * height < list.scrollTop) list.scrollTop = index * height
    else if (headHeight + (index + 1) * height > list.scrollTop + list.clientHeight) {
      list.scrollTop = headHeight + (index + 1) * height - list.clientHeight
    }
  }
  // A row can be selected by a link or on another screen: scroll it into view.
  useLayoutEffect(() => {
    if (at < 0) return
    follows.current = !startsAtTop && at >= rows.length - 1
    show(at)
  }, [chosen, at >= 0])
  const go = (index: number, choose = onChoose) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (row === undefined) return
    follows.current = !startsAtTop && index >= rows.length - 1
    choose(idOf(row))
    show(index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = (index: number) => go(index, chosen === '' ? onChoose : onMove)
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(at + 1),
      j: () => move(at + 1),
      ArrowUp: () => move(at < 0 ? rows.length - 1 : at - 1),
      k: () => move(at < 0 ? rows.length - 1 : at - 1),
      Home: () => move(0),
      End: () => move(rows.length - 1),
      PageDown: () => move(at + seen.value - 1),
      PageUp: () => move(Math.max(0, at - seen.value + 1)),
      Enter: () => chosen !== '' && onOpen?.(chosen),
    }
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    step()
  }

  const first = Math.max(0, Math.floor(top.value / height) - spare)
  const inSight = rows.slice(first, first + seen.value + 2 * spare)
  const grid = { gridTemplateColumns: columns.map(({ width }) => width).join(' ') }
  return (
    <div class="row-list tall grow">
      {rows.length === 0 && <div class="empty">{empty}</div>}
      <div
        ref={box}
        class="row-list-body"
        role="listbox"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={at >= first && at < first + inSight.length ? `row-${label}-${chosen}` : undefined}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) => {
          top.value = currentTarget.scrollTop
          const isAtEnd = currentTarget.scrollTop + currentTarget.clientHeight >= currentTarget.scrollHeight - 4
          follows.current = !startsAtTop && isAtEnd
        }}
      >
        <div class="row-list-head small quiet-text" style={grid} aria-hidden="true">
          {columns.map(({ title }) => (
            <span key={title}>{title}</span>
          ))}
        </div>
        <div role="presentation" style={{ height: `${rows.length * height}px`, position: 'relative' }}>
          {inSight.map((row, index) => {
            const id = idOf(row)
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and says which row is active.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list hears the keys.
              <div
                key={id}
                id={`row-${label}-${id}`}
                class="row-list-row"
                role="option"
                aria-selected={id === chosen}
                aria-setsize={rows.length}
                aria-posinset={first + index + 1}
                style={{ ...grid, transform: `translateY(${(first + index) * height}px)`, height: `${height}px` }}
                onClick={() => go(first + index)}
                onDblClick={() => onOpen?.(id)}
              >
                {columns.map(({ title, cell }) => (
                  <span key={title}>{cell(row)}</span>
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
