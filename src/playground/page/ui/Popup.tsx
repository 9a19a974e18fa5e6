import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

export interface PopupProps {
  readonly title: string
  readonly button: ComponentChildren
  readonly tone?: 'quiet' | 'armed' | ''
  children(close: () => void): ComponentChildren
}

/** A button with a popover. */
export function Popup({ title, button, tone = 'quiet', children }: PopupProps) {
  const id = useId()
  const popup = useRef<HTMLDivElement>(null)
  const isOpen = useSignal(false)
  useLayoutEffect(() => popup.current?.querySelector<HTMLElement>('input, button')?.focus(), [isOpen.value])
  return (
    <>
      <button type="button" class={tone} popovertarget={id}>
        {button}
      </button>
      <div
        ref={popup}
        id={id}
        popover="auto"
        class="popup bar-popup"
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
