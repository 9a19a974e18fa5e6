import { useRef } from 'preact/hooks'
import { Popup } from './Popup.js'

/** One thing that a menu offers. */
export interface MenuItem {
  readonly says: string
  /** The key that does it, here and on what the menu belongs to. */
  readonly key?: string | undefined
  /** Of one of several that exclude each other. */
  readonly isChosen?: boolean | undefined
  /** A line above it. */
  readonly startsGroup?: boolean | undefined
  readonly isDangerous?: boolean | undefined
  run(): void
}

/** A menu beside what opened it. Arrows move, letters lead to what begins with them, and its keys do at once. */
export function Menu({
  label,
  items,
  beside,
  onClose,
}: {
  label: string
  items: readonly MenuItem[]
  beside: Element | undefined
  onClose(): void
}) {
  const list = useRef<HTMLDivElement>(null)
  const choose = (item: MenuItem) => {
    onClose()
    item.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    const keyed = items.find(({ key }) => key === event.key)
    const to = places[event.key]?.(at, buttons.length) ?? letterPlace(items, event.key, at)
    if (keyed !== undefined) choose(keyed)
    else if (event.key === 'Tab') onClose()
    else if (to !== undefined) buttons[to]?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Popup label={label} beside={beside} class="menu-popup" onClose={onClose}>
      <div ref={list} role="menu" aria-label={label} class="menu" tabIndex={-1} onKeyDown={onKeyDown}>
        {items.map((item, index) => (
          <button
            key={item.says}
            type="button"
            {...(item.isChosen === undefined
              ? { role: 'menuitem' }
              : { role: 'menuitemradio', 'aria-checked': item.isChosen })}
            tabIndex={-1}
            data-first={index === 0 ? '' : undefined}
            class={`${item.startsGroup ? 'starts-group' : ''} ${item.isDangerous ? 'dangerous' : ''}`}
            onClick={() => choose(item)}
          >
            <span class="menu-mark" aria-hidden="true">
              {item.isChosen ? '✓' : ''}
            </span>
            <span class="menu-says">{item.says}</span>
            {item.key && <kbd>{item.key}</kbd>}
          </button>
        ))}
      </div>
    </Popup>
  )
}

const places: Readonly<Record<string, (at: number, of: number) => number>> = {
  ArrowDown: (at, of) => (at + 1) % of,
  ArrowUp: (at, of) => (at - 1 + of) % of,
  Home: () => 0,
  End: (_, of) => of - 1,
}

function letterPlace(items: readonly MenuItem[], letter: string, at: number): number | undefined {
  if (letter.length !== 1 || letter === ' ') return undefined
  const order = items.map((_, index) => (at + 1 + index) % items.length)
  return order.find((index) => items[index]?.says.toLowerCase().startsWith(letter.toLowerCase()))
}
