import { isResolved } from '../actions/topicNames.js'
import { StatusSign } from '../people/StatusSign.js'
import type { ChatState } from '../state.js'
import type { Row } from './rows.js'

/** A line of the sidebar as it is seen. What its signs mean is said by `rowWords`. */
export function Line({ row, state, onTurn, onDetails }: LineProps) {
  const turn = row.isOpen !== undefined && (
    <span
      class={`turn${row.isOpen ? ' open' : ''}`}
      aria-hidden="true"
      onClick={(event) => {
        event.stopPropagation()
        onTurn()
      }}
    />
  )
  return (
    <>
      {turn || <span class="turn none" aria-hidden="true" />}
      <Content row={row} state={state} />
      {hasDetails(row) && (
        <button
          type="button"
          class="more"
          tabIndex={-1}
          aria-label="Details"
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

/** Whether there is more to a line than where it leads. */
export function hasDetails({ kind }: Row): boolean {
  return kind === 'channel' || kind === 'person'
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
          <span class="sign">{isPrivate ? '🔒︎' : '#'}</span>
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
      <span class={`dot ${dot}`} />
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
