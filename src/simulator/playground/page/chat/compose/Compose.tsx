import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Problem } from '../../ui/Problem.js'
import { roomLeft } from '../actions/limits.js'
import { isIn, type Place, placeText } from '../place.js'
import { sessionOf } from '../session.js'
import type { ChatState } from '../state.js'
import { attach, type Composer, composerFor, recipientsOf, send, setRecipients, targetOf } from './composer.js'
import { Preview } from './Preview.js'
import { placeName } from './placeName.js'
import { Recipients } from './Recipients.js'
import { TextField } from './TextField.js'
import { Tools } from './Tools.js'

/** Where somebody writes in a place: as themselves, to it or to elsewhere. */
export function Compose({ userId, place }: { userId: number; place: Place }) {
  const state = sessionOf(userId).state.value
  if (state === undefined) return null
  return <Form key={`${userId} ${placeText(place)}`} composer={composerFor(userId, place)} state={state} />
}

function Form({ composer, state }: { composer: Composer; state: ChatState }) {
  const id = useId()
  const isOver = useSignal(false)
  const { place, problem, written, uploads } = composer
  const target = targetOf(composer)
  const room = roomLeft(written.value.text, state.limits.message)
  const me = state.people.get(state.ownId)?.full_name ?? 'yourself'
  const isElsewhere = target !== undefined && !isIn(target, place)
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
  return (
    <form
      class={`compose ${isOver.value ? 'is-over' : ''}`}
      aria-label={`Write as ${me}, ${placeName(state, place)}`}
      onSubmit={(event) => {
        event.preventDefault()
        void send(composer)
      }}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        isOver.value = true
      }}
      onDragLeave={() => {
        isOver.value = false
      }}
      onDrop={(event) => {
        isOver.value = false
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length === 0) return
        event.preventDefault()
        attach(composer, files)
      }}
    >
      <Recipients composer={composer} state={state} id={id} />
      <TextField
        composer={composer}
        state={state}
        id={`${id}-text`}
        label={target === undefined ? 'Message' : `Message ${placeName(state, target)}`}
        describedBy={problem.value === '' ? undefined : `${id}-problem`}
      />
      {composer.isPreviewed.value && <Preview composer={composer} state={state} />}
      {uploads.value.map(({ number, name, part, stop }) => (
        <p key={number} class="compose-upload small">
          <span class="compose-upload-name">{name}</span>
          <progress aria-label={`Upload of ${name}`} value={part} max={1} />
          <button type="button" class="quiet" aria-label={`Stop the upload of ${name}`} onClick={stop}>
            ×
          </button>
        </p>
      ))}
      <Problem id={`${id}-problem`} text={problem.value} kind="compose-problem small" />
      {(room !== undefined || isElsewhere) && (
        <p class="compose-hint small quiet-text">
          {isElsewhere && (
            <>
              Goes to {placeName(state, target)}, which is not shown here.{' '}
              <button type="button" class="link" onClick={() => setRecipients(composer, recipientsOf(place))}>
                Write here instead
              </button>{' '}
            </>
          )}
          {room}
        </p>
      )}
      <Tools composer={composer} state={state} />
    </form>
  )
}
