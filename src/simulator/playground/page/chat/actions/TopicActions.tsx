import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Shown } from '../../../views/shown.js'
import { attemptIn } from '../../notices.js'
import { Dialog } from '../../ui/Dialog.js'
import { Problem } from '../../ui/Problem.js'
import { draw } from '../../views/draw.js'
import { Form } from '../../views/Form.js'
import { performAll } from '../../views/within.js'
import { placeName } from '../compose/placeName.js'
import { sessionOf } from '../session.js'
import { policyOf } from '../state.js'
import { acting, type OfTopic } from './acting.js'
import { renameTopic, setPolicy, toggleResolved } from './acts.js'
import { roomLeft } from './limits.js'
import { Menu, type MenuItem } from './Menu.js'
import { isResolved } from './topicNames.js'

/** What can be done with a topic. */
export function TopicMenu({ of, beside, onClose }: { of: OfTopic; beside: Element | undefined; onClose(): void }) {
  const { userId, channelId, topic } = of
  const known = sessionOf(userId).state.value
  if (known === undefined) return null
  const policy = policyOf(known, channelId, topic)
  const items: readonly MenuItem[] = [
    ...wishes.map(({ wish, says }) => ({
      says,
      isChosen: policy === wish,
      run: () => void setPolicy(userId, channelId, topic, wish),
    })),
    {
      says: isResolved(topic) ? 'Mark as unresolved' : 'Mark as resolved',
      startsGroup: true,
      run: () => void toggleResolved(userId, channelId, topic),
    },
    { says: 'Rename …', run: () => (acting.value = { ...of, kind: 'rename' }) },
    {
      says: 'Delete the topic',
      startsGroup: true,
      isDangerous: true,
      run: () => (acting.value = { ...of, kind: 'deleteTopic' }),
    },
  ]
  const label = placeName(known, { kind: 'topic', channelId, topic })
  return <Menu label={label} items={items} beside={beside} onClose={onClose} />
}

const wishes = [
  { wish: 'muted', says: 'Mute' },
  { wish: 'neutral', says: 'As the channel' },
  { wish: 'unmuted', says: 'Unmute' },
  { wish: 'followed', says: 'Follow' },
] as const

export function RenameTopic({ of: { userId, channelId, topic }, onClose }: { of: OfTopic; onClose(): void }) {
  const most = sessionOf(userId).state.value?.limits.topic
  const room = useSignal<string | undefined>(undefined)
  return (
    <Dialog title="Rename the topic" onClose={onClose}>
      <Form
        title="Rename the topic"
        submit="Rename"
        fields={{ name: { label: 'Name', initial: topic, hint: room.value, autofocus: true } }}
        onInput={async ({ name }) => {
          room.value = roomLeft(String(name), most)
          return undefined
        }}
        save={async (_, { name }) => {
          await renameTopic(userId, channelId, topic, String(name))
          onClose()
          return undefined
        }}
      />
    </Dialog>
  )
}

/** Deletes a topic batch by batch, and shows how far it is. Everything can be gone back on. */
export function DeleteTopic({ of: { userId, channelId, topic }, onClose }: { of: OfTopic; onClose(): void }) {
  const within = { view: 'channels', as: userId, id: String(channelId) }
  const told = useSignal<Shown>('Counting its messages …')
  const problem = useSignal('')
  const known = sessionOf(userId).state.value
  const name = known === undefined ? topic : placeName(known, { kind: 'topic', channelId, topic })
  useEffect(() => {
    void attemptIn(problem, async () => {
      await performAll(within, 'deleteTopic', { topic }, (shown) => {
        told.value = shown
      })
      onClose()
    })
  }, [])
  return (
    <Dialog title={`Delete ${name}`} onClose={onClose}>
      <Problem text={problem.value} />
      {problem.value === '' && <p role="status">{draw(told.value, within)}</p>}
    </Dialog>
  )
}
