import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { roomLeft } from '../actions/limits.js'
import { sessionOf } from '../session.js'
import type { ChatState } from '../state.js'
import { Combo } from './Combo.js'
import { type Candidate, ranked } from './candidates.js'
import { type Composer, focusText, setRecipients } from './composer.js'
import { peopleOf, topicsOf } from './known.js'

/** To where a message goes: a channel and a topic, or people. */
export function Recipients({ composer, state, id }: { composer: Composer; state: ChatState; id: string }) {
  const { channelId, userIds } = composer.recipients.value
  const topicField = useRef<HTMLInputElement>(null)
  const wantsTopic = useSignal(false)
  useEffect(() => {
    if (wantsTopic.value) topicField.current?.focus()
    wantsTopic.value = false
  }, [channelId])
  const isElsewhere = channelId !== undefined || userIds.length > 0
  return (
    <div class="compose-to">
      {channelId !== undefined && (
        <Chosen
          says={`#${state.channels.get(channelId)?.name ?? channelId}`}
          onRemove={() => setRecipients(composer, { channelId: undefined, topic: '' })}
        />
      )}
      {userIds.map((userId) => (
        <Chosen
          key={userId}
          says={state.people.get(userId)?.full_name ?? `User ${userId}`}
          onRemove={() => setRecipients(composer, { userIds: userIds.filter((one) => one !== userId) })}
        />
      ))}
      {channelId === undefined ? (
        <Whom
          composer={composer}
          state={state}
          id={`${id}-to`}
          placeholder={isElsewhere ? 'Add somebody' : 'To a channel, or to people'}
          onChannel={() => {
            wantsTopic.value = true
          }}
        />
      ) : (
        <Topic composer={composer} state={state} id={`${id}-topic`} field={topicField} channelId={channelId} />
      )}
    </div>
  )
}

function Chosen({ says, onRemove }: { says: string; onRemove(): void }) {
  return (
    <span class="chosen">
      <span class="chosen-name">{says}</span>
      <button type="button" class="quiet" aria-label={`Not to ${says}`} title={`Not to ${says}`} onClick={onRemove}>
        ×
      </button>
    </span>
  )
}

function Whom({
  composer,
  state,
  id,
  placeholder,
  onChannel,
}: {
  composer: Composer
  state: ChatState
  id: string
  placeholder: string
  onChannel(): void
}) {
  const typed = useSignal('')
  const { userIds } = composer.recipients.value
  const onChoose = ({ insert }: Candidate) => {
    typed.value = ''
    const [kind, number] = insert.split(' ')
    if (kind === 'channel') {
      onChannel()
      setRecipients(composer, { channelId: Number(number), userIds: [] })
    } else setRecipients(composer, { userIds: [...userIds, Number(number)] })
  }
  return (
    <Combo
      id={id}
      label="To"
      value={typed.value}
      placeholder={placeholder}
      candidates={whom(state, userIds, typed.value)}
      mustChoose={true}
      onInput={(value) => {
        typed.value = value
      }}
      onChoose={onChoose}
      onEnter={() => focusText(composer)}
      onBack={() => setRecipients(composer, { userIds: userIds.slice(0, -1) })}
    />
  )
}

/** Channels, as long as nobody is named, then people; `insert` says which one. */
function whom(state: ChatState, userIds: readonly number[], typed: string): readonly Candidate[] {
  const open = [...state.channels.values()].filter(({ isArchived }) => !isArchived)
  const channels = ranked(
    userIds.length > 0 || typed.startsWith('@') ? [] : open,
    typed.replace(/^#/, ''),
    ({ name }) => name,
    ({ isSubscribed }) => (isSubscribed ? 0 : 1),
  ).map(({ id, name, isSubscribed }) => ({
    ...{ key: `channel ${id}`, label: name, sign: { text: '#' }, insert: `channel ${id}` },
    ...(!isSubscribed && { detail: 'not subscribed' }),
  }))
  const people = ranked(
    typed.startsWith('#') ? [] : peopleOf(state).filter(({ id, isActive }) => isActive && !userIds.includes(id)),
    typed.replace(/^@/, ''),
    ({ name }) => name,
    ({ isConnected }) => (isConnected ? 0 : 1),
  ).map(({ id, name, isBot }) => ({
    ...{ key: `person ${id}`, label: name, sign: { text: '@' }, insert: `person ${id}` },
    ...(isBot ? { detail: 'bot' } : id === state.ownId && { detail: 'yourself' }),
  }))
  return [...channels.slice(0, 6), ...people.slice(0, 8)]
}

function Topic({
  composer,
  state,
  id,
  field,
  channelId,
}: {
  composer: Composer
  state: ChatState
  id: string
  field: { current: HTMLInputElement | null }
  channelId: number
}) {
  const { topic } = composer.recipients.value
  const isKnown = state.topics.has(channelId)
  useEffect(() => {
    if (!isKnown) void sessionOf(composer.userId).readTopics(channelId)
  }, [channelId, isKnown])
  const topics = topicsOf(state, channelId)
  const wanted = topic.trim().toLowerCase()
  // A topic that is written in full leaves the others to choose from.
  const query = topics.some((one) => one.toLowerCase() === wanted) ? '' : wanted
  const candidates = ranked(
    topics.map((name, at) => ({ name, at })).filter(({ name }) => name !== ''),
    query,
    ({ name }) => name,
    ({ at }) => at / topics.length,
  ).slice(0, 8)
  const room = roomLeft(topic, state.limits.topic)
  const isNew = wanted !== '' && isKnown && query !== ''
  return (
    <>
      <span class="compose-into" aria-hidden="true">
        ›
      </span>
      <Combo
        id={id}
        label="Topic"
        field={field}
        value={topic}
        placeholder={state.limits.topicsRequired ? 'Topic' : state.limits.emptyTopic}
        candidates={candidates.map(({ name }) => ({ key: name, label: name, insert: name }))}
        isWrong={/topic/i.test(composer.problem.value)}
        onInput={(value) => setRecipients(composer, { topic: value })}
        onChoose={({ insert }) => {
          setRecipients(composer, { topic: insert })
          focusText(composer)
        }}
        onEnter={() => focusText(composer)}
      />
      {(room ?? (isNew ? 'new topic' : '')) !== '' && <span class="small quiet-text">{room ?? 'new topic'}</span>}
    </>
  )
}
