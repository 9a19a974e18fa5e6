import { useSignal } from '@preact/signals'
import type { CustomEmoji } from '../../../../protocol/index.js'
import { Button, Popover } from '../../ui/index.js'
import { EmojiSign } from './EmojiSign.js'
import { type Emoji, emojiList, searchEmoji } from './emojiList.js'
import { unicodeEmoji } from './unicode.js'

interface EmojiPickerProps {
  readonly custom: readonly CustomEmoji[]
  readonly beside: HTMLElement
  onChoose(emoji: Emoji): void
  onClose(): void
}

/** An emoji picker, searched by name; Enter picks the first. */
export function EmojiPicker({ custom, beside, onChoose, onClose }: EmojiPickerProps) {
  const typed = useSignal('')
  const found = searchEmoji(emojiList(unicodeEmoji.value, custom), typed.value, 200)
  const choose = (emoji: Emoji | undefined) => {
    if (emoji === undefined) return
    onClose()
    onChoose(emoji)
  }
  return (
    <Popover label="Choose an emoji" beside={beside} class="emoji-picker" onClose={onClose}>
      <input
        type="text"
        aria-label="Find an emoji"
        autocomplete="off"
        spellcheck={false}
        placeholder="Find an emoji"
        value={typed.value}
        onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          choose(found[0])
        }}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no grid in every browser. */}
      <div class="emoji-grid" role="group" aria-label="Emoji">
        {found.map((emoji) => (
          <Button
            key={`${emoji.type} ${emoji.code}`}
            says={<EmojiSign emoji={emoji} />}
            class="quiet"
            aria-label={emoji.name.replaceAll('_', ' ')}
            title={emoji.names.map((name) => `:${name}:`).join(' ')}
            onPress={() => choose(emoji)}
          />
        ))}
      </div>
      {found.length === 0 && <p class="small quiet-text">No emoji found.</p>}
    </Popover>
  )
}
