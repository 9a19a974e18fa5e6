import { X } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { IconButton } from './Button.js'

/** A modal dialog. Escape, its button or a click outside closes it. */
export function Dialog(props: { title: string; onClose(): void; children: ComponentChildren; hasNoHead?: true }) {
  const { title, onClose, children, hasNoHead } = props
  const dialog = useRef<HTMLDialogElement>(null)
  // Opened before paint, so that a field in it can take the focus; closing returns the focus to where it was.
  useLayoutEffect(() => {
    const before = document.activeElement
    const shown = dialog.current
    shown?.showModal()
    // Rather than the button that closes it.
    shown?.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea, button:not([tabindex="-1"]))')?.focus()
    return () => {
      // Once it is gone: nothing outside it can have the focus before.
      queueMicrotask(() => before instanceof HTMLElement && before.focus())
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class="dialog"
      closedby="any"
      aria-label={title}
      onClose={onClose}
      // Chromium fires `close` a frame after Escape, and drops a key that is pressed in between.
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {!hasNoHead && (
        <div class="head in-a-row ends">
          <h2>{title}</h2>
          <IconButton label="Close" icon={X} onPress={onClose} />
        </div>
      )}
      <div class="dialog-body stack">{children}</div>
    </dialog>
  )
}
