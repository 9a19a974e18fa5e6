import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Popover } from './Popover.js'

export interface PopupProps {
  readonly title: string
  readonly button: ComponentChildren
  /** How the button looks (default: quiet). */
  readonly tone?: 'armed' | ''
  children(close: () => void): ComponentChildren
}

/** A button, and what it shows beside itself until Escape or a click elsewhere. */
export function Popup({ title, button, tone, children }: PopupProps) {
  const beside = useSignal<HTMLElement | undefined>(undefined)
  // A click elsewhere closes it, also one on the button.
  const wasOpen = useRef(false)
  const close = () => (beside.value = undefined)
  return (
    <>
      <button
        type="button"
        class={tone ?? 'quiet'}
        aria-expanded={beside.value !== undefined}
        onPointerDown={() => (wasOpen.current = beside.value !== undefined)}
        onClick={({ currentTarget }) => {
          if (!wasOpen.current) {
            beside.value = currentTarget
          }
          wasOpen.current = false
        }}
      >
        {button}
      </button>
      {beside.value && (
        <Popover label={title} beside={beside.value} class="bar-popup" onClose={close}>
          <div class="stack">
            <h2>{title}</h2>
            {children(close)}
          </div>
        </Popover>
      )}
    </>
  )
}
