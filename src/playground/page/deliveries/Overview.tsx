import type { ComponentChildren } from 'preact'
import type { Why } from '../../../simulator/control/endpoints/interventions.js'
import { roundedDuration } from '../../timeText.js'
import { administer } from '../admin/administer.js'
import { counted } from '../bar/readout.js'
import { Rendered } from '../chat/Rendered.js'
import { useAnswer } from '../liveAnswers.js'
import { control } from '../simulator.js'
import { Button, Code, Facts, Loading, LongText } from '../ui/index.js'
import { messageIn } from './bodyMessage.js'
import { ConversationLink } from './ConversationLink.js'
import { RequestLine, ResponseLine } from './exchangeTabs.js'
import type { ListedDelivery } from './listedDelivery.js'
import { lookOf, ownPlaceIn, tookIn } from './outcomes.js'

export const whyOf = (message: number, bot: number): Promise<Why> =>
  control('GET', `/why?message=${message}&bot=${bot}`)

/** The overview: why, request, response and outcome. */
export function Overview({ delivery, onTab }: { delivery: ListedDelivery; onTab(tab: string): void }) {
  const { messageId, bot, request, attempts, trigger, isEdited, log } = delivery
  const why = useAnswer(`${messageId} ${bot.user_id}`, () => whyOf(messageId, bot.user_id))
  const message = messageIn(request.body)
  const last = attempts.at(-1)
  const [thrown] = log?.errors ?? []
  const known = why?.value
  return (
    <>
      {thrown && (
        <p class="verdict bad in-a-row">
          <strong>The handler threw</strong>{' '}
          <span>
            {thrown.name}: {thrown.message} <code>{ownPlaceIn(thrown)}</code>
          </span>
          <Button says="Stack and log" class="link" onPress={() => onTab('log')} />
        </p>
      )}
      <section aria-label="Why">
        <h3>Why</h3>
        <p>{known?.says ?? (why ? `${why.problem} It was sent for: ${trigger.replaceAll('_', ' ')}.` : <Loading />)}</p>
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
        <RequestLine delivery={delivery}>
          <Button class="link" onPress={() => onTab('request')}>
            {counted((request.body ?? '').length, 'character')}
          </Button>
        </RequestLine>
      </section>
      <section aria-label="Response">
        <h3>Response</h3>
        <ResponseLine delivery={delivery}>
          {attempts.length > 1 && (
            <Button says={`${attempts.length} attempts`} class="link" onPress={() => onTab('attempts')} />
          )}
        </ResponseLine>
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
          {late ? `answered after ${roundedDuration(tookIn(delivery))} ` : posted === undefined && says}
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
  const html = useAnswer(text, () => administer('POST /messages/render', { content: text }))?.value?.rendered
  return (
    <section aria-label={title}>
      <h4 class="small quiet-text">{title}</h4>
      <Quote>{html === undefined ? text : <Rendered html={html} state={anybody} />}</Quote>
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
