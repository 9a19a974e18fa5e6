import { useEffect } from 'preact/hooks'
import { attempt, tell } from '../../notices.js'
import { Dialog } from '../../ui/Dialog.js'
import { Facts } from '../../ui/Facts.js'
import { Form } from '../../views/Form.js'
import { isResolved } from '../actions/topicNames.js'
import { openConversation } from '../columns.js'
import type { Place } from '../place.js'
import { policyOf } from '../state.js'
import { type CardProps, none } from './CardProps.js'
import { PersonLink } from './ProfileValue.js'
import { closeCard } from './shown.js'

const mostNames = 12
const mostTopics = 200

/** What one of the people may know of a channel, and can do about it. */
export function ChannelCard({ id, session, state }: CardProps & { id: number }) {
  const channel = state.channels.get(id)
  const topics = state.topics.get(id)
  const isListed = topics !== undefined
  useEffect(() => {
    if (channel !== undefined && !isListed) void session.readTopics(id)
  }, [isListed])
  if (channel === undefined) {
    return (
      <Dialog title="No channel" onClose={closeCard}>
        <p>There is no such channel here now.</p>
      </Dialog>
    )
  }
  const { name, description, isSubscribed, isMuted, isPrivate, subscribers, folderId } = channel
  const you = state.people.get(state.ownId)
  const go = (place: Place, beside = false) => {
    closeCard()
    openConversation(state.ownId, place, { beside })
  }
  const subscribe = (joins: boolean): Promise<unknown> =>
    attempt(async () => {
      await session.call(joins ? 'POST' : 'DELETE', '/users/me/subscriptions', {
        subscriptions: joins ? [{ name }] : [name],
      })
      tell('done', joins ? `Subscribed to ${name}.` : `Unsubscribed from ${name}.`, () => void subscribe(!joins))
    })
  const mute = (mutes: boolean): Promise<unknown> =>
    attempt(async () => {
      await session.call('POST', '/users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: id, property: 'is_muted', value: mutes }],
      })
      tell('done', mutes ? `${name} is muted.` : `${name} is no longer muted.`, () => void mute(!mutes))
    })
  const people = [...subscribers]
  return (
    <Dialog title={`#${name}`} onClose={closeCard}>
      <div class="card">
        <p class="buttons">
          <span class="chip">{isPrivate ? 'private' : 'public'}</span>
          {!isSubscribed && <span class="chip">not subscribed</span>}
          {isMuted && <span class="chip warn">muted by you</span>}
        </p>
        <Facts
          facts={[
            ['Description', description || none()],
            ['Folder', (folderId !== null && state.folders.get(folderId)?.name) || none()],
            [
              `Subscribers (${people.length})`,
              <>
                {people.slice(0, mostNames).map((userId) => (
                  <PersonLink key={userId} id={userId} state={state} />
                ))}
                {people.length > mostNames && none(`and ${people.length - mostNames} more`)}
              </>,
            ],
            ['Channel ID', id],
          ]}
        />
        <div class="buttons">
          <button type="button" class="main" onClick={() => go({ kind: 'channel', channelId: id })}>
            Open
          </button>
          <button type="button" onClick={() => void subscribe(!isSubscribed)}>
            {isSubscribed ? 'Unsubscribe' : 'Subscribe'}
          </button>
          {isSubscribed && (
            <button type="button" onClick={() => void mute(!isMuted)}>
              {isMuted ? 'Unmute' : 'Mute'}
            </button>
          )}
        </div>
        {you?.is_admin && (
          <Form
            key={`${folderId} ${description}`}
            title={`Change ${name}`}
            submit="Change"
            fields={{
              description: { label: 'Description', initial: description },
              folder_id: {
                label: 'Folder',
                kind: 'choice',
                initial: String(folderId ?? ''),
                options: [
                  ['', 'none'],
                  ...[...state.folders.values()]
                    .filter(({ is_archived }) => !is_archived)
                    .toSorted((one, other) => one.order - other.order)
                    .map((folder) => [folder.id, folder.name] as const),
                ],
              },
            }}
            save={async (given) => {
              await session.call('PATCH', `/streams/${id}`, given)
              tell('done', 'The channel is changed.')
              return undefined
            }}
          />
        )}
        <h3>Topics{topics && ` (${topics.size})`}</h3>
        {topics?.size === 0 && <p class="quiet-text">Nobody has written here yet.</p>}
        <ul class="card-topics">
          {[...(topics ?? [])]
            .toSorted(([, one], [, other]) => other - one)
            .slice(0, mostTopics)
            .map(([topic]) => {
              const policy = policyOf(state, id, topic)
              return (
                <li key={topic}>
                  <button
                    type="button"
                    class="link"
                    onClick={(event) => go({ kind: 'topic', channelId: id, topic }, event.ctrlKey || event.metaKey)}
                  >
                    {topic === '' ? <em>{state.limits.emptyTopic}</em> : topic}
                  </button>
                  {isResolved(topic) && <span class="unseen">, resolved</span>}
                  {policy !== 'neutral' && <span class="chip">{policy}</span>}
                </li>
              )
            })}
        </ul>
      </div>
    </Dialog>
  )
}
