import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { attempt, tell } from '../../notices.js'
import { EmojiPicker } from '../emoji/EmojiPicker.js'
import type { Emoji } from '../emoji/emojiList.js'
import type { EmojiRef } from '../state.js'
import type { CardProps } from './CardProps.js'
import { StatusSign } from './StatusSign.js'

/** Code points of a status. @see spec 4.5 */
const longest = 60

/** Sets a status: one's own, or, for administrators, that of others. */
export function StatusForm({ session, state, whose }: CardProps & { whose: 'me' | number }) {
  const userId = whose === 'me' ? state.ownId : whose
  const now = state.statuses.get(userId)
  const text = useSignal(now?.text ?? '')
  const emoji = useSignal<EmojiRef | undefined>(now?.emoji)
  const isPicking = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const left = longest - [...text.value].length
  const save = (wanted: string, sign: EmojiRef | undefined, says: string) =>
    attempt(async () => {
      await session.call('POST', `/users/${whose}/status`, {
        status_text: wanted,
        emoji_name: sign?.name ?? '',
        ...(sign && { emoji_code: sign.code, reaction_type: sign.type }),
      })
      text.value = wanted
      emoji.value = sign
      tell('done', says)
    })
  return (
    <form
      class="card-form"
      aria-label="Set the status"
      onSubmit={(event) => {
        event.preventDefault()
        void save(text.value, emoji.value, 'The status is set.')
      }}
    >
      <label for={`${id}-text`}>Status</label>
      <div class="status-fields">
        <button
          ref={button}
          type="button"
          aria-label={emoji.value ? `Emoji: ${emoji.value.name}. Choose another` : 'Choose an emoji'}
          onClick={() => {
            isPicking.value = true
          }}
        >
          {emoji.value ? <StatusSign status={{ text: '', emoji: emoji.value }} emoji={state.emoji} /> : '☺'}
        </button>
        <input
          id={`${id}-text`}
          type="text"
          autocomplete="off"
          placeholder="What are you up to?"
          aria-invalid={left < 0}
          aria-describedby={`${id}-left`}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
          }}
        />
        <button type="submit" class="main">
          Set
        </button>
        <button
          type="button"
          disabled={now === undefined}
          onClick={() => void save('', undefined, 'The status is cleared.')}
        >
          Clear
        </button>
      </div>
      <p id={`${id}-left`} class={`small ${left < 0 ? 'problem' : 'quiet-text'}`}>
        {left < 0 ? `${-left} characters too many` : `${left} characters left`}
      </p>
      {isPicking.value && (
        <EmojiPicker
          custom={[...state.emoji.values()]}
          beside={button.current ?? undefined}
          onChoose={({ name, code, type }: Emoji) => {
            emoji.value = { name, code, type }
          }}
          onClose={() => {
            isPicking.value = false
          }}
        />
      )}
    </form>
  )
}
