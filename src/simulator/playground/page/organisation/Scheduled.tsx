import type { Channel, ScheduledMessage } from '../../../../protocol/index.js'
import { hashOf } from '../address.js'
import { control } from '../simulator.js'
import { act, actor, press } from './acting.js'
import { Form } from './Form.js'
import { localTime, type Notice, reasonOf } from './failures.js'
import { useLive } from './live.js'
import { dateText, nameOf } from './names.js'
import { Facts, Page, Part } from './Page.js'

/** What whoever acts will have sent, and what could not be. */
export function Scheduled() {
  const { answer, problem } = useLive<{ scheduled_messages: ScheduledMessage[] }>(
    '/scheduled_messages',
    /^scheduled_messages/,
  )
  const notices = useLive<{ messages: Notice[] }>('/messages', /^scheduled_messages|^message/, {
    anchor: 'newest',
    num_before: 200,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'is', operand: 'dm' }],
  }).answer?.messages
  const channels = useLive<{ streams: Channel[] }>('/streams', /^stream/, { exclude_archived: false }).answer?.streams
  const placeOf = (message: ScheduledMessage) => {
    if (message.type === 'private') return message.to.map(nameOf).join(', ')
    return `#${channels?.find(({ stream_id }) => stream_id === message.to)?.name ?? message.to} › ${message.topic}`
  }
  return (
    <Page<ScheduledMessage>
      title="Scheduled"
      rows={answer?.scheduled_messages ?? []}
      beside={channels}
      problem={problem}
      hint="Text, to:lunch, is:failed"
      fields={{
        to: { kind: 'text', of: placeOf },
        is: { kind: 'flags', flags: { failed: ({ failed }) => failed } },
      }}
      wordsOf={(message) => `${message.content} ${placeOf(message)}`}
      idOf={({ scheduled_message_id }) => String(scheduled_message_id)}
      empty={`${actor.value?.full_name} has nothing scheduled.`}
      add="How to schedule"
      columns={[
        {
          title: 'When',
          width: '10rem',
          cell: ({ failed, scheduled_delivery_timestamp: due }) =>
            failed ? <span class="chip bad">failed</span> : dateText(due),
        },
        { title: 'To', width: 'minmax(0, 1fr)', cell: placeOf },
        { title: 'Message', width: 'minmax(0, 2fr)', cell: ({ content }) => content },
      ]}
      blank={() => (
        <>
          <h3>Send something later</h3>
          <p>
            Write it in <a href={hashOf({ screen: 'chat', choices: {} })}>Chat</a>, and choose a time there.
          </p>
        </>
      )}
      detail={(message) => (
        <Message
          message={message}
          place={placeOf(message)}
          reason={message.failed ? reasonOf(message.scheduled_delivery_timestamp, notices ?? []) : undefined}
        />
      )}
    />
  )
}

function Message({ message, place, reason }: { message: ScheduledMessage; place: string; reason: string | undefined }) {
  const path = `/scheduled_messages/${message.scheduled_message_id}`
  const due = message.scheduled_delivery_timestamp
  const moveTo = (seconds: number) => act('PATCH', path, { scheduled_delivery_timestamp: seconds })
  return (
    <>
      <h3>To {place}</h3>
      <Facts
        facts={[
          ['When', dateText(due)],
          ...(message.failed ? [['Failed', reason ?? 'the service does not say why'] as const] : []),
        ]}
      />
      <Part title="Message and time" isOpen>
        <Form
          label="Message and time"
          submit="Save"
          done="Saved."
          fields={[
            { name: 'content', label: 'Message', kind: 'long', initial: message.content, about: /message/i },
            ...(message.type === 'stream'
              ? [{ name: 'topic', label: 'Topic', initial: message.topic, about: /topic/i }]
              : []),
            {
              name: 'scheduled_delivery_timestamp',
              label: 'When',
              kind: 'time',
              initial: localTime(due),
              about: /time|future/i,
              ...(message.failed && { hint: 'A failed one needs a new time.' }),
            },
          ]}
          save={(filled) => {
            const [content, topic] = [filled.text('content'), filled.text('topic')]
            const time = Math.floor(new Date(filled.text('scheduled_delivery_timestamp')).getTime() / 1000)
            return act('PATCH', path, {
              ...(content !== message.content && { content }),
              ...(message.type === 'stream' && topic !== message.topic && { topic }),
              ...((time !== due || message.failed) && { scheduled_delivery_timestamp: time }),
            })
          }}
        />
      </Part>
      <div class="buttons">
        <button type="button" onClick={() => press('It is sent.', () => sendNow(moveTo))}>
          Send now
        </button>
        <button type="button" class="serious" onClick={() => press('It is deleted.', () => act('DELETE', path))}>
          Delete
        </button>
      </div>
    </>
  )
}

/** The service sends nothing at once: the time is moved to the next second, and a clock that stands still is let go on. */
async function sendNow(moveTo: (seconds: number) => Promise<unknown>): Promise<void> {
  const { kind, time } = await control<{ kind: string; time: number }>('GET', '/clock')
  const next = Math.floor(time / 1000) + 1
  await moveTo(next)
  if (kind === 'frozen') await control('POST', '/clock/advance', { by: next * 1000 - time })
}
