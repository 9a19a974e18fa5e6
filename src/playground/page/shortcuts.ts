import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'

/** A key, and what it does. */
export interface Shortcut {
  /** As `KeyboardEvent.key` has it, such as `j`, `?` or `Escape`; with `mod+` for Ctrl, or ⌘ on a Mac. */
  readonly key: string
  /** What it does, for the sheet of shortcuts and the palette. */
  readonly says: string
  /** Under what it stands in the sheet. */
  readonly group: string
  run(): void
  /** Works in a text field too, as only keys with `mod+` and Escape should. */
  readonly inFields?: true
}

/** All that work now; of several for one key, the last one does. */
export const shortcuts = signal<readonly Shortcut[]>([])

/** Whether single keys do anything: whoever speaks to a computer, or trembles, switches them off (WCAG 2.1.4). */
export const singleKeys = signal(localStorage.getItem('singleKeys') !== 'off')
singleKeys.subscribe((on) => localStorage.setItem('singleKeys', on ? 'on' : 'off'))

/** Shortcuts that work while a component is shown. */
export function useShortcuts(added: readonly Shortcut[], when: readonly unknown[] = []): void {
  // Whoever is quick presses a key as soon as there is something to see.
  useLayoutEffect(() => {
    shortcuts.value = [...shortcuts.value, ...added]
    return () => {
      shortcuts.value = shortcuts.value.filter((one) => !added.includes(one))
    }
  }, when)
}

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  const mod = event.ctrlKey || event.metaKey
  const pressed = mod ? `mod+${event.key.length === 1 ? event.key.toLowerCase() : event.key}` : event.key
  const shortcut = shortcuts.value.findLast(({ key }) => key === pressed)
  const isPlain = !mod && event.key !== 'Escape'
  if (isField(event.target) && (isPlain || shortcut?.inFields !== true)) return
  if (shortcut === undefined || (isPlain && !singleKeys.value)) return
  event.preventDefault()
  shortcut.run()
})

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
