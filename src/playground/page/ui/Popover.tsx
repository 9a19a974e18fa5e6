import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

export interface PopoverProps {
  readonly label: string
  /** What opened it, beside which it stands. */
  readonly beside: HTMLElement
  readonly class?: string
  onClose(): void
  readonly children: ComponentChildren
}

/** Something small over the page, beside what opened it. Escape and a click elsewhere close it, and it has the focus meanwhile. */
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
        // Told a while after it: meanwhile another may be there.
        if (event.currentTarget.isConnected && event.newState === 'closed') onClose()
      }}
    >
      {children}
    </div>
  )
}
