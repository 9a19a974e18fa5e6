import { useSignal } from '@preact/signals'
import { Ellipsis, type IconNode } from 'lucide'
import { Icon } from './Icon.js'
import { Popover } from './Popover.js'

/** An item of a menu. */
export interface MenuItem {
  readonly says: string
  readonly icon: IconNode
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
        {items.map(({ says, icon, isDangerous, run }) => (
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
            <Icon of={icon} />
            {says}
          </button>
        ))}
      </div>
    </Popover>
  )
}

/** An icon that opens a menu. */
export function MenuButton({
  label,
  icon = Ellipsis,
  items,
}: Omit<MenuProps, 'beside' | 'onClose'> & { icon?: IconNode }) {
  const beside = useSignal<HTMLElement | undefined>(undefined)
  return (
    <>
      <button
        type="button"
        class="tool quiet"
        aria-label={label}
        aria-haspopup="menu"
        title={label}
        onClick={({ currentTarget }) => (beside.value = currentTarget)}
      >
        <Icon of={icon} />
      </button>
      {beside.value && (
        <Menu label={label} items={items} beside={beside.value} onClose={() => (beside.value = undefined)} />
      )}
    </>
  )
}
