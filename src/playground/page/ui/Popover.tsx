import { autoUpdate, computePosition, flip, offset, shift, size } from '@floating-ui/dom'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

export interface PopoverProps {
  readonly label: string
  /** What opened it, beside which it stands. */
  readonly beside: Element
  readonly class?: string
  onClose(): void
  readonly children: ComponentChildren
}

/**
 * Something small over the page, beside what opened it. Escape and a click elsewhere close it; the focus goes to its first
 * field or button, and back to where it was.
 */
export function Popover({ label, beside, class: name = '', onClose, children }: PopoverProps) {
  const popover = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = popover
    if (current === null) return
    const before = document.activeElement
    current.showPopover()
    const middleware = [
      offset(6),
      flip({ padding: 6 }),
      shift({ padding: 6 }),
      size({
        padding: 6,
        apply: ({ availableHeight }) => {
          current.style.maxHeight = `${Math.max(120, availableHeight)}px`
        },
      }),
    ]
    const stop = autoUpdate(beside, current, async () => {
      const place = await computePosition(beside, current, { strategy: 'fixed', placement: 'bottom-start', middleware })
      Object.assign(current.style, { left: `${place.x}px`, top: `${place.y}px` })
    })
    current.querySelector<HTMLElement>('input, button')?.focus()
    return () => {
      stop()
      const isInside = current.contains(document.activeElement) || document.activeElement === document.body
      if (isInside && before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <div
      ref={popover}
      popover="auto"
      class={`popup ${name}`}
      role="dialog"
      aria-label={label}
      onToggle={(event) => {
        if ('newState' in event && event.newState === 'closed') onClose()
      }}
    >
      {children}
    </div>
  )
}
