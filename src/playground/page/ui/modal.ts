import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** An element that is in front of the page while it is shown; whatever had the focus before has it again afterwards. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  // At once, so that whoever opened it can go to its field.
  useLayoutEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return dialog
}
