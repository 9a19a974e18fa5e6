import type { Channel, ScheduledMessage } from '../../../../protocol/index.js'
import { type Asked, moment, nameOf } from '../asking.js'
import { buttons, chip, el, fold, part, type Shown } from '../shown.js'
import { saying, type View } from '../view.js'

/** The messages that somebody has yet to send, and those that could not be sent. */
export const toBeSent: View = {
  changes: /^scheduled_messages/,
  async show(asked) {
    const all = await scheduledBy(asked)
    const { answer } = await asked.look<{ streams: Channel[] }>('/streams', { exclude_archived: false })
    const nameOfChannel = (id: number) =>
      answer?.streams.find(({ stream_id }) => stream_id === id)?.name ?? `channel ${id}`
    return [
      all.length === 0 && el('p', 'quiet-text', 'Nothing is to be sent later.'),
      el(
        'ul',
        'scheduled-list',
        all
          .toSorted((one, other) => one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp)
          .map((one) => rowOf(asked, one, nameOfChannel)),
      ),
    ]
  },
  deeds: {
    change: saying('Saved.', ({ act }, { id, ...given }) => act('PATCH', `/scheduled_messages/${id}`, given)),
    async cancel(asked, { id }) {
      const one = (await scheduledBy(asked)).find((other) => other.scheduled_message_id === id)
      await asked.act('DELETE', `/scheduled_messages/${id}`)
      return { said: 'It will not be sent.', ...(one && { back: { deed: 'schedule', given: { ...one } } }) }
    },
    async schedule({ act }, { type, to, topic, content, scheduled_delivery_timestamp }) {
      await act('POST', '/scheduled_messages', { type, to, topic, content, scheduled_delivery_timestamp })
      return undefined
    },
  },
}

async function scheduledBy({ act }: Asked): Promise<readonly ScheduledMessage[]> {
  return (await act<{ scheduled_messages: ScheduledMessage[] }>('GET', '/scheduled_messages')).scheduled_messages
}

function rowOf(asked: Asked, one: ScheduledMessage, nameOfChannel: (id: number) => string): Shown {
  const { scheduled_message_id: id, content, failed, scheduled_delivery_timestamp: due } = one
  const [name, place] =
    one.type === 'stream'
      ? [`#${nameOfChannel(one.to)} › ${one.topic}`, `channel/${one.to}/${one.topic}`]
      : [one.to.map((who) => nameOf(asked, who)).join(', '), `dm/${one.to.join(',')}`]
  return el(
    'li',
    { key: id },
    el(
      'p',
      'scheduled-head',
      part('Conversation', { name, place, look: 'quiet' }),
      chip([failed && 'could not be sent ', moment(due)], failed ? 'bad' : ''),
    ),
    el('p', { class: 'scheduled-content', dir: 'auto' }, content),
    fold(
      'Another text or time',
      false,
      part('Form', {
        title: `Change what is sent to ${name}`,
        submit: 'Keep',
        deed: 'change',
        given: { id },
        fields: {
          content: { label: 'Message', kind: 'long', initial: content },
          scheduled_delivery_timestamp: { label: 'When', kind: 'time', initial: String(due), about: 'time|future' },
        },
      }),
    ),
    buttons(part('Press', { name: 'Do not send', deed: 'cancel', given: { id } })),
  )
}
