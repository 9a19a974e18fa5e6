import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Popup } from '../actions/Popup.js'
import { EmojiSign } from './EmojiSign.js'
import { type CustomEmoji, type Emoji, emojiKey, emojiList, searchEmoji } from './emojiList.js'
import { askForEmoji, noteUsed, recentEmoji, unicodeEmoji } from './known.js'

/** Emoji to choose from, found by their names: those used last first. Shift keeps it open for another one. */
export function EmojiPicker({
  custom,
  beside,
  onChoose,
  onClose,
}: {
  custom: readonly CustomEmoji[]
  beside: Element | undefined
  onChoose(emoji: Emoji): void
  onClose(): void
}) {
  const typed = useSignal('')
  const at = useSignal(0)
  const grid = useRef<HTMLDivElement>(null)
  // What is used while it is open must not move what the pointer is over.
  const recent = useRef(recentEmoji.peek()).current
  useEffect(() => void askForEmoji(), [])
  const all = emojiList(unicodeEmoji.value, custom)
  const found = searchEmoji(all, typed.value, recent)
  const active = found[at.value]
  const choose = (emoji: Emoji | undefined, staysOpen: boolean) => {
    if (emoji === undefined) return
    noteUsed(emoji)
    if (!staysOpen) onClose()
    onChoose(emoji)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isInWord = typed.value !== '' && /^Arrow(Left|Right)$/.test(event.key)
    const step = isInWord ? undefined : steps[event.key]
    if (event.key === 'Enter') choose(active, event.shiftKey)
    else if (step !== undefined) at.value = Math.max(0, Math.min(found.length - 1, at.value + step))
    else return
    event.preventDefault()
    grid.current?.children[at.value]?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Popup label="Choose an emoji" beside={beside} class="emoji-picker" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label="Find an emoji"
        aria-expanded="true"
        aria-controls="emoji-grid"
        aria-activedescendant={active && 'emoji-active'}
        autocomplete="off"
        spellcheck={false}
        placeholder="Find an emoji"
        data-first=""
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value
          at.value = 0
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={grid} id="emoji-grid" class="emoji-grid" role="listbox" aria-label="Emoji">
        {found.map((emoji, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and says which one is active.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys.
          <div
            key={emojiKey(emoji)}
            id={index === at.value ? 'emoji-active' : undefined}
            role="option"
            aria-selected={index === at.value}
            aria-label={emoji.name.replaceAll('_', ' ')}
            title={emoji.names.map((name) => `:${name}:`).join(' ')}
            onMouseDown={(event) => event.preventDefault()}
            onMouseEnter={() => {
              at.value = index
            }}
            onClick={(event) => choose(emoji, event.shiftKey)}
          >
            <EmojiSign emoji={emoji} />
          </div>
        ))}
      </div>
      <p class="emoji-name small quiet-text">
        {active ? active.names.map((name) => `:${name}:`).join(' ') : 'No emoji is called that.'}
      </p>
    </Popup>
  )
}

const perRow = 8
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perRow, ArrowUp: -perRow }
