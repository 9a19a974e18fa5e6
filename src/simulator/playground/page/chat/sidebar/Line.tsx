import { isResolved } from '../actions/topicNames.js'
import { StatusSign } from '../people/StatusSign.js'
import type { ChatState } from '../state.js'
import type { Row } from './rows.js'

/** A line of the sidebar as it is seen. What its signs mean is said by `rowWords`. */
export function Line({ row, state, onTurn, onDetails }: LineProps) {
  const turn = row.isOpen !== undefined && (
    <button
      type="button"
      class={`turn${row.isOpen ? ' open' : ''}`}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        onTurn()
      }}
    />
  )
  return (
    <>
      {turn || <span class="turn none" />}
      <Content row={row} state={state} />
      {hasDetails(row) && (
        <button
          type="button"
          class="more"
          tabIndex={-1}
          title="Details (i)"
          onClick={(event) => {
            event.stopPropagation()
            onDetails()
          }}
        >
          ⋯
        </button>
      )}
    </>
  )
}

export interface LineProps {
  readonly row: Row
  readonly state: ChatState
  onTurn(): void
  onDetails(): void
}

/** Whether a button leads to what more there is to a line. */
function hasDetails({ kind }: Row): boolean {
  return kind === 'channel' || kind === 'topic' || kind === 'person'
}

function Content({ row, state }: { row: Row; state: ChatState }) {
  switch (row.kind) {
    case 'section':
      return (
        <>
          <span class="name">{row.title}</span>
          <span class="number">{row.count}</span>
        </>
      )
    case 'fold':
      return <span class="name">{row.title}</span>
    case 'channel': {
      const { name, isPrivate, isMuted } = row.channel
      return (
        <>
          <span class="sign">{isPrivate ? <Lock /> : '#'}</span>
          <span class={`name${isMuted ? ' dim' : ''}`} title={name}>
            {name}
          </span>
          <Unread unread={isMuted ? 0 : row.unread} isMentioned={row.isMentioned} />
        </>
      )
    }
    case 'topic': {
      const { name, title, policy, unread, isMentioned } = row.topic
      return (
        <>
          <span class={`name${row.isMuted ? ' dim' : ''}${name === '' ? ' unnamed' : ''}`} title={title}>
            {isResolved(name) ? <span class="resolved">✔ </span> : null}
            {isResolved(name) ? title.slice(2) : title}
          </span>
          {policy === 'followed' && <span class="followed">★</span>}
          <Unread unread={unread} isMentioned={isMentioned} />
        </>
      )
    }
    case 'direct':
      return (
        <>
          <span class="sign">{row.conversation.userIds.length > 1 ? row.conversation.userIds.length + 1 : '@'}</span>
          <span class="name" title={row.title}>
            {row.title}
          </span>
          <Unread unread={row.conversation.unread} isMentioned={false} />
        </>
      )
    case 'person':
      return <Somebody row={row} state={state} />
  }
}

function Somebody({ row, state }: { row: Row & { kind: 'person' }; state: ChatState }) {
  const { id, name, isBot, isConnected, isActive, isDeleted, presence } = row.person
  const dot = !isActive || row.isMuted ? 'none' : isBot ? (isConnected ? 'bot connected' : 'bot') : presence
  return (
    <>
      <span class={`presence ${dot}`} />
      <span class={`name${isActive && !row.isMuted ? '' : ' dim'}`} title={name}>
        {name}
        {row.isYou && <span class="quiet-text"> (you)</span>}
      </span>
      {isDeleted && <span class="tag">deleted</span>}
      {isBot && isActive && <span class="tag">bot</span>}
      {isActive && !row.isMuted && <StatusSign status={state.statuses.get(id)} emoji={state.emoji} />}
    </>
  )
}

function Unread({ unread, isMentioned }: { unread: number; isMentioned: boolean }) {
  if (unread === 0 && !isMentioned) return null
  return <span class={`unread${isMentioned ? ' mention' : ''}`}>{isMentioned ? `@${unread || ''}` : unread}</span>
}

function Lock() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 12 12"
      width="11"
      height="11"
      fill="none"
      stroke="currentColor"
      stroke-width="1.4"
    >
      <rect x="1.7" y="5.2" width="8.6" height="5.8" rx="1" />
      <path d="M3.6 5.2V3.6a2.4 2.4 0 0 1 4.8 0v1.6" />
    </svg>
  )
}
