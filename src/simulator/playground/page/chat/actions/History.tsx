import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { dayAndTimeText } from '../../../timeText.js'
import { attemptIn } from '../../notices.js'
import { Dialog } from '../../ui/Dialog.js'
import { Problem } from '../../ui/Problem.js'
import { sessionOf } from '../session.js'
import type { ChatState } from '../state.js'
import type { Acted } from './acts.js'
import { historyOf, type PastVersion } from './service.js'

/** What a message was before it was changed, the newest change first. */
export function History({ acted: { userId, message }, onClose }: { acted: Acted; onClose(): void }) {
  const { call, state } = sessionOf(userId)
  const versions = useSignal<readonly PastVersion[] | undefined>(undefined)
  const problem = useSignal('')
  useEffect(() => {
    void attemptIn(problem, async () => {
      versions.value = (await historyOf(call, message.id)).toReversed()
    })
  }, [message.id])
  return (
    <Dialog title="History of the message" onClose={onClose}>
      <Problem text={problem.value} />
      <ol class="history">
        {versions.value?.map((version, index, all) => (
          <li key={`${version.timestamp} ${all.length - index}`}>
            <p class="small quiet-text">
              {nameOf(state.value, version.user_id)} · {dayAndTimeText(version.timestamp * 1000).slice(0, 19)} ·{' '}
              {whatHappened(version, index === all.length - 1)}
            </p>
            {version.prev_topic !== undefined && version.topic !== undefined && (
              <p>
                <del>{version.prev_topic}</del> <ins>{version.topic}</ins>
              </p>
            )}
            {version.prev_stream !== undefined && version.stream !== undefined && (
              <p>
                <del>#{channelOf(state.value, version.prev_stream)}</del>{' '}
                <ins>#{channelOf(state.value, version.stream)}</ins>
              </p>
            )}
            {version.prev_content !== undefined && (
              <p class="history-text" dir="auto">
                <del>{version.prev_content}</del>
              </p>
            )}
            {(version.prev_content !== undefined || index === all.length - 1) && (
              <p class="history-text" dir="auto">
                {version.prev_content === undefined ? version.content : <ins>{version.content}</ins>}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

function whatHappened({ prev_content, prev_topic, prev_stream }: PastVersion, isFirst: boolean): string {
  if (isFirst) return 'sent'
  const parts = [
    prev_content !== undefined && 'edited',
    (prev_topic !== undefined || prev_stream !== undefined) && 'moved',
  ]
  return parts.filter((part) => part !== false).join(', ')
}

const nameOf = (state: ChatState | undefined, id: number | null) =>
  id === null ? 'somebody' : (state?.people.get(id)?.full_name ?? `User ${id}`)
const channelOf = (state: ChatState | undefined, id: number) => state?.channels.get(id)?.name ?? String(id)
