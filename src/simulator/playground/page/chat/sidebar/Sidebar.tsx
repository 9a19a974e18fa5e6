import { signal, useComputed, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { presenceOf, presenceWords } from '../../../presence.js'
import { organisation } from '../../organisation.js'
import { useShortcuts } from '../../shortcuts.js'
import { openTopicMenu } from '../actions/acting.js'
import { activeUserId, columns, openConversation } from '../columns.js'
import { Cards } from '../people/Cards.js'
import { StatusSign } from '../people/StatusSign.js'
import { showChannel, showPerson } from '../people/shown.js'
import { nowInTens } from '../people/time.js'
import { placeText, readPlace } from '../place.js'
import { type Session, sessionOf } from '../session.js'
import type { ChatState } from '../state.js'
import { Drawer, isDrawerOpen } from './Drawer.js'
import { Line } from './Line.js'
import { type Row, sidebarRows } from './rows.js'
import { Tree } from './Tree.js'
import { viewOf } from './viewOf.js'
import { rowWords } from './words.js'

/** Where somebody can go: channels and topics, direct conversations, people; as the person of the active column. */
export function Sidebar() {
  const userId = activeUserId.value
  useShortcuts([{ key: 's', says: 'Find a conversation or person', group: 'Chat', run: goToField }])
  return (
    <>
      {userId !== undefined && (
        <Drawer>
          <Places key={userId} session={sessionOf(userId)} />
        </Drawer>
      )}
      <Cards />
    </>
  )
}

function goToField(): void {
  const field = () => document.querySelector<HTMLElement>('.sidebar-field')
  if (field()) field()?.focus()
  else {
    isDrawerOpen.value = true
    requestAnimationFrame(() => field()?.focus())
  }
}

/** What the reader has opened or closed, by the keys of the lines; the same for everybody. */
const opened = signal<ReadonlyMap<string, boolean>>(new Map())
const typed = signal('')

function Places({ session }: { session: Session }) {
  const at = useSignal('')
  const shown = useComputed(() => {
    const own = columns.value.filter(({ userId }) => userId === session.userId)
    return new Set(own.map(({ place }) => placeText(place)))
  })
  const view = useComputed(() => {
    const state = session.state.value
    const connected = new Set(organisation.value.bots.flatMap((bot) => (bot.address === null ? [] : [bot.user_id])))
    return state && viewOf(state, { now: nowInTens.value, connected, shown: shown.value })
  })
  const rows = useComputed(() => (view.value ? sidebarRows(view.value, opened.value, typed.value) : []))
  useTopics(session, rows.value)

  const state = session.state.value
  if (state === undefined) return <p class="sidebar-empty quiet-text">{session.problem.value ?? 'One moment …'}</p>

  const turn = (row: Row, open: boolean) => {
    opened.value = new Map(opened.value).set(row.key, open)
  }
  const details = (row: Row, beside: Element | undefined) => {
    if (row.kind === 'channel') showChannel(session.userId, row.channel.id)
    if (row.kind === 'topic') {
      openTopicMenu({ userId: session.userId, channelId: row.channel.id, topic: row.topic.name }, beside)
    }
    if (row.kind === 'person') showPerson(session.userId, row.person.id)
    if (row.kind === 'direct') {
      const [id, ...more] = row.conversation.userIds
      if (id !== undefined && more.length === 0) showPerson(session.userId, id)
    }
  }
  const open = (row: Row, beside: boolean) => {
    if (row.kind === 'section' || row.kind === 'fold') return turn(row, row.isOpen !== true)
    // Who is muted is not written to alone, and who is gone cannot be.
    if (row.kind === 'person' && (row.isMuted || !row.person.isActive)) return details(row, undefined)
    const place = row.kind === 'channel' ? readPlace(`channel/${row.channel.id}`) : readPlace(row.where)
    if (place === undefined) return
    if (row.kind === 'channel' && row.isOpen === false) turn(row, true)
    isDrawerOpen.value = false
    openConversation(session.userId, place, { beside })
  }
  return (
    <>
      <Yourself state={state} />
      <input
        class="sidebar-field"
        type="search"
        aria-label="Find a conversation or person"
        placeholder="Find …"
        autocomplete="off"
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'Enter') {
            const first = rows.value.find(({ kind }) => kind !== 'section')
            if (first === undefined) return
            event.preventDefault()
            if (event.key === 'Enter' && typed.value.trim() !== '') {
              typed.value = ''
              return open(first, event.ctrlKey || event.metaKey)
            }
            at.value = first.key
            document.querySelector<HTMLElement>('.sidebar .tree')?.focus()
          } else if (event.key === 'Escape' && typed.value !== '') {
            event.preventDefault()
            event.stopPropagation()
            typed.value = ''
          }
        }}
      />
      <p class="unseen" role="status">
        {typed.value.trim() === '' ? '' : `${rows.value.filter(({ kind }) => kind !== 'section').length} found`}
      </p>
      {rows.value.length === 0 ? (
        <p class="sidebar-empty quiet-text">Nothing here is called that.</p>
      ) : (
        <Tree
          label="Conversations and people"
          rows={rows.value}
          at={at}
          isShown={(row) =>
            row.kind === 'channel'
              ? shown.value.has(`channel/${row.channel.id}`)
              : (row.kind === 'topic' || row.kind === 'direct') && shown.value.has(row.where)
          }
          draw={(row, onDetails) => (
            <Line row={row} state={state} onTurn={() => turn(row, row.isOpen !== true)} onDetails={onDetails} />
          )}
          words={rowWords}
          onOpen={open}
          onTurn={turn}
          onDetails={details}
        />
      )}
    </>
  )
}

/** Asks for the topics of channels that are open, once each. */
function useTopics(session: Session, rows: readonly Row[]): void {
  const asked = useRef(new Set<number>())
  const wanted = rows.flatMap((row) =>
    row.kind === 'channel' && row.isOpen === true && !row.channel.areTopicsListed ? [row.channel.id] : [],
  )
  useEffect(() => {
    for (const id of wanted) {
      if (asked.current.has(id)) continue
      asked.current.add(id)
      void session.readTopics(id).finally(() => asked.current.delete(id))
    }
  }, [wanted.join()])
}

/** Whoever the reader is now; leads to the own card. */
function Yourself({ state }: { state: ChatState }) {
  const person = state.people.get(state.ownId)
  if (person === undefined) return null
  const presence = presenceOf(state.presences.get(state.ownId), nowInTens.value, state.limits.offlineAfter)
  return (
    <button
      type="button"
      class="yourself"
      title="Your card: status, presence"
      onClick={() => showPerson(state.ownId, state.ownId)}
    >
      <span class={`presence ${person.is_bot ? 'bot' : presence}`} aria-hidden="true" />
      <span class="unseen">You are </span>
      <span class="name">{person.full_name}</span>
      {!person.is_bot && <span class="unseen">, {presenceWords[presence]}</span>}
      <StatusSign status={state.statuses.get(state.ownId)} emoji={state.emoji} />
    </button>
  )
}
