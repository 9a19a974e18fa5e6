import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { attemptIn } from '../../notices.js'
import { Problem } from '../../ui/Problem.js'
import { createComposer, focusText, setWritten } from '../compose/composer.js'
import { now } from '../compose/now.js'
import { Preview } from '../compose/Preview.js'
import { TextField } from '../compose/TextField.js'
import { placeOfMessage } from '../place.js'
import { sessionOf } from '../session.js'
import { stopActing } from './acting.js'
import type { Acted } from './acts.js'
import { roomLeft, timeLeft } from './limits.js'
import { editContent, rawContent } from './service.js'

/** A message's text in the place of the message. Whether it may be changed, the service says. */
export function EditMessage({ userId, message }: Acted) {
  const { call, state } = sessionOf(userId)
  const time = useSignal<number | undefined>(undefined)
  const isThere = useSignal(false)
  const composer = useMemo(() => createComposer(userId, placeOfMessage(message, userId), false), [message.id, userId])
  useEffect(() => {
    void attemptIn(composer.problem, async () => {
      const text = await rawContent(call, message.id)
      setWritten(composer, { text, start: text.length, end: text.length })
      isThere.value = true
      focusText(composer)
      time.value = await now()
    })
  }, [composer])
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const shown = form.current?.closest<HTMLElement>('[data-message]')
    return () => shown?.focus()
  }, [])
  const known = state.value
  if (known === undefined) return null
  const save = async () => {
    if (!isThere.value) return
    const work = async () => {
      await editContent(call, message.id, composer.written.value.text)
      stopActing()
    }
    await attemptIn(composer.problem, work, composer.isSending)
    if (composer.problem.value !== '') focusText(composer)
  }
  const isOwn = message.sender_id === userId
  const { text } = composer.written.value
  const limit = isOwn ? timeLeft(message.timestamp ?? 0, known.limits.edit, time.value) : undefined
  const hints = [limit, roomLeft(text, known.limits.message)].filter((hint) => hint !== undefined)
  return (
    <form
      ref={form}
      class="message-edit"
      aria-label="Edit the message"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        composer={composer}
        state={known}
        id={`edit-${userId}-${message.id}`}
        label="Text of the message"
        describedBy={`edit-${userId}-${message.id}-says`}
        onSend={() => void save()}
        onEscape={stopActing}
      />
      {composer.isPreviewed.value && <Preview composer={composer} state={known} />}
      <div id={`edit-${userId}-${message.id}-says`} class="small">
        <Problem text={composer.problem.value} />
        {hints.length > 0 && <p class="quiet-text">{hints.join(' ')}</p>}
      </div>
      <div class="buttons">
        <button type="submit" class="main" disabled={composer.isSending.value}>
          Save
        </button>
        <button type="button" onClick={stopActing}>
          Cancel
        </button>
        <button
          type="button"
          class="quiet"
          aria-pressed={composer.isPreviewed.value}
          onClick={() => {
            composer.isPreviewed.value = !composer.isPreviewed.value
          }}
        >
          Preview
        </button>
      </div>
    </form>
  )
}
