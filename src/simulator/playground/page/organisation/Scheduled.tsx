import type { Channel, ScheduledMessage } from '../../../../protocol/index.js'
import { hashOf } from '../address.js'
import { control } from '../simulator.js'
import { chip } from '../ui/chip.js'
import { act, actor } from './acting.js'
import type { Given } from './Form.js'
import { localTime, type Notice, reasonOf } from './failures.js'
import { useLive } from './live.js'
import { dateText, nameOf } from './names.js'
import { FormPart, Page, Press } from './Page.js'

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
      rows={answer?.scheduled_messages}
      beside={channels}
      problem={problem}
      hint="Text, to:lunch, is:failed"
      fields={{ to: placeOf, is: { kind: 'flags', flags: { failed: ({ failed }) => failed } } }}
      wordsOf={(message) => `${message.content} ${placeOf(message)}`}
      idOf={({ scheduled_message_id }) => scheduled_message_id}
      empty={`${actor.value?.full_name} has nothing scheduled.`}
      columns={{
        When: [
          '10rem',
          ({ failed, scheduled_delivery_timestamp: due }) => (failed ? chip('failed', 'bad') : dateText(due)),
        ],
        To: [1, placeOf],
        Message: [2, ({ content }) => content],
      }}
      add="How to schedule"
      blank={
        <p>
          Write in <a href={hashOf({ screen: 'chat', choices: {} })}>Chat</a>, and choose a time there.
        </p>
      }
      heading={(message) => `To ${placeOf(message)}`}
      facts={({ failed, scheduled_delivery_timestamp: due }) => [
        ['When', dateText(due)],
        failed ? ['Failed', reasonOf(due, notices ?? []) ?? 'the service does not say why'] : undefined,
      ]}
      detail={detailOf}
    />
  )
}

function detailOf(message: ScheduledMessage) {
  const { failed, content, scheduled_delivery_timestamp: due } = message
  const path = `/scheduled_messages/${message.scheduled_message_id}`
  const change = (given: Given) => act('PATCH', path, given)
  return (
    <>
      <FormPart
        title="Message and time"
        isOpen
        fields={{
          content: { label: 'Message', kind: 'long', initial: content },
          ...(message.type === 'stream' && { topic: { label: 'Topic', initial: message.topic } }),
          scheduled_delivery_timestamp: {
            label: 'When',
            kind: 'time',
            initial: localTime(due),
            about: /time|future/i,
            ...(failed && { hint: 'A failed one needs a new time.' }),
          },
        }}
        save={(given, { scheduled_delivery_timestamp }) =>
          change({ ...given, ...(failed && { scheduled_delivery_timestamp }) })
        }
      />
      <div class="buttons">
        <Press
          name="Send now"
          done="It is sent."
          work={() => sendNow((next) => change({ scheduled_delivery_timestamp: next }))}
        />
        <Press name="Delete" done="It is deleted." work={() => act('DELETE', path)} tone="serious" />
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
