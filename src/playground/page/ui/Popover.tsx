import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

export interface PopoverProps {
  readonly label: string
  /** The element that opened it; it is placed beside it. */
  readonly beside: HTMLElement
  readonly class?: string
  onClose(): void
  readonly children: ComponentChildren
}

/** A small overlay beside the element that opened it. It has the focus until Escape or a click elsewhere closes it. */
export function Popover({ label, beside, class: name = '', onClose, children }: PopoverProps) {
  const popover = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = popover
    current?.showPopover({ source: beside })
    current?.querySelector<HTMLElement>('input, button')?.focus()
    return () => current?.hidePopover()
  }, [])
  return (
    <div
      ref={popover}
      popover="auto"
      class={`popup ${name}`}
      role="dialog"
      aria-label={label}
      onToggle={(event) => {
        // The event fires late, when another popover may already be open.
        if (event.currentTarget.isConnected && event.newState === 'closed') onClose()
      }}
    >
      {children}
    </div>
  )
}
