import { useAnswer } from '../inspector/asked.js'
import { Quote, Verdict } from '../inspector/Detail.js'
import { control } from '../simulator.js'
import { Facts } from '../ui/Facts.js'
import { Conversation } from './Conversation.js'
import type { Listed } from './store.js'
import { messageIn } from './writtenMessage.js'

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
  const { messageId, bot, request, trigger, isEdited } = delivery
  const told = useAnswer(`${messageId} ${bot.user_id}`, () =>
    control<Why>('GET', `/why?message=${messageId}&bot=${bot.user_id}`),
  ).value
  const message = messageIn(request.body)
  const why = typeof told === 'object' ? told : undefined
  const mention = why?.mention
  return (
    <>
      {why && <Verdict is={why.because} says={why.says} tone={why.triggered ? 'good' : ''} />}
      {typeof told === 'string' && <Verdict says={`${told} It was sent for: ${trigger.replaceAll('_', ' ')}.`} />}
      <Facts
        facts={[
          ['Said by', <bdi key="by">{message.sender || 'somebody unknown'}</bdi>],
          ['In', <Conversation key="in" body={request.body} />],
          mention ? ['Found', `at characters ${mention.from} to ${mention.to}`] : undefined,
          isEdited ? ['Edited', 'Somebody wrote the body; the reason is that of the message it came from.'] : undefined,
        ]}
      />
      <Quote
        title="The message"
        text={
          why && mention ? (
            <>
              {why.content.slice(0, mention.from)}
              <mark>{why.content.slice(mention.from, mention.to)}</mark>
              {why.content.slice(mention.to)}
            </>
          ) : (
            (why ?? message).content
          )
        }
      />
      {why && why.besides.length > 0 && (
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
