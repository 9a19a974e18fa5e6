import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * Something small over the page, beside what opened it. Escape, a click elsewhere or the focus leaving close it, and
 * the focus goes back to where it was.
 */
export function Popup({
  beside,
  label,
  class: name = '',
  onClose,
  children,
}: {
  beside: Element | undefined
  label: string
  class?: string
  onClose(): void
  children: ComponentChildren
}) {
  const popup = useRef<HTMLDivElement>(null)
  /** What it still hears while it goes is not about what is open by then. */
  const isGone = useRef(false)
  const close = () => {
    if (!isGone.current) onClose()
  }
  useLayoutEffect(() => {
    const { current } = popup
    if (current === null) return
    const before = document.activeElement
    current.showPopover()
    place(current, beside)
    const inner =
      current.querySelector<HTMLElement>('[data-first]') ?? current.querySelector<HTMLElement>('button, input')
    inner?.focus()
    return () => {
      isGone.current = true
      const isInside = current.contains(document.activeElement) || document.activeElement === document.body
      if (isInside && before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <div
      ref={popup}
      popover="auto"
      class={`popup ${name}`}
      role="dialog"
      aria-label={label}
      onToggle={(event) => {
        if ('newState' in event && event.newState === 'closed') close()
      }}
      onFocusOut={({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
    >
      {children}
    </div>
  )
}

/** Below what opened it, or above where there is no room; always within the window. */
function place(popup: HTMLElement, beside: Element | undefined): void {
  const { width, height } = popup.getBoundingClientRect()
  const anchor = beside?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2 - width / 2, innerHeight / 3, width, 0)
  const below = anchor.bottom + gap
  const top = below + height <= innerHeight - gap ? below : Math.max(gap, anchor.top - gap - height)
  const isAtEnd = anchor.left + width > innerWidth - gap
  popup.style.top = `${Math.min(top, Math.max(gap, innerHeight - gap - height))}px`
  popup.style.left = `${Math.max(gap, isAtEnd ? anchor.right - width : anchor.left)}px`
}

const gap = 6
