import { signal } from '@preact/signals'
import { shortcuts, singleKeys, useShortcuts } from '../shortcuts.js'
import { Dialog } from './Dialog.js'
import { Checkbox, Facts } from './parts.js'

const isOpen = signal(false)

/** Keys that lists and fields handle themselves. */
const inLists = [
  { key: '↑ ↓', says: 'Move through the list', group: 'Lists' },
  { key: 'Enter', says: 'Open the selection, or the menu of a message', group: 'Lists' },
  { key: '>', says: 'Quote the selected message', group: 'Lists' },
  { key: '↑', says: 'Edit your last message, in an empty field', group: 'Lists' },
  { key: 'mod+Enter', says: 'Send the edited delivery', group: 'Deliveries' },
  { key: 'Escape', says: 'Leave the field, or close what is open', group: 'Everywhere' },
]

/** The sheet of all keys that work on this screen, by group; `?` opens it. */
export function ShortcutSheet() {
  useShortcuts([
    { key: '?', says: 'Show the keyboard shortcuts', group: 'Everywhere', run: () => (isOpen.value = true) },
  ])
  if (!isOpen.value) return null
  const always = inLists.filter(({ key }) => key === 'Escape' || !shortcuts.value.some((one) => one.key === key))
  const groups = Map.groupBy([...always, ...shortcuts.value], ({ group }) => group)
  return (
    <Dialog title="Keys" onClose={() => (isOpen.value = false)}>
      <Checkbox label="Single-key shortcuts" isOn={singleKeys.value} onChange={(isOn) => (singleKeys.value = isOn)} />
      {[...groups].map(([group, those]) => (
        <section key={group} class="keys">
          <h3>{group}</h3>
          <Facts of={those.map(({ key, says }) => [<kbd>{shownKey(key)}</kbd>, says])} />
        </section>
      ))}
    </Dialog>
  )
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** A key as printed on the keyboard. */
export function shownKey(key: string): string {
  return key.replace('mod+', isMac ? '⌘' : 'Ctrl ').replace(' ', ' ')
}
