import { signal } from '@preact/signals'

/** Whether Enter alone sends; otherwise it begins a line, and Ctrl with it sends. */
export const enterSends = signal(localStorage.getItem('enterSends') !== 'no')
enterSends.subscribe((sends) => localStorage.setItem('enterSends', sends ? 'yes' : 'no'))

/** Whether a key sends what is written. Ctrl or ⌘ with Enter does so always, Shift with it never. */
export function isSent(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.isComposing) return false
  return event.ctrlKey || event.metaKey || enterSends.value
}
