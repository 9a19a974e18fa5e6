import { X } from 'lucide'
import type { Channel } from '../../../protocol/index.js'
import { choose } from '../address.js'
import { api } from '../api.js'
import { useLive } from '../liveAnswers.js'
import { attempt } from '../notices.js'
import { accountOptions, nameOf } from '../organisation.js'
import { IconButton } from '../ui/Icon.js'
import { Fold, Moment, named } from '../ui/parts.js'
import { Select } from '../ui/Select.js'
import { type Acting, saying } from './acting.js'
import { Form } from './Form.js'
import { type Detail, Listing } from './Listing.js'

/** The channels that the acting account can see, including archived ones. */
export function Channels({ actor }: Acting) {
  const live = useLive(async () => (await api(actor, 'GET /streams', { exclude_archived: false })).streams, /^stream/, [
    actor.api_key,
  ])
  return (
    <Listing
      title="Channels"
      live={live}
      wordsOf={(channel) => `${channel.name} ${channel.description} ${marksOf(channel).filter(Boolean).join(' ')}`}
      idOf={({ stream_id }) => stream_id}
      empty="There are no channels yet."
      columns={{ Name: [3, headingOf], Description: [2, ({ description }) => description, 'wide'] }}
      add="Create a channel"
      blank={
        <Form
          title="Create a channel"
          submit="Create"
          isNew
          fields={{
            name: { label: 'Name', isNeeded: true },
            description: { label: 'Description' },
            invite_only: { label: 'Private', kind: 'check' },
            subscribers: {
              label: 'Subscribers',
              kind: 'several',
              options: accountOptions(),
              initial: [actor.user_id],
            },
          }}
          onSubmit={async (_, given) => choose({ id: String((await api(actor, 'POST /channels/create', given)).id) })}
        />
      }
      heading={headingOf}
      detail={(channel) => detailOf(channel, actor)}
    />
  )
}

const marksOf = ({ invite_only, is_archived }: Channel) => [invite_only && 'private', is_archived && 'archived']
const headingOf = (channel: Channel) => named(`#${channel.name}`, ...marksOf(channel))

function detailOf(channel: Channel, actor: Acting['actor']): Detail {
  const { stream_id, name, description, date_created, creator_id, invite_only, is_archived } = channel
  const bringBack = saying(`#${name} is back.`, () =>
    api(actor, 'PATCH /streams/{stream_id}', { stream_id, is_archived: false }),
  )
  const archive = saying(
    `#${name} is archived.`,
    () => api(actor, 'DELETE /streams/{stream_id}', { stream_id }),
    bringBack,
  )
  return {
    facts: [
      ['Description', description || 'none'],
      ['Created', date_created ? <Moment seconds={date_created} /> : 'at the start'],
      creator_id != null && ['Creator', nameOf(creator_id)],
    ],
    buttons: [is_archived ? ['Unarchive', bringBack, 'main'] : ['Archive', archive, 'serious']],
    more: (
      <>
        {!is_archived && <Subscribers channel={channel} actor={actor} />}
        <Fold title="Settings">
          <Form
            title="Settings"
            fields={{
              new_name: { label: 'Name', initial: name },
              description: { label: 'Description', initial: description },
              is_private: { label: 'Private', kind: 'check', initial: invite_only },
            }}
            onSubmit={(changed) =>
              saying('Saved.', () => api(actor, 'PATCH /streams/{stream_id}', { stream_id, ...changed }))()
            }
          />
        </Fold>
      </>
    ),
  }
}

/** How many are shown at most. */
const mostShown = 200

/** The subscribers of a channel, to be added and removed. */
function Subscribers({ channel: { stream_id, name }, actor }: Acting & { channel: Channel }) {
  const ask = () => api(actor, 'GET /streams/{stream_id}/members', { stream_id })
  const { subscribers = [] } = useLive(ask, /^subscription/, [stream_id, actor.api_key])?.value ?? {}
  const others = accountOptions().filter(([id]) => !subscribers.includes(id))
  const change = (id: number, isIn: boolean): Promise<unknown> =>
    saying(
      `${nameOf(id)} is ${isIn ? 'in' : 'out'}.`,
      () =>
        isIn
          ? api(actor, 'POST /users/me/subscriptions', { subscriptions: [{ name }], principals: [id] })
          : api(actor, 'DELETE /users/me/subscriptions', { subscriptions: [name], principals: [id] }),
      () => change(id, !isIn),
    )()
  return (
    <section class="tokens stack" aria-label="Subscribers">
      <h3>
        Subscribers <span class="chip">{subscribers.length}</span>
      </h3>
      {subscribers.length === 0 && <p class="small quiet-text">There are no subscribers.</p>}
      <ul class="in-a-row">
        {subscribers.slice(0, mostShown).map((id) => (
          <li key={id} class="chip">
            {nameOf(id)}
            <IconButton label={`Remove ${nameOf(id)}`} icon={X} onPress={() => attempt(() => change(id, false))} />
          </li>
        ))}
      </ul>
      {subscribers.length > mostShown && <p class="small quiet-text">and {subscribers.length - mostShown} more</p>}
      {others.length > 0 && (
        <Select
          aria-label="Add a subscriber"
          options={[['', 'Add …'], ...others.slice(0, 2000)]}
          chosen=""
          onChoose={(id) => void attempt(() => change(Number(id), true))}
        />
      )}
    </section>
  )
}
