import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Something in front of the page, until it is closed: with Escape, its button, or a click beside it. */
export function Dialog({ title, onClose, children }: { title: string; onClose(): void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null)
  // At once, so that whoever opened it can go to its field; whatever had the focus before has it again afterwards.
  useLayoutEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class="dialog"
      closedby="any"
      aria-label={title}
      onClose={onClose}
      // Chromium fires `close` a frame after Escape, and loses a key that is pressed in between.
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div class="head in-a-row ends">
        <h2>{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </div>
      <div class="dialog-body">{children}</div>
    </dialog>
  )
}
