import { useComputed, useSignal } from '@preact/signals'
import { Bot, Hash, type IconNode, Lock, Menu, User, Users } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Button, Dialog, Dot, Icon, IconButton, Loading, moveFocus } from '../../ui/index.js'
import { activeUserId, conversation, openConversation } from '../conversation.js'
import { placeText } from '../place.js'
import { type ChatSession, sessionOf } from '../session.js'
import { type SidebarLine, type SidebarSection, sectionsOf } from './sections.js'
import { standingOf } from './standing.js'

/** The sidebar of the person who acts: channels and topics, direct conversations, bots and people. */
export function Sidebar({ onOpened = () => {} }: { onOpened?(): void }) {
  const userId = activeUserId.value
  return userId === undefined ? null : <Places key={userId} session={sessionOf(userId)} onOpened={onOpened} />
}

/** The same in a dialogue, where there is no room for it. */
export function Drawer() {
  const isOpen = useSignal(false)
  const close = () => (isOpen.value = false)
  return (
    <>
      <IconButton label="Conversations" icon={Menu} onPress={() => (isOpen.value = true)} />
      {isOpen.value && (
        <Dialog title="Conversations" onClose={close}>
          <Sidebar onOpened={close} />
        </Dialog>
      )}
    </>
  )
}

function Places({ session, onOpened }: { session: ChatSession; onOpened(): void }) {
  const shown = useComputed(() => {
    const open = conversation.value
    return open?.userId === session.userId ? placeText(open.place) : undefined
  })
  const state = session.state.value
  useEffect(() => {
    const subscribed = [...(state?.channels.values() ?? [])].filter(({ isSubscribed }) => isSubscribed)
    for (const { id } of subscribed.slice(0, mostTopicLists)) if (!state?.topics.has(id)) void session.readTopics(id)
  }, [state?.channels])
  useEffect(() => {
    document.querySelector('.sidebar [aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [shown.value, state === undefined])
  if (state === undefined) return <nav class="sidebar tall">{session.problem.value ?? <Loading />}</nav>
  const sections = sectionsOf(state, standingOf, shown.value)
  const all = sections.flatMap(({ lines }) => lines.map(({ place }) => placeText(place)))
  // One stop for Tab, and the arrows from there.
  const stop = all.includes(shown.value ?? '') ? shown.value : all[0]
  let isStopTaken = false
  return (
    <nav class="sidebar tall" aria-label="Conversations" onKeyDown={moveAmongLines}>
      <div class="sidebar-lists">
        {state.unread.size > 0 && (
          <p class="mark-all small">
            <Button class="quiet" onPress={() => session.call('POST', '/mark_all_as_read')}>
              Mark all {state.unread.size} as read
            </Button>
          </p>
        )}
        {sections.map((section) => (
          <SectionView key={section.title} section={section}>
            {(line) => {
              const isShown = shown.value === placeText(line.place)
              // A conversation can be in two sections.
              const isStop = !isStopTaken && stop === placeText(line.place)
              isStopTaken ||= isStop
              return (
                <Button
                  class={`line quiet ${line.kind}`}
                  tabIndex={isStop ? 0 : -1}
                  aria-current={isShown && isStop ? 'true' : undefined}
                  title={line.standing ? `${line.name}: ${line.standing.says}` : line.name}
                  onPress={() => {
                    onOpened()
                    openConversation(session.userId, line.place)
                  }}
                >
                  <Sign line={line} />
                  <span class="name">{line.name}</span>
                  {line.unread > 0 && (
                    <span class={line.isMentioned ? 'chip main' : 'chip'}>
                      {line.isMentioned && '@'}
                      {line.unread}
                      <span class="unseen"> unread</span>
                    </span>
                  )}
                </Button>
              )
            }}
          </SectionView>
        ))}
      </div>
    </nav>
  )
}

/** A limit, since each channel's topics are a call. */
const mostTopicLists = 20

const icons: Readonly<Partial<Record<SidebarLine['kind'], IconNode>>> = {
  channel: Hash,
  'private channel': Lock,
  person: User,
  people: Users,
  bot: Bot,
}

function Sign({ line: { kind, standing } }: { line: SidebarLine }) {
  const icon = icons[kind]
  return <span class="sign">{standing ? <Dot {...standing} /> : icon && <Icon of={icon} />}</span>
}

function moveAmongLines(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('.line, summary')]
  const shown = all.filter((one) => one.checkVisibility())
  moveFocus(event, shown, (at) =>
    at < 0 ? {} : { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 },
  )
}

function SectionView({
  section,
  children,
}: {
  section: SidebarSection
  children(line: SidebarLine): ComponentChildren
}) {
  const { title, lines, more } = section
  const list = (those: readonly SidebarLine[]) => (
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
          <summary tabIndex={-1}>{more.length} more</summary>
          {list(more)}
        </details>
      )}
    </section>
  )
}
