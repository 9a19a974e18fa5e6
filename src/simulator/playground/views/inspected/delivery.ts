import type { ListedDelivery } from '../../listedDelivery.js'
import { outcomeTones } from '../../outcomes.js'
import { Refused } from '../../service.js'
import { durationText } from '../../timeText.js'
import { bodyIn, messageIn } from '../../writtenMessage.js'
import type { Asked } from '../asking.js'
import { chip, code, el, factsOf, part, type Shown } from '../shown.js'
import type { View } from '../view.js'
import { attemptsOf } from './attempts.js'
import { differing } from './comparing.js'
import { conversationOf } from './conversation.js'
import { differences } from './differences.js'
import { aside, bdi, choicesOf, inspected, quote, verdict } from './inspected.js'
import { resultText } from './resultText.js'

/** One delivery from all sides. */
export const delivery: View = {
  changes: /^never$/,
  async show(asked) {
    const one = await read(asked, asked.id)
    const { id, bot, trigger, outcome, attempts, faults, queuedAt, resends, isEdited } = one
    return inspected(
      {
        title: [`Delivery ${id} to `, bdi(bot.full_name), ' ', chip(outcome, outcomeTones[outcome])],
        line: [
          `${trigger.replaceAll('_', ' ')} · `,
          part('Moment', { seconds: queuedAt / 1000, shows: 'all' }),
          typeof resends === 'number' && [
            ' · sends ',
            part('Choice', { name: `delivery ${resends}`, choices: { d: String(resends) }, look: 'link' }),
            ' again',
          ],
          isEdited && ' · edited',
        ],
        faults,
        tabs: [
          { id: 'why', title: 'Why', content: () => why(asked, one) },
          { id: 'request', title: 'Request', content: () => request(one) },
          { id: 'response', title: 'Response', content: () => response(one) },
          { id: 'reading', title: 'Interpretation', content: () => interpretation(one) },
          {
            id: 'attempts',
            title: 'Attempts',
            note: attempts.length > 1 ? String(attempts.length) : undefined,
            content: () => attemptsOf(one),
          },
          { id: 'diff', title: 'Difference', content: () => difference(asked, one) },
        ],
      },
      choicesOf(asked).get('tab'),
    )
  },
  deeds: {},
}

const read = ({ control }: Asked, id: string) => control<ListedDelivery>('GET', `/deliveries/${encodeURIComponent(id)}`)

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
async function why({ control }: Asked, one: ListedDelivery): Promise<Shown> {
  const told = await control<Why>('GET', `/why?message=${one.messageId}&bot=${one.bot.user_id}`).catch((error) => {
    if (error instanceof Refused) return error.message
    throw error
  })
  const message = messageIn(one.request.body)
  const known = typeof told === 'string' ? undefined : told
  const mention = known?.mention
  return [
    known
      ? verdict(known.because, known.says, known.triggered ? 'good' : '')
      : verdict('', `${told} It was sent for: ${one.trigger.replaceAll('_', ' ')}.`),
    factsOf([
      ['Said by', bdi(message.sender || 'somebody unknown')],
      ['In', conversationOf(one.request.body)],
      mention ? ['Found', `at characters ${mention.from} to ${mention.to}`] : undefined,
      one.isEdited ? ['Edited', 'Somebody wrote the body; the reason is that of the message it came from.'] : undefined,
    ]),
    quote(
      'The message',
      known && mention
        ? [
            known.content.slice(0, mention.from),
            el('mark', '', known.content.slice(mention.from, mention.to)),
            known.content.slice(mention.to),
          ]
        : (known ?? message).content,
    ),
    known &&
      known.besides.length > 0 && [
        el('h3', '', 'Besides'),
        el(
          'ul',
          'plain-list',
          known.besides.map((sentence) => el('li', '', sentence)),
        ),
      ],
  ]
}

