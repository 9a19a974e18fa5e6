import { useComputed, useSignalEffect } from '@preact/signals'
import { addShortcuts } from '../shortcuts.js'
import { messageShortcuts } from './actions/messageItems.js'
import { selected } from './selected.js'

/** The keys that act on the message that has the focus, from the moment on at which one has it. */
export function SelectedKeys() {
  const isAny = useComputed(() => selected.value !== undefined)
  useSignalEffect(() => (isAny.value ? addShortcuts(messageShortcuts(() => selected.peek())) : undefined))
  return null
}
