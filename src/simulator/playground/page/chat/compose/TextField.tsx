import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { askForEmoji } from '../emoji/known.js'
import type { ChatState } from '../state.js'
import { type Candidate, candidatesFor } from './candidates.js'
import { type Completing, completingAt } from './completing.js'
import { attach, type Composer, send, setWritten } from './composer.js'
import { complete, surround } from './inserting.js'
import { knownFor } from './known.js'
import { optionId, Suggestions, suggestionKey } from './Suggestions.js'
import { isSent } from './sendKey.js'

/** Where a message is written: it grows with its text, and completes what is named in it. */
export function TextField({
  composer,
  state,
  id,
  label,
  describedBy,
  onSend = () => void send(composer),
  onEscape,
}: {
  composer: Composer
  state: ChatState
  id: string
  label: string
  describedBy: string | undefined
  onSend?(): void
  onEscape?(): void
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  const hasFocus = useSignal(false)
  /** What the writer closed the list at. */
  const closedAt = useSignal('')
  const active = useSignal(0)
  const { text, start, end } = composer.written.value
  const completing = hasFocus.value && start === end ? completingAt(text, end) : undefined
  const isClosed = completing === undefined || closedAt.value === placeOf(completing)
  const candidates = isClosed ? [] : candidatesFor(completing, knownFor(state, composer.recipients.value))
  const at = Math.min(active.value, candidates.length - 1)
  const list = `${id}-list`

  useEffect(() => void askForEmoji(), [])
  useLayoutEffect(() => {
    const { current } = field
    if (current === null) return
    if (current.selectionStart !== start || current.selectionEnd !== end) current.setSelectionRange(start, end)
    current.style.height = 'auto'
    current.style.height = `${current.scrollHeight + 2}px`
  }, [text, start, end])
  const focuses = composer.focuses.value
  useEffect(() => {
    if (focuses === 0) return
    field.current?.focus()
    // Once: whoever comes back to the chat later is not to write what was meant as a key.
    composer.focuses.value = 0
  }, [focuses])

  const follow = ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => {
    const { value, selectionStart, selectionEnd } = currentTarget
    const { text, start, end } = composer.written.peek()
    if (value === text && selectionStart === start && selectionEnd === end) return
    setWritten(composer, { text: value, start: selectionStart, end: selectionEnd })
    active.value = 0
  }
  const choose = ({ insert }: Candidate) => {
    if (completing === undefined) return
    setWritten(composer, complete(composer.written.peek(), completing.start, insert))
    active.value = 0
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const does = suggestionKey(event, at, candidates.length)
    const sign = (event.ctrlKey || event.metaKey) && !event.altKey ? signs[event.key.toLowerCase()] : undefined
    const candidate = candidates[at]
    if (does === 'choose' && candidate !== undefined) choose(candidate)
    else if (does === 'close') closedAt.value = completing === undefined ? '' : placeOf(completing)
    else if (typeof does === 'object') active.value = does.to
    else if (sign !== undefined) setWritten(composer, surround(composer.written.peek(), sign))
    else if (isSent(event)) onSend()
    else if (event.key === 'Escape') onEscape === undefined ? field.current?.blur() : onEscape()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="compose-text">
      {candidates.length > 0 && completing && (
        <Suggestions
          id={list}
          label={lists[completing.kind]}
          candidates={candidates}
          active={at}
          onActive={(to) => {
            active.value = to
          }}
          onChoose={choose}
        />
      )}
      <textarea
        ref={field}
        id={id}
        rows={1}
        aria-label={label}
        placeholder={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={candidates.length > 0 ? list : undefined}
        aria-activedescendant={candidates.length > 0 ? optionId(list, at) : undefined}
        aria-invalid={composer.problem.value !== ''}
        aria-describedby={describedBy}
        dir="auto"
        value={text}
        onInput={follow}
        onKeyUp={follow}
        onClick={follow}
        onSelect={follow}
        onFocus={() => {
          hasFocus.value = true
        }}
        onBlur={() => {
          hasFocus.value = false
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const files = [...(event.clipboardData?.files ?? [])]
          if (files.length === 0) return
          event.preventDefault()
          attach(composer, files)
        }}
      />
      <span class="unseen" role="status">
        {candidates.length > 0 ? `${candidates.length} suggestions` : ''}
      </span>
    </div>
  )
}

const placeOf = ({ kind, start }: Completing) => `${kind} ${start}`

const signs: Readonly<Record<string, string>> = { b: '**', i: '*' }

const lists: Readonly<Record<Completing['kind'], string>> = {
  mention: 'People and groups',
  channel: 'Channels',
  topic: 'Topics',
  emoji: 'Emoji',
  command: 'Commands',
}
