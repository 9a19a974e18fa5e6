import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { attempt, attemptIn, tell } from '../../notices.js'
import { Dialog } from '../../ui/Dialog.js'
import { Problem } from '../../ui/Problem.js'
import { cancelScheduled, editScheduled, scheduleMessage } from '../actions/service.js'
import { openConversation } from '../columns.js'
import { sessionOf } from '../session.js'
import type { ChatState, Scheduled } from '../state.js'
import { now } from './now.js'
import { placeName } from './placeName.js'
import { SendLater } from './SendLater.js'
import { momentText } from './scheduling.js'

/** The messages that somebody has yet to send, and those that could not be sent. */
export function ScheduledMessages({ state, onClose }: { state: ChatState; onClose(): void }) {
  const time = useSignal(0)
  useEffect(() => {
    void now().then((known) => {
      time.value = known
    })
  }, [state.scheduled])
  const all = [...state.scheduled.values()].sort((one, other) => one.due - other.due)
  return (
    <Dialog title={`To be sent by ${state.people.get(state.ownId)?.full_name ?? 'this person'}`} onClose={onClose}>
      {all.length === 0 && <p class="quiet-text">Nothing is to be sent later.</p>}
      <ul class="scheduled-list">
        {all.map((one) => (
          <One key={one.id} state={state} scheduled={one} time={time.value} onClose={onClose} />
        ))}
      </ul>
    </Dialog>
  )
}

function One({
  state,
  scheduled,
  time,
  onClose,
}: {
  state: ChatState
  scheduled: Scheduled
  time: number
  onClose(): void
}) {
  const { id, place, content, due, isFailed } = scheduled
  const { call } = sessionOf(state.ownId)
  const text = useSignal<string | undefined>(undefined)
  const problem = useSignal('')
  const isTimed = useSignal(false)
  const later = useRef<HTMLButtonElement>(null)
  const change = (fields: Parameters<typeof editScheduled>[2]) =>
    attemptIn(problem, async () => {
      await editScheduled(call, id, fields)
      text.value = undefined
    })
  const cancel = () =>
    attempt(async () => {
      await cancelScheduled(call, id)
      tell('done', 'It will not be sent.', () => {
        if (place.kind !== 'topic' && place.kind !== 'direct') return
        void attempt(() => scheduleMessage(call, place, content, due * 1000))
      })
    })
  return (
    <li>
      <p class="scheduled-head">
        <button
          type="button"
          class="quiet"
          onClick={() => {
            onClose()
            openConversation(state.ownId, place)
          }}
        >
          {placeName(state, place)}
        </button>
        <span class={`chip ${isFailed ? 'bad' : ''}`}>
          {isFailed ? 'could not be sent ' : ''}
          {momentText(due * 1000, time)}
        </span>
      </p>
      {text.value === undefined ? (
        <p class="scheduled-content" dir="auto">
          {content}
        </p>
      ) : (
        <textarea
          aria-label="Text"
          rows={3}
          dir="auto"
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
          }}
        />
      )}
      <Problem text={problem.value} kind="small" />
      <p class="buttons">
        {text.value === undefined ? (
          <button
            type="button"
            onClick={() => {
              text.value = content
            }}
          >
            Edit
          </button>
        ) : (
          <button type="button" class="main" onClick={() => void change({ content: text.value ?? content })}>
            Keep
          </button>
        )}
        <button
          ref={later}
          type="button"
          onClick={() => {
            isTimed.value = true
          }}
        >
          At another time
        </button>
        <button type="button" onClick={() => void cancel()}>
          Do not send
        </button>
      </p>
      {isTimed.value && (
        <SendLater
          says="At another time"
          beside={later.current ?? undefined}
          onChoose={(at) => void change({ at })}
          onClose={() => {
            isTimed.value = false
          }}
        />
      )}
    </li>
  )
}
