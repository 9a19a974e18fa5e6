import { type Asked, nameOf } from '../asking.js'
import { el, part, type Shown, small } from '../shown.js'
import type { View } from '../view.js'

/** How a message was at a time, and what it had been before, as the service tells it. */
interface PastVersion {
  readonly timestamp: number
  readonly user_id: number | null
  readonly content: string
  readonly topic?: string
  readonly stream?: number
  readonly prev_content?: string
  readonly prev_topic?: string
  readonly prev_stream?: number
}

/** What a message was before it was changed, the newest change first. */
export const history: View = {
  changes: /^update_message/,
  async show(asked) {
    const { message_history } = await asked.act<{ message_history: readonly PastVersion[] }>(
      'GET',
      `/messages/${encodeURIComponent(asked.id)}/history`,
    )
    const { answer } = await asked.look<{ streams: { stream_id: number; name: string }[] }>('/streams')
    const channelOf = (id: number) => `#${answer?.streams.find(({ stream_id }) => stream_id === id)?.name ?? id}`
    return el(
      'ol',
      'history',
      message_history.toReversed().map((version, index, all) => {
        const isFirst = index === all.length - 1
        return el('li', { key: `${version.timestamp} ${index}` }, happened(asked, version, isFirst), [
          version.prev_topic !== undefined &&
            version.topic !== undefined &&
            el('p', '', before(version.prev_topic), ' ', after(version.topic)),
          version.prev_stream !== undefined &&
            version.stream !== undefined &&
            el('p', '', before(channelOf(version.prev_stream)), ' ', after(channelOf(version.stream))),
          version.prev_content !== undefined && text(before(version.prev_content)),
          (version.prev_content !== undefined || isFirst) &&
            text(version.prev_content === undefined ? version.content : after(version.content)),
        ])
      }),
    )
  },
  deeds: {},
}

const before = (was: string) => el('del', '', was)
const after = (is: string) => el('ins', '', is)
const text = (shown: Shown) => el('p', { class: 'history-text', dir: 'auto' }, shown)

function happened(
  asked: Asked,
  { user_id, timestamp, prev_content, prev_topic, prev_stream }: PastVersion,
  isFirst: boolean,
) {
  const parts = [
    prev_content !== undefined && 'edited',
    (prev_topic !== undefined || prev_stream !== undefined) && 'moved',
  ]
  return small(
    user_id === null ? 'somebody' : nameOf(asked, user_id),
    ' · ',
    part('Moment', { seconds: timestamp, shows: 'all' }),
    ' · ',
    isFirst ? 'sent' : parts.filter(Boolean).join(', '),
  )
}
