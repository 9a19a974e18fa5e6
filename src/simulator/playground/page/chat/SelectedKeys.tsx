import { computed, effect, untracked } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { addShortcuts } from '../shortcuts.js'
import { messageShortcuts } from './actions/messageItems.js'
import { selected } from './selected.js'

/** The keys that act on the message that has the focus, from the very moment at which one has it. */
export function SelectedKeys() {
  useEffect(() => {
    const isAny = computed(() => selected.value !== undefined)
    const keys = messageShortcuts(() => selected.peek())
    return effect(() => (isAny.value ? untracked(() => addShortcuts(keys)) : undefined))
  }, [])
  return null
}
