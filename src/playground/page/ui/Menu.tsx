import { useSignal } from '@preact/signals'
import { Ellipsis, type IconNode } from 'lucide'
import { Button, IconButton } from './Button.js'
import { moveFocus } from './moveFocus.js'
import { Popover } from './Popover.js'

/** An item of a menu. */
export interface MenuItem {
  readonly says: string
  readonly icon: IconNode
  readonly isDangerous?: boolean
  /** Gets the button that opened the menu. */
  run(beside: HTMLElement): unknown
}

interface MenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly beside: HTMLElement
  onClose(): void
}

/** A menu beside the element that opened it, with arrow keys. */
function Menu({ label, items, beside, onClose }: MenuProps) {
  const { length } = items
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    moveFocus(event, [...event.currentTarget.querySelectorAll('button')], (at) => ({
      ArrowDown: (at + 1) % length,
      ArrowUp: (at - 1 + length) % length,
    }))
  }
  return (
    <Popover label={label} beside={beside} onClose={onClose}>
      <div role="menu" aria-label={label} class="menu" tabIndex={-1} onKeyDown={onKeyDown}>
        {items.map(({ says, icon, isDangerous, run }) => (
          <Button
            key={says}
            says={says}
            icon={icon}
            role="menuitem"
            class={isDangerous ? 'quiet bad-text' : 'quiet'}
            onPress={() => {
              onClose()
              run(beside)
            }}
          />
        ))}
      </div>
    </Popover>
  )
}

/** An icon that opens a menu. */
export function MenuButton({ tabIndex, ...menu }: Pick<MenuProps, 'label' | 'items'> & { readonly tabIndex?: number }) {
  const beside = useSignal<HTMLElement | undefined>(undefined)
  return (
    <>
      <IconButton
        label={menu.label}
        icon={Ellipsis}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        onPress={({ currentTarget }) => (beside.value = currentTarget)}
      />
      {beside.value && <Menu {...menu} beside={beside.value} onClose={() => (beside.value = undefined)} />}
    </>
  )
}
