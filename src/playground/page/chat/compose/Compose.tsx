import { Paperclip, Send } from 'lucide'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Button, ErrorText, IconButton, submitting } from '../../ui/index.js'
import { openings } from '../conversation.js'
import { editing } from '../MessageActions.js'
import { placeName, topicWords } from '../names.js'
import { sought } from '../openLink.js'
import type { ChatPlace } from '../place.js'
import { sessionOf } from '../session.js'
import type { ChatState } from '../state.js'
import { attach, composerFor, type MessageComposer, send, targetOf } from './composer.js'
import { roomLeft } from './inserting.js'
import { TextField } from './TextField.js'

/** The composer of a place. */
export function Compose({ userId, place }: { userId: number; place: ChatPlace }) {
  const state = sessionOf(userId).state.value
  if (state === undefined) return null
  return <Form composer={composerFor(userId, place)} state={state} />
}

function Form({ composer, state }: { composer: MessageComposer; state: ChatState }) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { place, problem, text, uploads } = composer
  const room = roomLeft(text.value, state.limits.message)
  const me = state.people.get(state.ownId)?.full_name ?? 'yourself'
  const isChannel = place.kind === 'channel'
  const insert = (link: string) => {
    const { current } = field
    current?.setRangeText(link, current.selectionStart, current.selectionEnd, 'end')
    text.value = current?.value ?? `${text.value}${link}`
  }
  useEffect(() => {
    const { current } = field
    const lines = composer.inserted.value
    if (current === null || lines === undefined) return
    composer.inserted.value = undefined
    const isMidLine = /[^\n]$/.test(current.value.slice(0, current.selectionStart))
    insert(isMidLine ? `\n${lines}` : lines)
    current.focus()
  }, [composer.inserted.value])
  const onFiles = (files: readonly File[]) => attach(composer, files, insert)
  useEffect(() => {
    const isElsewhere = sought.value !== undefined || document.activeElement?.closest('[data-message], dialog[open]')
    if (!isElsewhere) field.current?.focus()
  }, [openings.value])
  return (
    <form
      class="compose tall"
      aria-label={`Write as ${me}, ${placeName(state, place)}`}
      onSubmit={submitting(() => {
        void send(composer)
        field.current?.focus()
      })}
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
      }}
      onDrop={(event) => {
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length === 0) return
        event.preventDefault()
        onFiles(files)
      }}
    >
      {isChannel && <Topic composer={composer} state={state} channelId={place.channelId} id={id} />}
      <TextField
        text={text}
        field={field}
        state={state}
        label={`Message ${placeName(state, targetOf(composer))}`}
        isForChannel={place.kind !== 'direct'}
        describedBy={problem.value === '' ? undefined : `${id}-problem`}
        onSend={() => void send(composer)}
        onFiles={onFiles}
        onUp={() => {
          const { list = [] } = sessionOf(composer.userId).messagesIn(place).peek() ?? {}
          editing.value = list.findLast(({ sender_id }) => sender_id === composer.userId)?.id
        }}
      />
      {uploads.value.length > 0 && (
        <p class="small quiet-text" role="status">
          Uploading {uploads.value.join(', ')} …
        </p>
      )}
      <ErrorText id={`${id}-problem`} text={problem.value} kind="small" />
      <Tools composer={composer} room={room} onFiles={onFiles} />
    </form>
  )
}

function Tools(props: { composer: MessageComposer; room: string | undefined; onFiles(files: readonly File[]): void }) {
  const { composer, room, onFiles } = props
  const file = useRef<HTMLInputElement>(null)
  return (
    <div class="compose-tools in-a-row">
      <input
        ref={file}
        type="file"
        multiple={true}
        hidden={true}
        aria-label="Files to upload"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <IconButton label="Upload files" icon={Paperclip} onPress={() => file.current?.click()} />
      {room && <span class={`small ${/too long/.test(room) ? 'bad-text' : 'quiet-text'}`}>{room}</span>}
      <Button type="submit" icon={Send} says="Send" class="main" disabled={composer.isSending.value} />
    </div>
  )
}

/** The field for the topic. */
function Topic(props: { composer: MessageComposer; state: ChatState; channelId: number; id: string }) {
  const { composer, state, channelId, id } = props
  const topics = [...(state.topics.get(channelId) ?? [])].sort(([, one], [, other]) => other - one)
  return (
    <label class="compose-to small quiet-text in-a-row">
      Topic{' '}
      <input
        type="text"
        list={`${id}-topics`}
        autocomplete="off"
        placeholder={topicWords(state, '')}
        value={composer.topic.value}
        onInput={({ currentTarget }) => (composer.topic.value = currentTarget.value)}
      />
      <datalist id={`${id}-topics`}>
        {topics.slice(0, 50).map(([topic]) => (
          <option key={topic} value={topic} />
        ))}
      </datalist>
      {roomLeft(composer.topic.value, state.limits.topic)}
    </label>
  )
}
