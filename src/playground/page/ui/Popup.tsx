import { useSignal } from '@preact/signals'
import type { IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from './Icon.js'

export interface PopupProps {
  readonly title: string
  readonly button: ComponentChildren
  readonly icon?: IconNode
  readonly tone?: 'quiet' | 'armed' | ''
  children(close: () => void): ComponentChildren
}

/** A button with a popover. */
export function Popup({ title, button, icon, tone = 'quiet', children }: PopupProps) {
  const id = useId()
  const popup = useRef<HTMLDivElement>(null)
  const isOpen = useSignal(false)
  useLayoutEffect(() => popup.current?.querySelector<HTMLElement>('input, button')?.focus(), [isOpen.value])
  return (
    <>
      <button type="button" class={tone} popovertarget={id}>
        {icon && <Icon of={icon} />}
        {button}
      </button>
      <div
        ref={popup}
        id={id}
        popover="auto"
        class="popup popup-of-button"
        role="dialog"
        aria-label={title}
        onBeforeToggle={({ newState }) => (isOpen.value = newState === 'open')}
      >
        {isOpen.value && (
          <div class="stack">
            <h2>{title}</h2>
            {children(() => popup.current?.hidePopover())}
          </div>
        )}
      </div>
    </>
  )
}
