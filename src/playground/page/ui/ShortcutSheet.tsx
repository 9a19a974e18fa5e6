import { signal } from '@preact/signals'
import { shortcuts, singleKeys, useShortcuts } from '../shortcuts.js'
import { Dialog } from './Dialog.js'

const isOpen = signal(false)

/** What lists and fields hear by themselves. */
const inLists = [
  { key: '↑ ↓', says: 'Go through the list', group: 'Lists' },
  { key: 'Enter', says: 'Open what is chosen, or the menu of a message', group: 'Lists' },
  { key: 'Escape', says: 'Leave the field, or close what is open', group: 'Everywhere' },
]

/** Every key that does something here, by subject; `?` shows it. */
export function ShortcutSheet() {
  useShortcuts([{ key: '?', says: 'Show the keys', group: 'Everywhere', run: () => (isOpen.value = true) }])
  if (!isOpen.value) return null
  const groups = Map.groupBy([...inLists, ...shortcuts.value], ({ group }) => group)
  return (
    <Dialog title="Keys" onClose={() => (isOpen.value = false)}>
      <label>
        <input
          type="checkbox"
          checked={singleKeys.value}
          onChange={({ currentTarget }) => (singleKeys.value = currentTarget.checked)}
        />{' '}
        Single keys do something
      </label>
      {[...groups].map(([group, those]) => (
        <section key={group}>
          <h3>{group}</h3>
          <dl class="facts">
            {those.map(({ key, says }) => (
              <div key={`${key} ${says}`}>
                <dt>
                  <kbd>{shownKey(key)}</kbd>
                </dt>
                <dd>{says}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** As it stands on the keyboard. */
export function shownKey(key: string): string {
  return key.replace('mod+', isMac ? '⌘' : 'Ctrl ').replace(' ', ' ')
}
