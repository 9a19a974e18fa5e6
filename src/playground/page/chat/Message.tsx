import { useComputed } from '@preact/signals'
import type { Message } from '../../../protocol/index.js'
import { attempt } from '../notices.js'
import { chip } from '../ui/index.js'
import { quoteAndReply } from './compose/composer.js'
import { DeliveryChips } from './DeliveryChips.js'
import { dateAndTime, timeOfDay } from './dates.js'
import { EditMessage, editing, isTouched, MessageActions } from './MessageActions.js'
import { initials, type Named, senderOf } from './names.js'
import type { ChatPlace } from './place.js'
import { Reactions } from './Reactions.js'
import { Rendered } from './Rendered.js'
import type { ChatSession } from './session.js'
import type { ChatState } from './state.js'
import { widgetOf } from './Widget.js'

export interface MessageProps {
  readonly message: Message
  readonly isFirst: boolean
  readonly session: ChatSession
  /** Where it is shown: its conversation, or the whole channel. */
  readonly place: ChatPlace
  readonly state: ChatState
}

/** A message: sender and time (unless a message above shows them), content, reactions and deliveries. */
export function MessageView({ message, isFirst, session, place, state }: MessageProps) {
  const { id, timestamp = 0, flags = [] } = message
  const isEdited = useComputed(() => editing.value === id)
  const who = senderOf(state, message)
  const isMe = message.is_me_message
  const widget = widgetOf({ message, state })
  const isCalled = flags.includes('mentioned') || flags.includes('wildcard_mentioned')
  const isHeaded = isFirst || isMe
  const classes = ['message', isHeaded && 'first', isCalled && 'called', !flags.includes('read') && 'unread']
  const acted = { userId: session.userId, place, message }
  return (
    <article
      class={classes.filter(Boolean).join(' ')}
      data-message={id}
      aria-label={`${who.name}, ${timeOfDay(timestamp)}`}
      tabIndex={-1}
      onClick={({ target, currentTarget }) => {
        const isOwn = target instanceof Element && target.closest('a, button, input, textarea, summary, [popover]')
        if (isTouched && !isOwn && getSelection()?.isCollapsed !== false) openMenu(currentTarget)
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
        if (event.key !== 'Enter' && event.key !== '>') return
        // Otherwise the key would activate the menu's first item, or be written below the quotation.
        event.preventDefault()
        if (event.key === '>') void attempt(() => quoteAndReply(acted))
        else openMenu(event.currentTarget)
      }}
    >
      <div class="message-side">
        {isHeaded ? <Avatar id={message.sender_id} who={who} /> : <MessageTime timestamp={timestamp} />}
      </div>
      <div>
        {isHeaded && (
          <div class="message-head in-a-row">
            <bdi class="sender">{who.name}</bdi>
            {who.marks.map((mark) => chip(mark))}
            {isMe && <Rendered html={message.content.replace(/^(<p>)?\/me /, '$1')} state={state} />}
            <MessageTime timestamp={timestamp} />
          </div>
        )}
        {widget ?? (!isMe && <Rendered html={message.content} state={state} />)}
        <div class="message-foot in-a-row">
          <Changed message={message} />
          <Reactions message={message} session={session} state={state} />
          <DeliveryChips messageId={id} />
        </div>
      </div>
      {isEdited.value ? <EditMessage {...acted} /> : <MessageActions {...acted} />}
    </article>
  )
}

const openMenu = (message: Element) => message.querySelector<HTMLElement>('.message-actions [aria-haspopup]')?.click()

/** Degrees between consecutive IDs, so that neighbours differ in colour. */
const hueStep = 137

/** Somebody's initials; hidden from screen readers, since the name is next to it. */
function Avatar({ id, who }: { id: number; who: Named }) {
  return (
    <span class="avatar" style={{ '--hue': id * hueStep }} aria-hidden="true">
      {initials(who.name)}
    </span>
  )
}

function MessageTime({ timestamp }: { timestamp: number }) {
  return (
    <time
      class="message-time figure small quiet-text"
      dateTime={new Date(timestamp * 1000).toISOString()}
      title={dateAndTime(timestamp)}
    >
      {timeOfDay(timestamp)}
    </time>
  )
}

function Changed({ message: { last_edit_timestamp: edited, last_moved_timestamp: moved } }: { message: Message }) {
  return Object.entries({ edited, moved }).map(
    ([what, at]) =>
      at !== undefined && (
        <span key={what} class="small quiet-text" title={dateAndTime(at)}>
          {what}
        </span>
      ),
  )
}
