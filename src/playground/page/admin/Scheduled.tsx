import type { ScheduledMessage } from '../../../protocol/index.js'
import { api, unlessRefused } from '../api.js'
import { useLive } from '../live.js'
import { nameOf } from '../organisation.js'
import { control } from '../simulator.js'
import { chip } from '../ui/chip.js'
import { Moment } from '../ui/parts.js'
import { type Acting, saying } from './acting.js'
import { Form } from './Form.js'
import { reasonOf } from './failures.js'
import { Listing } from './Listing.js'

interface Row {
  readonly message: ScheduledMessage
  /** Where it goes. */
  readonly place: string
  /** Why it was not sent. */
  readonly reason: string | undefined
}

/** What whoever acts will have sent, and what could not be. */
export function Scheduled({ actor }: Acting) {
  const live = useLive(
    async (): Promise<readonly Row[]> => {
      const { scheduled_messages } = await api(actor, 'GET /scheduled_messages')
      const channels = (await unlessRefused(api(actor, 'GET /streams', { exclude_archived: false })))?.streams ?? []
      const narrow = [{ operator: 'is', operand: 'private' }]
      const asked = { anchor: 'newest', num_before: 200, num_after: 0, apply_markdown: false, narrow } as const
      const notices = (await unlessRefused(api(actor, 'GET /messages', asked)))?.messages ?? []
      return scheduled_messages.map((message) => ({
        message,
        place:
          message.type === 'private'
            ? message.to.map(nameOf).join(', ')
            : `#${channels.find((one) => one.stream_id === message.to)?.name ?? message.to} › ${message.topic}`,
        reason: reasonOf(message.scheduled_delivery_timestamp, notices),
      }))
    },
    /^scheduled_messages|^message|^stream/,
    [actor.api_key],
  )
  return (
    <Listing
      title="Scheduled"
      live={live}
      wordsOf={({ message, place }) => `${message.content} ${place} ${message.failed ? 'failed' : ''}`}
      idOf={({ message }) => message.scheduled_message_id}
      empty={`${actor.full_name} has nothing scheduled.`}
      columns={{
        When: ['10rem', ({ message }) => (message.failed ? chip('failed', 'bad') : whenOf(message))],
        To: [1, ({ place }) => place],
        Message: [2, ({ message }) => message.content],
      }}
      add="How to schedule"
      blank={<p>A bot or another client schedules messages, by the call scheduledMessages.create.</p>}
      heading={({ place }) => `To ${place}`}
      detail={({ message, reason }) => ({
        facts: [['When', whenOf(message)], message.failed && ['Failed', reason ?? 'the service does not say why']],
        ...actionsOn(message, actor),
      })}
    />
  )
}

const whenOf = ({ scheduled_delivery_timestamp: due }: ScheduledMessage) => <Moment seconds={due} />

function actionsOn(message: ScheduledMessage, actor: Acting['actor']) {
  const { failed, content, scheduled_message_id, scheduled_delivery_timestamp: due } = message
  const change = (changes: object) =>
    api(actor, 'PATCH /scheduled_messages/{scheduled_message_id}', { scheduled_message_id, ...changes })
  /** The service sends nothing at once: the time is moved to the next second, and a clock that stands still goes on. */
  const sendNow = async () => {
    const { kind, time } = await control<{ kind: string; time: number }>('GET', '/clock')
    const next = Math.floor(time / 1000) + 1
    await change({ scheduled_delivery_timestamp: next })
    if (kind === 'frozen') await control('POST', '/clock/advance', { by: next * 1000 - time })
  }
  const remove = () => api(actor, 'DELETE /scheduled_messages/{scheduled_message_id}', { scheduled_message_id })
  return {
    buttons: [
      ['Send now', saying('It is sent.', sendNow)],
      ['Delete', saying('It is deleted.', remove), 'serious'],
    ] as const,
    more: (
      <Form
        title="Message and time"
        fields={{
          content: { label: 'Message', kind: 'long', initial: content },
          ...(message.type === 'stream' && { topic: { label: 'Topic', initial: message.topic } }),
          scheduled_delivery_timestamp: {
            label: 'When',
            kind: 'time',
            initial: due,
            about: 'time|future',
            ...(failed && { hint: 'A failed one needs a new time.' }),
          },
        }}
        onSubmit={(changed, { scheduled_delivery_timestamp }) =>
          saying('Saved.', () => change({ ...changed, ...(failed && { scheduled_delivery_timestamp }) }))()
        }
      />
    ),
  }
}
