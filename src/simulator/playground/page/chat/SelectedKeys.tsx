import { useComputed } from '@preact/signals'
import { useShortcuts } from '../shortcuts.js'
import { messageShortcuts } from './actions/messageItems.js'
import { selected } from './selected.js'

/** The keys that act on the message that has the focus, while one has it. */
export function SelectedKeys() {
  const isAny = useComputed(() => selected.value !== undefined).value
  return isAny ? <Keys /> : null
}

function Keys() {
  useShortcuts(messageShortcuts(() => selected.peek()))
  return null
}
