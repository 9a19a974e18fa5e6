import { signal, useSignal } from '@preact/signals'
import { type Command, commandSources } from '../commands.js'
import { shortcuts, useShortcuts } from '../shortcuts.js'
import { Dialog } from './Dialog.js'

const isOpen = signal(false)

/** Opens the palette, as `Ctrl/⌘-K` does. */
export const openPalette = () => {
  isOpen.value = true
}

/** Everything that can be done here, found by typing some letters of it. */
export function Palette() {
  useShortcuts([{ key: 'mod+k', says: 'Do anything', group: 'Everywhere', inFields: true, run: openPalette }])
  return isOpen.value ? <Open /> : null
}

const most = 50

function Open() {
  const typed = useSignal('')
  const at = useSignal(0)
  const found = commands()
    .flatMap((command) => {
      const rank = rankOf(typed.value, `${command.title} ${command.group}`)
      return rank === undefined ? [] : [{ command, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ command }) => command)
  const close = () => (isOpen.value = false)
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    close()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Enter') run(found[at.value])
    else if (step !== 0) at.value = (at.value + step + found.length) % Math.max(1, found.length)
    else return
    event.preventDefault()
  }
  return (
    <Dialog title="Do anything" onClose={close}>
      <input
        autofocus
        class="palette-field"
        type="text"
        role="combobox"
        aria-label="What to do"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found.length > 0 ? `palette-${at.value}` : undefined}
        autocomplete="off"
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value
          at.value = 0
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" class="palette" role="listbox" aria-label="What can be done">
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and says which one is active.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys.
          <div
            key={`${command.group} ${command.title}`}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === at.value}
            onClick={() => run(command)}
          >
            {command.title} <span class="quiet-text small">{command.group}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="quiet-text">Nothing here is called that.</p>}
    </Dialog>
  )
}

function commands(): readonly Command[] {
  const keyed = shortcuts.value.map(({ says, group, run }) => ({ title: says, group, run }))
  return [...keyed, ...commandSources.value.flatMap((source) => source())]
}

/** How far apart the letters stand in a title, lower being better; undefined where they are not all there in order. */
function rankOf(typed: string, title: string): number | undefined {
  const text = title.toLowerCase()
  const whole = text.indexOf(typed.trim().toLowerCase())
  if (whole >= 0) return whole
  let rank = 100
  let at = -1
  for (const letter of typed.toLowerCase().replaceAll(' ', '')) {
    const next = text.indexOf(letter, at + 1)
    if (next < 0) return undefined
    rank += next - at
    at = next
  }
  return rank
}
