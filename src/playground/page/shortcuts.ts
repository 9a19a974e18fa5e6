import { signal } from '@preact/signals'
import type { IconNode } from 'lucide'
import { useLayoutEffect } from 'preact/hooks'

/** A key and its action. */
export interface Shortcut {
  /** As in `KeyboardEvent.key`: `j`, `?`, `Escape`, or `g c` one after the other; `mod+` stands for Ctrl, or ⌘ on a Mac. */
  readonly key: string
  /** Its label in the sheet and the finder. */
  readonly says: string
  /** Its group in the sheet. */
  readonly group: string
  /** In the finder. */
  readonly icon?: IconNode
  run(): void
  /** Also works in text fields; only for `mod+` keys and Escape. */
  readonly inFields?: true
}

/** The active shortcuts; the last one for a key wins. */
export const shortcuts = signal<readonly Shortcut[]>([])

/** Whether single keys are on. Speech input or a tremor can trigger them by accident (WCAG 2.1.4). */
export const singleKeys = signal(localStorage.getItem('singleKeys') !== 'off')
singleKeys.subscribe((on) => localStorage.setItem('singleKeys', on ? 'on' : 'off'))

/** Shortcuts that work while a component is shown. */
export function useShortcuts(added: readonly Shortcut[], when: readonly unknown[] = []): void {
  // A layout effect, since a quick reader presses a key as soon as the screen appears.
  useLayoutEffect(() => {
    shortcuts.value = [...shortcuts.value, ...added]
    return () => {
      shortcuts.value = shortcuts.value.filter((one) => !added.includes(one))
    }
  }, when)
}

/** The previous key, which may be the first of a shortcut of two keys. */
let begun = { key: '', at: Number.NEGATIVE_INFINITY }
/** Milliseconds. */
const secondWithin = 1_500

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  const mod = event.ctrlKey || event.metaKey
  const pressed = mod ? `mod+${event.key.length === 1 ? event.key.toLowerCase() : event.key}` : event.key
  const found = (key: string) => shortcuts.value.findLast((one) => one.key === key)
  const isSecond = event.timeStamp - begun.at < secondWithin
  const shortcut = (isSecond ? found(`${begun.key} ${pressed}`) : undefined) ?? found(pressed)
  if (!isField(event.target)) begun = { key: pressed, at: event.timeStamp }
  const isPlain = !mod && event.key !== 'Escape'
  if (isField(event.target) && (isPlain || shortcut?.inFields !== true)) return
  if (shortcut === undefined || (isPlain && !singleKeys.value)) return
  event.preventDefault()
  shortcut.run()
})

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
