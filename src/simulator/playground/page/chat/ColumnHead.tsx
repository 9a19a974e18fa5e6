import { organisation } from '../organisation.js'
import { saveAsTest } from '../saving/saving.js'
import { Avatar } from './Avatar.js'
import { openTopicMenu } from './actions/acting.js'
import { addColumn, peopleToBe } from './beside.js'
import { closeColumn, columns, openConversation, switchUser } from './columns.js'
import { type Column, mostColumns } from './columnText.js'
import { named, placeWords } from './names.js'
import { showChannel, showPerson } from './people/shown.js'
import type { Place } from './place.js'
import type { Session } from './session.js'
import { type ChatState, policyOf } from './state.js'

export interface ColumnHeadProps {
  readonly column: Column
  readonly index: number
  readonly session: Session
  readonly isOnly: boolean
}

const groups = [
  { role: 'owner', title: 'Owners' },
  { role: 'administrator', title: 'Administrators' },
  { role: 'moderator', title: 'Moderators' },
  { role: 'member', title: 'Members' },
  { role: 'guest', title: 'Guests' },
] as const

/** Who one is in a column, and where. */
export function ColumnHead({ column: { userId, place }, index, session, isOnly }: ColumnHeadProps) {
  const state = session.state.value
  const bots = organisation.value.bots.filter(({ is_active, type }) => is_active && type === 'generic')
  const people = peopleToBe()
  return (
    <header class="column-head">
      <label class="be">
        <span class="unseen">You are</span>
        {state && <Avatar id={userId} who={named(state, userId)} />}
        <select value={String(userId)} onChange={({ currentTarget }) => switchUser(index, Number(currentTarget.value))}>
          {groups.map(({ role, title }) => {
            const those = people.filter((one) => one.role === role)
            return (
              those.length > 0 && (
                <optgroup key={role} label={title}>
                  {those.map(({ user_id, full_name }) => (
                    <option key={user_id} value={String(user_id)}>
                      {full_name}
                    </option>
                  ))}
                </optgroup>
              )
            )
          })}
          {bots.length > 0 && (
            <optgroup label="Bots">
              {bots.map(({ user_id, full_name }) => (
                <option key={user_id} value={String(user_id)}>
                  {full_name}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </label>
      {state && <Where state={state} place={place} userId={userId} />}
      <span class="column-do">
        <button
          type="button"
          class="quiet"
          title="Save this conversation as a test (x)"
          aria-label="Save as a test"
          onClick={() => saveAsTest({ userId, place })}
        >
          Test
        </button>
        <button
          type="button"
          class="quiet"
          title="Open a column beside this one, as somebody else"
          aria-label="Open a column beside this one"
          disabled={columns.value.length >= mostColumns}
          onClick={addColumn}
        >
          +
        </button>
        {!isOnly && (
          <button
            type="button"
            class="quiet"
            aria-label="Close this column"
            title="Close"
            onClick={() => closeColumn(index)}
          >
            ×
          </button>
        )}
      </span>
    </header>
  )
}

function Where({ state, place, userId }: { state: ChatState; place: Place; userId: number }) {
  const { title, topic } = placeWords(state, place)
  const about = () => {
    if ('channelId' in place) showChannel(userId, place.channelId)
    const [only, ...others] = place.kind === 'direct' ? place.userIds : []
    if (only !== undefined && others.length === 0) showPerson(userId, only)
  }
  const channel = 'channelId' in place ? state.channels.get(place.channelId) : undefined
  const marks = [
    channel?.isPrivate && 'private',
    channel?.isArchived && 'archived',
    channel?.isSubscribed === false && 'not subscribed',
    channel?.isMuted && 'muted',
    place.kind === 'topic' &&
      { neutral: false, muted: 'topic muted', unmuted: 'unmuted', followed: 'followed' }[
        policyOf(state, place.channelId, place.topic)
      ],
  ].filter((mark) => typeof mark === 'string')
  return (
    <h2 class="where">
      {place.kind === 'topic' ? (
        <button
          type="button"
          class="quiet"
          title={`All of ${title}`}
          onClick={() => openConversation(userId, { kind: 'channel', channelId: place.channelId })}
        >
          <bdi>{title}</bdi>
        </button>
      ) : place.kind === 'all' ? (
        <span>{title}</span>
      ) : (
        <button type="button" class="quiet" title="About" onClick={about}>
          <bdi>{title}</bdi>
        </button>
      )}
      {topic !== undefined && (
        <>
          <span class="quiet-text" aria-hidden="true">
            ›
          </span>
          <button
            type="button"
            class="quiet topic"
            title={topic}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => {
              if (place.kind === 'topic') openTopicMenu({ userId, ...place }, currentTarget)
            }}
          >
            <bdi>{topic}</bdi>
          </button>
        </>
      )}
      {marks.map((mark) => (
        <span key={mark} class="mark">
          {mark}
        </span>
      ))}
    </h2>
  )
}
