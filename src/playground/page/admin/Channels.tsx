import type { Channel } from '../../../protocol/index.js'
import { choose } from '../address.js'
import { api, unlessRefused } from '../api.js'
import { useLive } from '../live.js'
import { accountOptions, nameOf } from '../organisation.js'
import { Fold, Moment, named } from '../ui/parts.js'
import { type Acting, saying } from './acting.js'
import { Form } from './Form.js'
import { type Detail, Listing } from './Listing.js'
import { Tokens } from './Tokens.js'

/** The channels that whoever acts can see, archived ones among them. */
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
            name: { label: 'Name' },
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
    buttons: [is_archived ? ['Bring back from the archive', bringBack, 'main'] : ['Archive', archive, 'serious']],
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

/** Who reads a channel. */
function Subscribers({ channel: { stream_id, name }, actor }: Acting & { channel: Channel }) {
  const ask = () => unlessRefused(api(actor, 'GET /streams/{stream_id}/members', { stream_id }))
  const { subscribers = [] } = useLive(ask, /^subscription/, [stream_id, actor.api_key])?.value ?? {}
  return (
    <Tokens
      title="Subscribers"
      empty="Nobody is subscribed."
      those={subscribers.map((id) => [id, nameOf(id)])}
      options={accountOptions()}
      onChange={(id, isIn) =>
        isIn
          ? api(actor, 'POST /users/me/subscriptions', { subscriptions: [{ name }], principals: [id] })
          : api(actor, 'DELETE /users/me/subscriptions', { subscriptions: [name], principals: [id] })
      }
    />
  )
}
