import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** A button of the bar, and what it shows above itself until Escape or a click elsewhere. */
export function Popup({
  id,
  label,
  title,
  button,
  onOpen,
  children,
}: {
  id: string
  /** What the button does, for those who don't see it all. */
  label?: string
  title: string
  button: ComponentChildren
  onOpen?(): void
  children(close: () => void): ComponentChildren
}) {
  const opener = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLElement>(null)
  const isOpen = useSignal(false)
  useEffect(() => {
    const element = box.current
    const toggled = (event: Event) => {
      isOpen.value = (event as ToggleEvent).newState === 'open'
      if (isOpen.value) onOpen?.()
    }
    element?.addEventListener('toggle', toggled)
    return () => element?.removeEventListener('toggle', toggled)
  }, [])
  useEffect(() => {
    if (!isOpen.value || !box.current || !opener.current) return
    const place = opener.current.getBoundingClientRect()
    const left = Math.max(8, Math.min(place.left, innerWidth - box.current.offsetWidth - 8))
    box.current.style.left = `${left}px`
    box.current.style.bottom = `${innerHeight - place.top + 6}px`
    box.current.querySelector<HTMLElement>('input, button')?.focus()
  }, [isOpen.value])
  return (
    <>
      <button
        ref={opener}
        type="button"
        class="quiet"
        popovertarget={id}
        aria-expanded={isOpen.value}
        aria-label={label}
      >
        {button}
      </button>
      <section ref={box} id={id} class="bar-popup" popover="auto" aria-label={title}>
        <h2>{title}</h2>
        {isOpen.value && children(() => box.current?.hidePopover())}
      </section>
    </>
  )
}

/** Shows a popup, as its button does. */
export function openPopup(id: string): void {
  document.getElementById(id)?.showPopover()
}
