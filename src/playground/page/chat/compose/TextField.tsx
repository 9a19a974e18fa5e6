import { type Signal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { tell } from '../../notices.js'
import { organisation } from '../../organisation.js'
import { emojiList } from '../emoji/emojiList.js'
import { unicodeEmoji } from '../emoji/unicode.js'
import type { ChatState } from '../state.js'
import { type Candidate, candidatesFor, type Known } from './candidates.js'
import { type Completing, completingAt } from './completing.js'

export interface TextFieldProps {
  readonly text: Signal<string>
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly state: ChatState
  readonly label: string
  readonly isForChannel: boolean
  readonly describedBy?: string | undefined
  onSend(): void
  onEscape?(): void
  onFiles?(files: readonly File[]): void
  /** Called for the key in an empty field. */
  onUp?(): void
}

/** A growing text field with completion. Enter sends, Shift+Enter starts a new line. */
export function TextField(props: TextFieldProps) {
  const { text, field, state, label, isForChannel, describedBy, onSend, onEscape, onFiles, onUp } = props
  const completing = useSignal<Completing | undefined>(undefined)
  const active = useSignal(0)
  const list = useRef<HTMLDivElement>(null)
  const candidates = completing.value ? candidatesFor(completing.value, knownIn(state, isForChannel)) : []
  const at = Math.min(active.value, candidates.length - 1)
  const isLong = text.value.length > mostMeasured

  useLayoutEffect(() => {
    const { current } = field
    if (current === null) return
    current.style.height = isLong ? '100vh' : 'auto'
    if (!isLong) current.style.height = `${current.scrollHeight + 2}px`
  }, [text.value])
  useLayoutEffect(() => list.current?.children[at]?.scrollIntoView({ block: 'nearest' }), [at])

  const look = () => {
    const { current } = field
    if (current === null) return
    const { selectionStart: caret, selectionEnd, value } = current
    completing.value = caret === selectionEnd ? completingAt(value, caret) : undefined
    active.value = 0
  }
  const choose = ({ insert }: Candidate) => {
    const { current } = field
    if (current === null || completing.value === undefined) return
    const isSpaced = /^\s/.test(current.value.slice(current.selectionEnd))
    current.setRangeText(isSpaced ? insert.trimEnd() : insert, completing.value.start, current.selectionEnd, 'end')
    text.value = current.value
    completing.value = undefined
    current.focus()
  }
  const take = (event: Event, data: DataTransfer | null) => {
    const files = filesIn(data)
    if (files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    if (onFiles) onFiles(files)
    else tell('problem', 'Files, and texts that are too long for a message, are taken by the field below.')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.altKey) return
    const candidate = candidates[at]
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (candidate && isPlain && (event.key === 'Enter' || event.key === 'Tab')) choose(candidate)
    else if (candidate && event.key === 'ArrowDown') active.value = (at + 1) % candidates.length
    else if (candidate && event.key === 'ArrowUp') active.value = (at - 1 + candidates.length) % candidates.length
    else if (candidate && event.key === 'Escape') completing.value = undefined
    else if (event.key === 'Enter' && !event.shiftKey) onSend()
    else if (event.key === 'ArrowUp' && isPlain && text.value === '' && onUp) onUp()
    else if (event.key === 'Escape') onEscape === undefined ? field.current?.blur() : onEscape()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="compose-text">
      {candidates.length > 0 && (
        <div ref={list} class="suggestions" role="listbox" aria-label="Suggestions">
          {candidates.map((candidate, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and says which one is active.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys.
            <div
              key={candidate.key}
              id={`suggestion-${index}`}
              role="option"
              aria-selected={index === at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(candidate)}
            >
              <Sign candidate={candidate} />
              <span class="grow">{candidate.label}</span>
              {candidate.detail && <span class="small quiet-text">{candidate.detail}</span>}
            </div>
          ))}
        </div>
      )}
      <textarea
        ref={field}
        rows={1}
        aria-label={label}
        placeholder={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-activedescendant={candidates.length > 0 ? `suggestion-${at}` : undefined}
        aria-describedby={describedBy}
        dir={isLong ? undefined : 'auto'}
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value
          look()
        }}
        onClick={look}
        onBlur={() => {
          completing.value = undefined
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => take(event, event.clipboardData)}
        onDrop={(event) => take(event, event.dataTransfer)}
      />
      <span class="unseen" role="status">
        {candidates.length > 0 ? `${candidates.length} suggestions` : ''}
      </span>
    </div>
  )
}

/** A longer text is higher than the field can be, and a browser needs seconds to find its height and direction. */
const mostMeasured = 20_000

/** The files that are pasted or dropped; a text that is too long for any message becomes one. */
function filesIn(data: DataTransfer | null): readonly File[] {
  const files = [...(data?.files ?? [])]
  const text = data?.getData('text/plain') ?? ''
  if (text.length <= mostMeasured) return files
  tell(
    'done',
    `${text.length.toLocaleString('en-GB')} characters are too long for a message, so they are attached as a file.`,
  )
  return [...files, new File([text], 'pasted.txt', { type: 'text/plain' })]
}

function Sign({ candidate: { sign } }: { candidate: Candidate }) {
  if (sign === undefined) return null
  return (
    <span class="suggestion-sign" aria-hidden="true">
      {'text' in sign ? sign.text : <img src={sign.source} alt="" />}
    </span>
  )
}

function knownIn({ people, channels, emoji, groups }: ChatState, isForChannel: boolean): Known {
  const connected = new Set(organisation.value.bots.flatMap(({ user_id, address }) => (address ? [user_id] : [])))
  return {
    people: [...people.values()].map(({ user_id: id, full_name: name, is_bot, is_active }) => ({
      ...{ id, name, isBot: is_bot, isActive: is_active, isConnected: connected.has(id) },
    })),
    groups,
    channels: [...channels.values()].filter(({ isArchived }) => !isArchived),
    emoji: emojiList(unicodeEmoji.value, [...emoji.values()]),
    isForChannel,
  }
}
