import { useSignal } from '@preact/signals'
import { ArrowDown } from 'lucide'
import { Component } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { counted } from '../bar/readout.js'
import { Button, Loading, moveFocus } from '../ui/index.js'
import { openConversation } from './conversation.js'
import { dayOf, dayWords } from './dates.js'
import { type Drawn, newest, withNewer, withOlder } from './drawn.js'
import { type MessageProps, MessageView } from './Message.js'
import { type MessageRow, messageRows } from './messageRows.js'
import { placeName } from './names.js'
import { sought } from './openLink.js'
import { type ChatPlace, placeText } from './place.js'
import { useReading } from './reading.js'
import type { ChatSession } from './session.js'
import type { ChatState } from './state.js'

/** Distance from an end, in pixels, at which more is drawn. */
const near = 800

/**
 * The messages of a place, live. It follows the newest until the reader scrolls up. Only part of them is drawn, so that
 * a hundred thousand are as fast as ten.
 */
export function MessageList({ session, place }: { session: ChatSession; place: ChatPlace }) {
  const state = session.state.value
  const messages = session.messagesIn(place).value
  if (state === undefined || messages === undefined) {
    return <p class="chat-note small quiet-text">{session.problem.value ?? <Loading />}</p>
  }
  return <Listed {...{ session, state, messages, place }} />
}

interface ListedProps {
  readonly session: ChatSession
  readonly state: ChatState
  readonly messages: NonNullable<ReturnType<ChatSession['messagesIn']>['value']>
  readonly place: ChatPlace
}