/** What was posted, as it went. */
const request = ({ request: { method, url, headers, body } }: ListedDelivery): Shown => [
  el('p', 'request-line', el('strong', '', method), ` ${url || 'nowhere: the bot has no address'}`),
  sent(headers, body ?? '', 'How the body is shown'),
]

/** What came back the last time. */
function response({ attempts, outcome }: ListedDelivery): Shown {
  const last = attempts.at(-1)
  if (last === undefined) return aside(outcome === 'held' ? 'It is held, and was not sent yet.' : 'There is none yet.')
  const { result, duration, exchanges } = last
  return [
    el('p', 'request-line', el('strong', '', resultText(result)), ` after ${durationText(duration)}`),
    exchanges.slice(0, -1).map(({ url, status }) => el('p', 'small', `${status} from ${url}, which led elsewhere`)),
    result.kind === 'answered' &&
      sent({ 'Content-Type': result.type || '(none)' }, result.body, 'How the answer is shown'),
  ]
}

const sent = (headers: Readonly<Record<string, string>>, body: string, label: string): Shown => [
  el('h3', '', 'Headers'),
  factsOf(Object.entries(headers), 'headers'),
  el('h3', '', 'Body'),
  part('Payload', { text: body, label }),
]

/** How the answer was read, and what came of it. */
function interpretation(one: ListedDelivery): Shown {
  const { outcome, reading, says, unread, replyId, notice, ownerNotice } = one
  const reply = reading?.kind === 'reply' ? reading : undefined
  const conversation = conversationOf(one.request.body)
  return [
    verdict(outcome, says, outcome === 'replied' ? 'good' : outcome === 'failed' ? 'bad' : ''),
    reply && quote(`What it said, in ${reply.from}`, reply.content),
    reply?.widget !== undefined && el('p', 'small', 'It brought a widget along, in widget_content.'),
    typeof replyId === 'number' && el('p', '', `Posted as message ${replyId} in `, conversation, '.'),
    notice && quote(['Posted about it in ', conversation], notice),
    ownerNotice && quote('What the bot’s owner was told', ownerNotice),
    unread.length > 0 && el('p', 'small', 'Not looked at: ', code(unread.join(', '))),
  ]
}

/** What is another in this delivery than in the one before it to the same bot, or in one that is chosen. */
async function difference(asked: Asked, one: ListedDelivery): Promise<Shown> {
  const chosen = choicesOf(asked).get('against') ?? ''
  const other = /^\d+$/.test(chosen) ? Number(chosen) : usualOther(asked, one)
  return [
    part('Number', { label: 'Compared with delivery', value: other ?? '', choice: 'against' }),
    other === undefined
      ? aside('It is the first to this bot. Choose another to compare it with.')
      : await against(asked, one, other),
  ]
}

/** The one that was sent again, or else the one before to the same bot. */
function usualOther({ context }: Asked, { id, bot, resends }: ListedDelivery): number | undefined {
  if (typeof resends === 'number') return resends
  return context.courier.deliveries.findLast((one) => one.id < id && one.bot.id === bot.user_id)?.id
}

async function against(asked: Asked, one: ListedDelivery, other: number): Promise<Shown> {
  try {
    const before = await read(asked, String(other))
    return [
      el('h3', '', 'Request'),
      differing(differences(requestOf(before), requestOf(one))),
      el('h3', '', 'Response'),
      differing(differences(responseOf(before), responseOf(one))),
    ]
  } catch (error) {
    if (error instanceof Refused) return aside(error.message)
    throw error
  }
}

const requestOf = ({ request: { url, headers, body } }: ListedDelivery) => ({ url, headers, body: bodyIn(body) })

function responseOf({ attempts, outcome }: ListedDelivery): unknown {
  const result = attempts.at(-1)?.result
  return {
    outcome,
    attempts: attempts.length,
    ...result,
    ...(result && 'body' in result && { body: bodyIn(result.body) }),
  }
}
