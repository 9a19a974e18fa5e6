import type { ComponentChildren } from 'preact'
import type { Why } from '../../../simulator/control/endpoints/interventions.js'
import { durationText } from '../../timeText.js'
import { administer } from '../admin/administer.js'
import { Rendered } from '../chat/Rendered.js'
import { useAnswer } from '../inspector/requests.js'
import { control } from '../simulator.js'
import { Code, Facts, Loading, LongText } from '../ui/index.js'
import { ConversationLink } from './ConversationLink.js'
import type { ListedDelivery } from './listedDelivery.js'
import { lookOf, noResponse, ownPlaceIn, resultText, tookIn } from './outcomes.js'
import { messageIn } from './writtenMessage.js'

export const whyOf = (message: number, bot: number): Promise<Why> =>
  control('GET', `/why?message=${message}&bot=${bot}`)

/** The overview: why, request, response and outcome. */
export function Overview({ delivery, onTab }: { delivery: ListedDelivery; onTab(tab: string): void }) {
  const { messageId, bot, request, attempts, outcome, trigger, isEdited, log } = delivery
  const why = useAnswer(`${messageId} ${bot.user_id}`, () => whyOf(messageId, bot.user_id)).value
  const message = messageIn(request.body)
  const last = attempts.at(-1)
  const [thrown] = log?.errors ?? []
  const known = typeof why === 'object' ? why : undefined
  return (
    <>
      {thrown && (
        <p class="verdict bad in-a-row">
          <strong>The handler threw</strong>{' '}
          <span>
            {thrown.name}: {thrown.message} <code>{ownPlaceIn(thrown)}</code>
          </span>
          <button type="button" class="link" onClick={() => onTab('log')}>
            Stack and log
          </button>
        </p>
      )}
      <section aria-label="Why">
        <h3>Why</h3>
        <p>
          {known?.says ??
            (typeof why === 'string' ? `${why} It was sent for: ${trigger.replaceAll('_', ' ')}.` : <Loading />)}
        </p>
        <p class="small quiet-text">
          <bdi>{message.sender || 'Somebody unknown'}</bdi> in <ConversationLink body={request.body} />
          {isEdited && ' · the body was edited by hand'}
        </p>
        <Quote>{known ? marked(known) : <LongText text={message.content} />}</Quote>
        {known?.besides.map((sentence) => (
          <p key={sentence} class="small">
            {sentence}
          </p>
        ))}
      </section>
      <section aria-label="Request">
        <h3>Request</h3>
        <p class="code">
          <strong>{request.method}</strong> {request.url || 'not sent: the bot has no address'}{' '}
          <button type="button" class="link" onClick={() => onTab('request')}>
            {(request.body ?? '').length.toLocaleString('en-GB')} characters
          </button>
        </p>
      </section>
      <section aria-label="Response">
        <h3>Response</h3>
        {last ? (
          <p class="code">
            <strong>{resultText(last.result)}</strong>
            {!delivery.late && ` after ${durationText(tookIn(delivery))}`}
            {attempts.length > 1 && (
              <>
                {' '}
                <button type="button" class="link" onClick={() => onTab('attempts')}>
                  {attempts.length} attempts
                </button>
              </>
            )}
          </p>
        ) : (
          <p class="quiet-text">{noResponse(outcome)}</p>
        )}
        {last?.result.kind === 'answered' && last.result.body !== '' && (
          <Code label="The response" text={last.result.body} isBrief />
        )}
      </section>
      <section aria-label="Outcome">
        <h3>Outcome</h3>
        <Outcome delivery={delivery} />
      </section>
    </>
  )
}

/** The outcome. */
function Outcome({ delivery }: { delivery: ListedDelivery }) {
  const { reading, outcome, replyId, late, says, notice, ownerNotice, unread, request } = delivery
  const reply = reading?.kind === 'reply' ? reading : undefined
  const { word, tone } = lookOf({ outcome, hasThrown: false, isLate: late !== null })
  const posted = replyId ?? late?.message
  return (
    <>
      <p class={`verdict in-a-row ${tone}`}>
        <strong>{word}</strong>{' '}
        <span>
          {late ? `answered after ${durationText(tookIn(delivery))} ` : posted === undefined && says}
          {posted !== undefined && (
            <>
              as <ConversationLink body={request.body} message={posted} /> in <ConversationLink body={request.body} />
            </>
          )}
        </span>
      </p>
      {reply && (
        <Quote>
          <LongText text={reply.content} />
        </Quote>
      )}
      <Facts
        of={[
          reply && ['Read from', <code>{reply.from}</code>],
          reply?.widget !== undefined && ['Widget', 'from widget_content'],
          unread.length > 0 && ['Ignored', <code>{unread.join(', ')}</code>],
        ]}
      />
      {notice != null && <Notice title="People were told" text={notice} />}
      {ownerNotice != null && <Notice title="The bot's owner was told" text={ownerNotice} />}
    </>
  )
}

/** A notice of the server, as whoever gets it sees it. */
function Notice({ title, text }: { title: string; text: string }) {
  const asked = useAnswer(text, () => administer('POST /messages/render', { content: text })).value
  return (
    <section aria-label={title}>
      <h4 class="small quiet-text">{title}</h4>
      <Quote>{typeof asked === 'object' ? <Rendered html={asked.rendered} state={anybody} /> : text}</Quote>
    </section>
  )
}

const anybody = { ownId: 0, emoji: new Map() }

function marked({ content, mention }: Why): ComponentChildren {
  if (mention === null) return <LongText text={content} />
  const { from, to } = mention
  return [
    <LongText key="before" text={content.slice(0, from)} />,
    <mark key="mark">{content.slice(from, to)}</mark>,
    <LongText key="after" text={content.slice(to)} />,
  ]
}

/** The source of a message. */
export function Quote({ children }: { children: ComponentChildren }) {
  return (
    <blockquote class="said barred" dir="auto">
      {children}
    </blockquote>
  )
}
