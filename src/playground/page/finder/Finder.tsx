import { signal, useSignal } from '@preact/signals'
import { Bot, Hash, type IconNode, MessageSquare, Terminal, User, Users, Webhook } from 'lucide'
import { useAnswer } from '../liveAnswers.js'
import { useShortcuts } from '../shortcuts.js'
import { Dialog, Icon } from '../ui/index.js'
import { type FoundItem, findable, foundMessages, matching, parted, recently, remember } from './findable.js'

const isOpen = signal(false)

/** Opens the finder, as `Ctrl/⌘-K` does. */
export const openFinder = () => {
  isOpen.value = true
}

/** Finds conversations, people, bots, deliveries, messages and commands by some of their letters. */
export function Finder({ commands }: { commands: readonly FoundItem[] }) {
  useShortcuts([
    { key: 'mod+k', says: 'Find anything, or run a command', group: 'Everywhere', inFields: true, run: openFinder },
  ])
  return isOpen.value ? <Open commands={commands} /> : null
}

const icons: Readonly<Record<string, IconNode>> = {
  Channels: Hash,
  'Direct messages': Users,
  Bots: Bot,
  People: User,
  Deliveries: Webhook,
  Messages: MessageSquare,
}
const most = 40
const searchesAfter = 200

function Open({ commands }: { commands: readonly FoundItem[] }) {
  const typed = useSignal('')
  const at = useSignal(0)
  const text = typed.value.trim()
  const messages = useAnswer(text, () => foundMessages(text), { pause: searchesAfter })?.value ?? []
  const all = findable(commands)
  const recent = text === '' ? recently(all) : []
  const matches = matching(all, text).filter(
    (one) => !recent.some(({ title, run }) => title === one.title && run === one.run),
  )
  const found = [...recent, ...matches.slice(0, most)].concat(messages)
  // Groups in the order of their best match.
  const groups = [...Map.groupBy(found, ({ group }) => group)]
  const inOrder = groups.flatMap(([, those]) => those)
  const close = () => (isOpen.value = false)
  const run = (one: FoundItem | undefined) => {
    if (one === undefined) return
    close()
    remember(one)
    one.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Enter') run(inOrder[at.value])
    else if (step !== 0) at.value = (at.value + step + inOrder.length) % Math.max(1, inOrder.length)
    else return
    event.preventDefault()
    document.getElementById(`found-${at.value}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Dialog title="Find anything, or run a command" onClose={close} hasNoHead>
      <input
        autofocus
        class="palette-field"
        type="text"
        role="combobox"
        aria-label="What to find or do"
        aria-expanded="true"
        aria-controls="found"
        aria-activedescendant={inOrder.length > 0 ? `found-${at.value}` : undefined}
        autocomplete="off"
        placeholder="A conversation, person, bot, delivery, message or command"
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value
          at.value = 0
        }}
        onKeyDown={onKeyDown}
      />
      <div id="found" class="palette" role="listbox" aria-label="Found">
        {groups.map(([group, those]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a list.
          <div key={group} role="group" aria-label={group}>
            <p class="group-name small quiet-text" aria-hidden="true">
              {group}
            </p>
            {those.map((one) => {
              const index = inOrder.indexOf(one)
              return (
                // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and says which one is active.
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys.
                <div
                  key={index}
                  id={`found-${index}`}
                  role="option"
                  aria-selected={index === at.value}
                  onClick={() => run(one)}
                >
                  <Icon of={one.icon ?? icons[one.group] ?? Terminal} />
                  <span class="grow">
                    {parted(one.title, text).map((part, side) =>
                      side % 2 === 1 ? <mark key={side}>{part}</mark> : part,
                    )}
                  </span>
                  <span class="quiet-text small">{one.detail}</span>
                </div>
              )
            })}
          </div>
        ))}
        {found.length === 0 && <p class="empty">Nothing found.</p>}
        {matches.length > most && (
          <p class="group-name small quiet-text">And {matches.length - most} more: type more of it.</p>
        )}
      </div>
    </Dialog>
  )
}
