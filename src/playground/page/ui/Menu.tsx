import { Popover } from './Popover.js'

/** An item of a menu. */
export interface MenuItem {
  readonly says: string
  readonly isDangerous?: boolean
  run(): unknown
}

export interface MenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly beside: HTMLElement
  onClose(): void
}

/** A menu beside the element that opened it, with arrow keys. */
export function Menu({ label, items, beside, onClose }: MenuProps) {
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const all = [...event.currentTarget.querySelectorAll('button')]
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    all[(at + step + all.length) % all.length]?.focus()
  }
  return (
    <Popover label={label} beside={beside} onClose={onClose}>
      <div role="menu" aria-label={label} class="menu" tabIndex={-1} onKeyDown={onKeyDown}>
        {items.map(({ says, isDangerous, run }) => (
          <button
            key={says}
            type="button"
            role="menuitem"
            class={isDangerous ? 'quiet bad-text' : 'quiet'}
            onClick={() => {
              onClose()
              run()
            }}
          >
            {says}
          </button>
        ))}
      </div>
    </Popover>
  )
}
