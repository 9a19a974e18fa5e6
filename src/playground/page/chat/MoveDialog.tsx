import { signal, useSignal } from '@preact/signals'
import { resolvedTopicMark } from '../../../protocol/index.js'
import { useAttempt } from '../notices.js'
import { Button, Dialog, ErrorText, Select, submitting } from '../ui/index.js'
import { conversation, openConversation } from './conversation.js'
import { type ChatPlace, isIn } from './place.js'
import { sessionOf } from './session.js'

/** A message that is being moved, or by which its whole topic is. */
export interface Moving {
  readonly userId: number
  readonly messageId: number
  readonly from: ChatPlace & { readonly kind: 'topic' }
  readonly scope: Scope
}

/** The message that is being moved, if any. */
export const moving = signal<Moving | undefined>(undefined)

const scopes = [
  ['change_one', 'this message'],
  ['change_later', 'this and all later ones'],
  ['change_all', 'the whole topic'],
] as const
type Scope = (typeof scopes)[number][0]

/** Moves a message or its topic, renames the topic, or marks it as resolved. The server decides what is allowed. */
export function MoveDialog({ userId, messageId, from, scope }: Moving) {
  const { state, call } = sessionOf(userId)
  const channelId = useSignal(from.channelId)
  const topic = useSignal(from.topic)
  const chosen = useSignal<Scope>(scope)
  const { problem, isBusy, attempt } = useAttempt()
  const close = () => (moving.value = undefined)
  const move = (to: string, propagate_mode: Scope) =>
    attempt(async () => {
      const changes = {
        ...(channelId.value !== from.channelId && { stream_id: channelId.value }),
        ...(to !== from.topic && { topic: to }),
      }
      if (Object.keys(changes).length > 0) {
        await call('PATCH', `/messages/${messageId}`, { ...changes, propagate_mode })
        const open = conversation.peek()
        const isOpen = open?.userId === userId && isIn(from, open.place) && open.place.kind === 'topic'
        if (isOpen && propagate_mode === 'change_all')
          openConversation(userId, { kind: 'topic', channelId: channelId.value, topic: to })
      }
      close()
    })
  const isResolved = from.topic.startsWith(resolvedTopicMark)
  const toggled = isResolved ? from.topic.slice(resolvedTopicMark.length) : resolvedTopicMark + from.topic
  const channels = [...(state.value?.channels.values() ?? [])].filter(({ isArchived }) => !isArchived)
  return (
    <Dialog title={scope === 'change_all' ? 'Rename or move the topic' : 'Move the message'} onClose={close}>
      <form class="form" aria-label="Move" onSubmit={submitting(() => move(topic.value.trim(), chosen.value))}>
        <ErrorText text={problem.value} />
        <Select
          label="Channel"
          options={channels.map(({ id, name }) => [id, name] as const)}
          chosen={channelId.value}
          onChoose={(id) => (channelId.value = Number(id))}
        />
        <label>
          Topic{' '}
          <input
            type="text"
            autocomplete="off"
            value={topic.value}
            onInput={({ currentTarget }) => (topic.value = currentTarget.value)}
          />
        </label>
        <Select
          label="Move"
          options={scopes}
          chosen={chosen.value}
          onChoose={(one) => (chosen.value = scopes.find(([id]) => id === one)?.[0] ?? scope)}
        />
        <div class="buttons">
          <Button type="submit" says="Move" class="main" disabled={isBusy.value} />
          <Button
            says={isResolved ? 'Mark as unresolved' : 'Mark as resolved'}
            disabled={isBusy.value}
            onPress={() => move(toggled, 'change_all')}
          />
        </div>
      </form>
    </Dialog>
  )
}
