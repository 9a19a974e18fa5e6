import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useModal } from '../../ui/modal.js'

const narrow = matchMedia('(max-width: 760px)')
const isNarrow = signal(narrow.matches)
narrow.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches
  isDrawerOpen.value = false
})

/** Whether what is in the drawer is shown, where there is no room for it beside the conversations. */
export const isDrawerOpen = signal(false)

/** Beside the conversations, or in front of them where they need the room. */
export function Drawer({ children }: { children: ComponentChildren }) {
  if (!isNarrow.value) {
    return (
      <nav class="sidebar" aria-label="Conversations">
        {children}
      </nav>
    )
  }
  return (
    <div class="drawer-bar">
      <button
        type="button"
        aria-expanded={isDrawerOpen.value}
        aria-haspopup="dialog"
        onClick={() => {
          isDrawerOpen.value = true
        }}
      >
        ☰ Conversations
      </button>
      {isDrawerOpen.value && <OpenDrawer>{children}</OpenDrawer>}
    </div>
  )
}

function OpenDrawer({ children }: { children: ComponentChildren }) {
  const dialog = useModal()
  const close = () => {
    isDrawerOpen.value = false
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, by the element itself.
    <dialog
      ref={dialog}
      class="drawer"
      aria-label="Conversations"
      onClose={close}
      // Chromium fires `close` a frame after Escape, and loses a key that is pressed in between.
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) close()
      }}
    >
      <nav class="sidebar" aria-label="Conversations">
        <button type="button" class="quiet drawer-close" aria-label="Close" onClick={close}>
          ×
        </button>
        {children}
      </nav>
    </dialog>
  )
}
