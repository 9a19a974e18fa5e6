import type { Channel, ScheduledMessage } from '../../../../protocol/index.js'
import { type Asked, moment, nameOf } from '../asking.js'
import { listing } from '../listing.js'
import { buttons, chip, el, fold, part, type Shown } from '../shown.js'
import { saying, type View } from '../view.js'
import { type Notice, reasonOf } from './failures.js'

/** What whoever acts will have sent, and what could not be. */
export const scheduled: View = {
  changes: /^scheduled_messages|^message|^stream/,
  async show(asked) {
    const { answer, problem } = await all(asked)
    const { answer: notices } = await asked.look<{ messages: Notice[] }>('/messages', {
      anchor: 'newest',
      num_before: 200,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: 'is', operand: 'private' }],
    })
    const { answer: channels } = await asked.look<{ streams: Channel[] }>('/streams', { exclude_archived: false })
    const placeOf = (message: ScheduledMessage) => {
      if (message.type === 'private') return message.to.map((id) => nameOf(asked, id)).join(', ')
      const name = channels?.streams.find(({ stream_id }) => stream_id === message.to)?.name
      return `#${name ?? message.to} › ${message.topic}`
    }
    return listing<ScheduledMessage>(asked, {
      title: 'Scheduled',
      rows: answer?.scheduled_messages,
      problem,
      hint: 'Text, to:lunch, is:failed',
      fields: { to: placeOf, is: { kind: 'flags', flags: { failed: ({ failed }) => failed } } },
      wordsOf: (message) => `${message.content} ${placeOf(message)}`,
      idOf: ({ scheduled_message_id }) => scheduled_message_id,
      empty: `${asked.actor.full_name} has nothing scheduled.`,
      columns: {
        When: [
          '10rem',
          ({ failed, scheduled_delivery_timestamp: due }) => (failed ? chip('failed', 'bad') : moment(due)),
        ],
        To: [1, placeOf],
        Message: [2, ({ content }) => content],
      },
      add: 'How to schedule',
      blank: el('p', '', 'Write in ', el('a', { href: '#/chat' }, 'Chat'), ', and choose a time there.'),
      heading: (message) => `To ${placeOf(message)}`,
      facts: ({ failed, scheduled_delivery_timestamp: due }) => [
        ['When', moment(due)],
        failed ? ['Failed', reasonOf(due, notices?.messages ?? []) ?? 'the service does not say why'] : undefined,
      ],
      detail: detailOf,
    })
  },
  deeds: {
    async edit(asked, given, { scheduled_delivery_timestamp }) {
      const { answer } = await all(asked)
      const failed = answer?.scheduled_messages.find((one) => String(one.scheduled_message_id) === asked.id)?.failed
      await change(asked, { ...given, ...(failed && { scheduled_delivery_timestamp }) })
      return { said: 'Saved.' }
    },
    /** The service sends nothing at once: the time is moved to the next second, and a clock that stands still is let go on. */
    sendNow: saying('It is sent.', async (asked) => {
      const { kind, time } = await asked.control<{ kind: string; time: number }>('GET', '/clock')
      const next = Math.floor(time / 1000) + 1
      await change(asked, { scheduled_delivery_timestamp: next })
      if (kind === 'frozen') await asked.control('POST', '/clock/advance', { by: next * 1000 - time })
    }),
    delete: saying('It is deleted.', ({ act, id }) => act('DELETE', `/scheduled_messages/${id}`)),
  },
}

const all = ({ look }: Asked) => look<{ scheduled_messages: ScheduledMessage[] }>('/scheduled_messages')

const change = ({ act, id }: Asked, given: Record<string, unknown>) => act('PATCH', `/scheduled_messages/${id}`, given)

function detailOf(message: ScheduledMessage): Shown {
  const { failed, content, scheduled_delivery_timestamp: due } = message
  return [
    fold(
      'Message and time',
      true,
      part('Form', {
        title: 'Message and time',
        deed: 'edit',
        fields: {
          content: { label: 'Message', kind: 'long', initial: content },
          ...(message.type === 'stream' && { topic: { label: 'Topic', initial: message.topic } }),
          scheduled_delivery_timestamp: {
            label: 'When',
            kind: 'time',
            initial: String(due),
            about: 'time|future',
            ...(failed && { hint: 'A failed one needs a new time.' }),
          },
        },
      }),
    ),
    buttons(
      part('Press', { name: 'Send now', deed: 'sendNow' }),
      part('Press', { name: 'Delete', deed: 'delete', tone: 'serious' }),
    ),
  ]
}
