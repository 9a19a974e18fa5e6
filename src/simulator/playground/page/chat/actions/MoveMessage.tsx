import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import { attemptIn } from '../../notices.js'
import { Dialog } from '../../ui/Dialog.js'
import { Problem } from '../../ui/Problem.js'
import { Combo } from '../compose/Combo.js'
import { ranked } from '../compose/candidates.js'
import { topicsOf } from '../compose/known.js'
import { now } from '../compose/now.js'
import { sessionOf } from '../session.js'
import { type Acted, move } from './acts.js'
import { roomLeft, timeLeft } from './limits.js'
import type { Propagate } from './service.js'

/** Where a message is to go, and how much of its topic with it. */
export function MoveMessage({ acted, onClose }: { acted: Acted; onClose(): void }) {
  const { userId, message } = acted
  const { state, readTopics } = sessionOf(userId)
  const from = message.type === 'stream' ? message : undefined
  const id = useId()
  const channelId = useSignal(from?.stream_id ?? 0)
  const topic = useSignal(from?.subject ?? '')
  const propagate = useSignal<Propagate>('change_one')
  const tellOld = useSignal(false)
  const tellNew = useSignal(true)
  const problem = useSignal('')
  const isMoving = useSignal(false)
  const time = useSignal<number | undefined>(undefined)
  const known = state.value
  const isKnown = known?.topics.has(channelId.value) === true
  useEffect(() => {
    if (!isKnown) void readTopics(channelId.value)
  }, [channelId.value, isKnown])
  useEffect(() => {
    void now().then((read) => {
      time.value = read
    })
  }, [])
  if (known === undefined || from === undefined) return null
  const topics = topicsOf(known, channelId.value).filter((name) => name !== '')
  const query = topics.includes(topic.value) ? '' : topic.value
  const candidates = ranked(
    topics,
    query,
    (name) => name,
    () => 0,
  ).slice(0, 8)
  const hints = [
    timeLeft(message.timestamp ?? 0, known.limits.move, time.value),
    roomLeft(topic.value, known.limits.topic),
  ].filter((hint) => hint !== undefined)
  const work = async () => {
    await move(acted, {
      ...(channelId.value !== from.stream_id && { channelId: channelId.value }),
      ...(topic.value !== from.subject && { topic: topic.value }),
      ...{ propagate: propagate.value, tellOld: tellOld.value, tellNew: tellNew.value },
    })
    onClose()
  }
  const save = () => attemptIn(problem, work, isMoving)
  return (
    <Dialog title="Move the message" onClose={onClose}>
      <form
        class="act-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <label for={`${id}-channel`}>Channel</label>
        <select
          id={`${id}-channel`}
          autofocus
          value={channelId.value}
          onChange={({ currentTarget }) => {
            channelId.value = Number(currentTarget.value)
            problem.value = ''
          }}
        >
          {[...known.channels.values()].map((channel) => (
            <option key={channel.id} value={channel.id}>
              #{channel.name}
              {channel.isArchived ? ' (archived)' : ''}
            </option>
          ))}
        </select>
        <label for={`${id}-topic`}>Topic</label>
        <Combo
          id={`${id}-topic`}
          label="Topic"
          value={topic.value}
          placeholder={known.limits.emptyTopic}
          candidates={candidates.map((name) => ({ key: name, label: name, insert: name }))}
          isWrong={problem.value !== ''}
          onInput={(value) => {
            topic.value = value
          }}
          onChoose={({ insert }) => {
            topic.value = insert
          }}
          onEnter={() => void save()}
        />
        <fieldset>
          <legend>What moves</legend>
          {modes.map(({ mode, says }) => (
            <label key={mode}>
              <input
                type="radio"
                name={`${id}-mode`}
                checked={propagate.value === mode}
                onChange={() => {
                  propagate.value = mode
                }}
              />
              {says}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>Say so</legend>
          <label>
            <input type="checkbox" checked={tellNew.value} onChange={() => (tellNew.value = !tellNew.value)} />
            where it goes to
          </label>
          <label>
            <input type="checkbox" checked={tellOld.value} onChange={() => (tellOld.value = !tellOld.value)} />
            where it was
          </label>
        </fieldset>
        {hints.length > 0 && <p class="small quiet-text wide">{hints.join(' ')}</p>}
        <Problem text={problem.value} kind="small wide" />
        <p class="wide buttons">
          <button type="submit" class="main" disabled={isMoving.value}>
            Move
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </p>
      </form>
    </Dialog>
  )
}

const modes: readonly { readonly mode: Propagate; readonly says: string }[] = [
  { mode: 'change_one', says: 'this message' },
  { mode: 'change_later', says: 'this message and all after it in the topic' },
  { mode: 'change_all', says: 'the whole topic' },
]
