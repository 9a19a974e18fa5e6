import { control } from '../simulator.js'
import { useAnswer } from './detail.js'
import type { Listed } from './store.js'
import { conversationOf, messageIn } from './writtenMessage.js'

interface Why {
  readonly triggered: boolean
  readonly because: string
  readonly says: string
  readonly content: string
  /** Where what decided it stands in the content. */
  readonly mention: { readonly from: number; readonly to: number } | null
  readonly besides: readonly string[]
}

/** Why the message reached the bot: what was said, and what in it decided that. */
export function WhyTab({ delivery }: { delivery: Listed }) {
  const { messageId, bot } = delivery
  const why = useAnswer(`${messageId} ${bot.user_id}`, () =>
    control<Why>('GET', `/why?message=${messageId}&bot=${bot.user_id}`),
  ).value
  const message = messageIn(delivery)
  return (
    <>
      {typeof why === 'object' && (
        <p class={`verdict ${why.triggered ? 'good' : ''}`}>
          <strong>{why.because}</strong> <span>{why.says}</span>
        </p>
      )}
      {typeof why === 'string' && (
        <p class="verdict">
          <span>
            {why} It was sent for: {delivery.trigger.replaceAll('_', ' ')}.
          </span>
        </p>
      )}
      <dl class="facts">
        <dt>Said by</dt>
        <dd>
          <bdi>{message.sender || 'somebody unknown'}</bdi>
        </dd>
        <dt>In</dt>
        <dd>
          <Conversation delivery={delivery} />
        </dd>
        {typeof why === 'object' && why.mention !== null && (
          <>
            <dt>Found</dt>
            <dd>
              at characters {why.mention.from} to {why.mention.to}
            </dd>
          </>
        )}
        {delivery.isEdited && (
          <>
            <dt>Edited</dt>
            <dd>The body was written by somebody; the reason is that of the message it came from.</dd>
          </>
        )}
      </dl>
      <h3>The message</h3>
      <blockquote class="said" dir="auto">
        {typeof why === 'object' ? <Marked {...why} /> : message.content}
      </blockquote>
      {typeof why === 'object' && why.besides.length > 0 && (
        <>
          <h3>Besides</h3>
          <ul class="plain-list">
            {why.besides.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Marked({ content, mention }: Why) {
  if (mention === null) return <>{content}</>
  return (
    <>
      {content.slice(0, mention.from)}
      <mark>{content.slice(mention.from, mention.to)}</mark>
      {content.slice(mention.to)}
    </>
  )
}

/** The way to the conversation in the chat. */
export function Conversation({ delivery }: { delivery: Listed }) {
  const { name, hash } = conversationOf(delivery)
  return hash === undefined ? (
    <bdi>{name}</bdi>
  ) : (
    <a href={hash}>
      <bdi>{name}</bdi>
    </a>
  )
}