function Listed({ session, state, messages: { list, hasOldest }, place }: ListedProps) {
  const box = useRef<HTMLDivElement>(null)
  /** IDs of the first and last drawn message; undefined while following the newest. */
  const held = useSignal<{ readonly first: number; readonly last: number } | undefined>(undefined)
  const seen = useSignal(0)

  const drawn = drawnOf(list, held.value)
  const part = useMemo(() => list.slice(drawn.start, drawn.end), [list, drawn.start, drawn.end])
  const rows = useMemo(() => messageRows(part, { place, ownId: state.ownId, dayOf }), [part, place])
  const isFollowing = held.value === undefined
  const anchor = useRef<{ readonly id: string; readonly top: number } | undefined>(undefined)
  /** The scroll position when the list last went to its end. */
  const lowest = useRef(0)

  // Messages added above must not move what is being read.
  useLayoutEffect(() => {
    const view = box.current
    if (view === null) return
    if (isFollowing) toEnd(view)
    else if (anchor.current !== undefined) {
      const element = view.querySelector(`[data-message="${anchor.current.id}"]`)
      if (element !== null) view.scrollTop += element.getBoundingClientRect().top - anchor.current.top
    }
    noteAnchor()
    if (!isFollowing) fill()
  }, [rows, isFollowing, list])
  // Scrolls to the message of a link, however far back it is.
  const wanted = sought.value
  useLayoutEffect(() => {
    if (wanted?.userId !== session.userId || wanted.place !== placeText(place)) return
    const at = list.findIndex(({ id }) => id === wanted.messageId)
    if (at < 0 && !hasOldest && (list[0]?.id ?? 0) > wanted.messageId) return void session.readOlder(place)
    const element = box.current?.querySelector<HTMLElement>(`[data-message="${wanted.messageId}"]`)
    if (at >= 0 && !element && (at < drawn.start || at >= drawn.end)) {
      return hold({ start: Math.max(0, at - 40), end: Math.min(list.length, at + 40) })
    }
    sought.value = undefined
    if (!element) return
    hold(drawn)
    element.scrollIntoView({ block: 'center' })
    element.focus({ preventScroll: true })
    noteAnchor()
  }, [wanted, list, rows])
  // Images and spoilers make the list longer after it was drawn.
  useEffect(() => {
    const view = box.current
    const inner = view?.firstElementChild
    if (!view || !inner) return
    const observer = new ResizeObserver(() => {
      if (held.peek() === undefined) toEnd(view)
    })
    observer.observe(inner)
    observer.observe(view)
    return () => observer.disconnect()
  }, [])
  useReading(session, state, place, isFollowing)

  const last = list.at(-1)?.id ?? 0
  if (isFollowing && seen.peek() !== last) seen.value = last
  const unseen = isFollowing ? 0 : list.length - 1 - list.findLastIndex(({ id }) => id <= seen.value)

  function toEnd(view: HTMLElement): void {
    view.scrollTop = view.scrollHeight
    lowest.current = view.scrollTop
  }
  function noteAnchor(): void {
    const view = box.current
    if (view === null) return
    const { top } = view.getBoundingClientRect()
    const first = [...view.querySelectorAll<HTMLElement>('[data-message]')].find(
      (element) => element.getBoundingClientRect().bottom > top,
    )
    const id = first?.dataset.message
    anchor.current = first && id !== undefined ? { id, top: first.getBoundingClientRect().top } : undefined
  }
  function hold({ start, end }: Drawn): void {
    const [first, last] = [list[start]?.id, list[end - 1]?.id]
    held.value = first === undefined || last === undefined ? undefined : { first, last }
  }
  function onScroll(): void {
    const view = box.current
    if (view === null) return
    noteAnchor()
    const below = view.scrollHeight - view.clientHeight - view.scrollTop
    if (below < 4 && drawn.end === list.length) {
      held.value = undefined
      return
    }
    if (held.peek() === undefined) {
      // The list has grown since it went to its end, and this event is a late one from then: nobody scrolled up.
      if (view.scrollTop >= lowest.current) {
        toEnd(view)
        return
      }
      hold(drawn)
    }
    fill()
  }
  /** Draws more near the end of the drawn part, and loads more near the end of the loaded part. */
  function fill(): void {
    const view = box.current
    if (view === null) return
    const below = view.scrollHeight - view.clientHeight - view.scrollTop
    if (view.scrollTop < near) {
      if (drawn.start > 0) hold(withOlder(drawn))
      else if (!hasOldest) void session.readOlder(place)
    } else if (below < near && drawn.end < list.length) hold(withNewer(drawn, list.length))
  }
  function follow(): void {
    held.value = undefined
    box.current?.focus()
  }

  const isEmpty = list.length === 0
  return (
    <div class="messages-frame tall grow">
      <div
        ref={box}
        class="messages"
        role="log"
        aria-label={`Messages, ${placeName(state, place)}`}
        aria-live={isFollowing ? 'polite' : 'off'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be scrolled by keyboard.
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={(event) => moveAmong(event, box.current)}
      >
        <div class="messages-inner">
          {isEmpty ? (
            <p class="chat-note small quiet-text">{emptyWords(state, place)}</p>
          ) : (
            drawn.start === 0 && hasOldest && <p class="chat-note small quiet-text">This is the beginning.</p>
          )}
          {rows.map((row) => (
            <Row key={row.key} row={row} place={place} session={session} state={state} />
          ))}
        </div>
      </div>
      {!isFollowing && (
        <Button icon={ArrowDown} class="newer small" onPress={follow}>
          {unseen > 0 ? counted(unseen, 'newer message') : 'To the newest'}
        </Button>
      )}
    </div>
  )
}

/** A message renders again when it, or somebody it names, has changed, but not with every new message. */
class Message extends Component<MessageProps> {
  override shouldComponentUpdate({ state, ...next }: MessageProps): boolean {
    const { state: before, ...props } = this.props
    const isSame = (Object.keys(next) as (keyof typeof next)[]).every((name) => next[name] === props[name])
    return !isSame || (['people', 'channels', 'emoji'] as const).some((name) => state[name] !== before[name])
  }
  override render(props: MessageProps) {
    return <MessageView {...props} />
  }
}

function Row({ row, session, place, state }: Pick<MessageProps, 'session' | 'place' | 'state'> & { row: MessageRow }) {
  switch (row.kind) {
    case 'message':
      return <Message {...{ session, place, state }} message={row.message} isFirst={row.isFirst} />
    case 'day':
      return <p class="chat-note small quiet-text">{dayWords(row.timestamp)}</p>
    case 'place':
      return (
        <Button class="place-head chip" onPress={() => openConversation(session.userId, row.place)}>
          {placeName(state, row.place)}
        </Button>
      )
  }
}

function emptyWords({ people }: ChatState, place: ChatPlace): string {
  const isWithBot = place.kind === 'direct' && place.userIds.some((id) => people.get(id)?.is_bot)
  return isWithBot
    ? 'No messages yet. Every message here is posted to the bot.'
    : 'No messages yet. A bot gets messages that mention it, such as @**Echo** hello.'
}

/** The drawn part's indexes, since messages may have been deleted, or older ones loaded. */
function drawnOf(
  list: readonly { readonly id: number }[],
  held: { readonly first: number; readonly last: number } | undefined,
): Drawn {
  // Every message is at least 20 pixels high, and the list is lower than the window.
  const following = newest(list.length, Math.ceil(innerHeight / 20))
  if (held === undefined) return following
  const start = list.findIndex(({ id }) => id >= held.first)
  const end = list.findLastIndex(({ id }) => id <= held.last) + 1
  return start < 0 || end <= start ? following : { start, end }
}

/** Moves the focus with the arrow keys. */
function moveAmong(event: KeyboardEvent, view: HTMLElement | null): void {
  if (event.shiftKey || (event.target instanceof Element && event.target.closest('input, textarea, select'))) return
  const all = [...(view?.querySelectorAll<HTMLElement>('[data-message]') ?? [])]
  const last = all.length - 1
  moveFocus(event, all, (at) => ({ ArrowDown: at < 0 ? last : at + 1, ArrowUp: at < 0 ? last : at - 1 }))
}
