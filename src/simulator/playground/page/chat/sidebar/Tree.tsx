import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Row } from './rows.js'

export interface TreeProps {
  readonly label: string
  readonly rows: readonly Row[]
  /** The key of the line that the keyboard is at. */
  readonly at: Signal<string>
  /** Whether what a line leads to is being read. */
  isShown(row: Row): boolean
  draw(row: Row, onDetails: () => void): ComponentChildren
  /** All that a line says, in words. */
  words(row: Row): string
  /** Enter or a click; with Ctrl or ⌘, beside what is there. */
  onOpen(row: Row, beside: boolean): void
  /** Opens or closes what is under a line. */
  onTurn(row: Row, open: boolean): void
  /** `i`, the key for menus, or the second button of the mouse. */
  onDetails(row: Row, beside: Element | undefined): void
}

/** Lines above and below those in sight that are drawn too. */
const spare = 8

/**
 * Lines that have others under them, as a tree: the arrows go along and open and close, Enter opens. Only lines in
 * sight are drawn, so that thousands are as quick as ten.
 */
export function Tree({ label, rows, at, isShown, draw, words, onOpen, onTurn, onDetails }: TreeProps) {
  const box = useRef<HTMLDivElement>(null)
  const top = useSignal(0)
  const tall = useSignal(900)
  const height = useSignal(28)
  const index = rows.findIndex(({ key }) => key === at.value)
  const hasKeyboard = useRef(false)

  useEffect(() => {
    const list = box.current
    if (!list) return
    const observer = new ResizeObserver(() => {
      tall.value = list.clientHeight
      height.value = Number.parseFloat(getComputedStyle(list).getPropertyValue('--row')) || 28
    })
    observer.observe(list)
    return () => observer.disconnect()
  }, [])

  const bringInSight = (to: number) => {
    const list = box.current
    if (!list || to < 0) return
    const start = to * height.value
    if (start < list.scrollTop) list.scrollTop = start
    else if (start + height.value > list.scrollTop + list.clientHeight) {
      list.scrollTop = start + height.value - list.clientHeight
    }
    top.value = list.scrollTop
  }
  // What opens above the line that the keyboard is at must not carry it away.
  useLayoutEffect(() => {
    if (hasKeyboard.current) bringInSight(index)
  }, [index])

  const go = (to: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (row) at.value = row.key
  }
  const details = (row: Row) => onDetails(row, document.getElementById(idOf(row)) ?? undefined)
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[index]
    const isMod = event.ctrlKey || event.metaKey
    if (event.altKey || (isMod && event.key !== 'Enter')) return
    const page = Math.max(1, Math.floor(tall.value / height.value) - 1)
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(index + 1),
      ArrowUp: () => go(index - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      PageDown: () => go(index + page),
      PageUp: () => go(index - page),
      ArrowRight: () => (row?.isOpen === false ? onTurn(row, true) : row?.isOpen && go(index + 1)),
      ArrowLeft: () => (row?.isOpen ? onTurn(row, false) : go(parentOf(rows, index))),
      Enter: () => row && onOpen(row, isMod),
      ' ': () => row?.isOpen !== undefined && onTurn(row, !row.isOpen),
      i: () => row && details(row),
      ContextMenu: () => row && details(row),
      F10: () => event.shiftKey && row && details(row),
    }
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    hasKeyboard.current = true
    step()
  }

  const first = Math.max(0, Math.floor(top.value / height.value) - spare)
  const inSight = rows.slice(first, first + Math.ceil(tall.value / height.value) + 2 * spare)
  const active = rows[index]
  return (
    <div
      ref={box}
      class="tree"
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={active && inSight.includes(active) ? idOf(active) : undefined}
      onFocus={() => {
        if (!rows.some(({ key }) => key === at.peek())) go(Math.max(0, rows.findIndex(isShown)))
      }}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => {
        top.value = currentTarget.scrollTop
      }}
    >
      <div role="presentation" class="tree-all" style={{ height: `${rows.length * height.value}px` }}>
        {inSight.map((row, place) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and says which line is active.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys.
          <div
            key={row.key}
            id={idOf(row)}
            class={`tree-row row-${row.kind}`}
            role="treeitem"
            aria-level={row.level}
            aria-setsize={row.of}
            aria-posinset={row.at}
            aria-expanded={row.isOpen}
            aria-selected={row === active}
            aria-current={isShown(row) ? 'true' : undefined}
            style={{ transform: `translateY(${(first + place) * height.value}px)` }}
            onClick={(event) => {
              hasKeyboard.current = false
              at.value = row.key
              onOpen(row, event.ctrlKey || event.metaKey)
            }}
            onContextMenu={(event) => {
              event.preventDefault()
              at.value = row.key
              details(row)
            }}
          >
            <span class="unseen">{words(row)}</span>
            <span class="tree-line" aria-hidden="true">
              {draw(row, () => details(row))}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

function parentOf(rows: readonly Row[], index: number): number {
  const level = rows[index]?.level ?? 1
  return rows.findLastIndex((row, at) => at < index && row.level < level)
}

/** Keys have spaces, which IDs that others refer to cannot have. */
function idOf({ key }: Row): string {
  return `line-${key.replaceAll(/\s/g, '_')}`
}
