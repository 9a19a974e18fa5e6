import { useComputed, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { openFinder } from '../../finder/Finder.js'
import { room } from '../../room.js'
import { Dialog } from '../../ui/Dialog.js'
import { Press } from '../../ui/parts.js'
import { shownKey } from '../../ui/ShortcutSheet.js'
import { Waiting } from '../../ui/Waiting.js'
import { activeUserId, conversation, openConversation } from '../conversation.js'
import { placeText } from '../place.js'
import { type Session, sessionOf } from '../session.js'
import { type Line, type Section, sectionsOf } from './sections.js'
import { standingOf } from './standing.js'

/** The sidebar of the person who acts: channels and topics, direct conversations, bots and people. */
export function Sidebar() {
  const userId = activeUserId.value
  const isOpen = useSignal(false)
  if (userId === undefined) return null
  const close = () => (isOpen.value = false)
  const places = <Places key={userId} session={sessionOf(userId)} onOpened={close} />
  if (room.value !== 'narrow') return places
  return (
    <div class="drawer-bar">
      <button type="button" aria-haspopup="dialog" onClick={() => (isOpen.value = true)}>
        ☰ Conversations
      </button>
      {isOpen.value && (
        <Dialog title="Conversations" onClose={close}>
          {places}
        </Dialog>
      )}
    </div>
  )
}

function Places({ session, onOpened }: { session: Session; onOpened(): void }) {
  const shown = useComputed(() => {
    const open = conversation.value
    return open?.userId === session.userId ? placeText(open.place) : undefined
  })
  const state = session.state.value
  useEffect(() => {
    const subscribed = [...(state?.channels.values() ?? [])].filter(({ isSubscribed }) => isSubscribed)
    for (const { id } of subscribed.slice(0, mostTopicLists)) if (!state?.topics.has(id)) void session.readTopics(id)
  }, [state?.channels])
  if (state === undefined) return <nav class="sidebar tall small">{session.problem.value ?? <Waiting />}</nav>
  return (
    <nav class="sidebar tall small" aria-label="Conversations">
      <div class="sidebar-head stack">
        <button type="button" class="in-a-row ends quiet-text" onClick={() => openFinder()}>
          Find … <kbd>{shownKey('mod+k')}</kbd>
        </button>
        {state.unread.size > 0 && (
          <Press tone="quiet" onPress={() => session.call('POST', '/mark_all_as_read')}>
            Mark all {state.unread.size} as read
          </Press>
        )}
      </div>
      <div class="sidebar-lists">
        {sectionsOf(state, standingOf).map((section) => (
          <SectionView key={section.title} section={section}>
            {(line) => (
              <button
                type="button"
                class={`line quiet ${line.kind}`}
                aria-current={shown.value === placeText(line.place) ? 'true' : undefined}
                title={line.says ? `${line.name} ${line.says}` : line.name}
                onClick={() => {
                  onOpened()
                  openConversation(session.userId, line.place)
                }}
              >
                <span class="sign" aria-hidden="true">
                  {line.sign}
                </span>
                <span class="name">{line.name}</span>
                {line.unread > 0 && (
                  <span class={line.isMentioned ? 'chip main' : 'chip'}>
                    {line.isMentioned && '@'}
                    {line.unread}
                    <span class="unseen"> unread</span>
                  </span>
                )}
              </button>
            )}
          </SectionView>
        ))}
      </div>
    </nav>
  )
}

/** A limit, since each channel's topics are a call. */
const mostTopicLists = 20

function SectionView({ section, children }: { section: Section; children(line: Line): ComponentChildren }) {
  const { title, lines, more } = section
  const list = (those: readonly Line[]) => (
    <ul>
      {those.map((line) => (
        <li key={placeText(line.place)}>{children(line)}</li>
      ))}
    </ul>
  )
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {list(lines)}
      {more.length > 0 && (
        <details>
          <summary>{more.length} more</summary>
          {list(more)}
        </details>
      )}
    </section>
  )
}
