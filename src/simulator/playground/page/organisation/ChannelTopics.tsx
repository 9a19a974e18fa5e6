import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Channel } from '../../../../protocol/index.js'
import { onEntries } from '../connection.js'
import { act, press } from './acting.js'
import { useLive } from './live.js'

/** The topics of a channel, which go when their messages do. */
export function ChannelTopics({ channel: { stream_id } }: { channel: Channel }) {
  const { answer, problem } = useLive<{ topics: { name: string; max_id: number }[] }>(
    `/users/me/${stream_id}/topics`,
    /message/,
    { allow_empty_topic_name: true },
  )
  const topics = answer?.topics ?? []
  return (
    <section class="topics" aria-label="Topics">
      <h4>
        Topics <span class="chip">{topics.length}</span>
      </h4>
      {problem !== undefined && <p class="small problem">{problem}</p>}
      <ul>
        {topics.map(({ name }) => (
          <li key={name}>
            <Topic channelId={stream_id} topic={name} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What one asks for at a time to count a topic's messages. */
const counted = 5000

/** A topic, and how far its deletion is: the service deletes in batches, so it is asked until it is complete. */
function Topic({ channelId, topic }: { channelId: number; topic: string }) {
  const total = useSignal(0)
  const gone = useSignal(0)
  const batches = useSignal(0)
  useEffect(
    () =>
      onEntries((entries) => {
        for (const entry of entries) {
          if (entry.kind !== 'event' || entry.event.type !== 'delete_message') continue
          const { stream_id, message_ids, topic: of } = entry.event
          if (stream_id === channelId && of === topic) gone.value += message_ids.length
        }
      }),
    [channelId, topic],
  )
  const remove = async () => {
    const { messages } = await act<{ messages: unknown[] }>('GET', '/messages', {
      anchor: 'newest',
      num_before: counted,
      num_after: 0,
      apply_markdown: false,
      narrow: [
        { operator: 'channel', operand: channelId },
        { operator: 'topic', operand: topic },
      ],
    })
    gone.value = 0
    batches.value = 0
    total.value = messages.length
    try {
      for (let isComplete = false; !isComplete; ) {
        const { complete, result } = await act<{ complete?: boolean; result: string }>(
          'POST',
          `/streams/${channelId}/delete_topic`,
          { topic_name: topic },
        )
        batches.value += 1
        // Older servers said in their own word that messages are left.
        isComplete = complete ?? result === 'success'
      }
    } finally {
      total.value = 0
    }
  }
  const shown = topic === '' ? 'no topic' : topic
  return (
    <>
      <span class={topic === '' ? 'quiet-text' : ''}>{shown}</span>
      {total.value > 0 ? (
        <span class="small quiet-text">
          <progress aria-label={`Deleting ${shown}`} max={total.value} value={gone.value} /> {gone.value} of{' '}
          {total.value}
          {total.value >= counted && ' or more'}, batch {batches.value + 1}
        </span>
      ) : (
        <button
          type="button"
          class="quiet serious"
          aria-label={`Delete the topic ${shown}`}
          onClick={() => press(`The topic ${shown} is deleted.`, remove)}
        >
          Delete
        </button>
      )}
    </>
  )
}
