import { X } from 'lucide'
import type { Channel } from '../../../protocol/index.js'
import { choose } from '../address.js'
import { useLive } from '../liveAnswers.js'
import { attempt } from '../notices.js'
import { accountOptions, nameOf } from '../organisation.js'
import { IconButton, nameWithChips, Select, TimeText } from '../ui/index.js'
import { administer, administrator } from './administer.js'
import { saying } from './changes.js'
import { Form } from './Form.js'
import { type Detail, Listing } from './Listing.js'

/** The channels that the administrator can see, including archived ones. */
export function Channels() {
  const ask = async () => (await administer('GET /streams', { exclude_archived: false })).streams
  const live = useLive(ask, /^stream/, [])
  return (
    <Listing
      title="Channels"
      live={live}
      wordsOf={(channel) => `${channel.name} ${channel.description} ${marksOf(channel).filter(Boolean).join(' ')}`}
      idOf={({ stream_id }) => stream_id}
      empty="There are no channels yet."
      columns={{ Name: [1, headingOf], Description: [3, ({ description }) => description, 'wide'] }}
      add="Create a channel"
      blank={
        <Form
          title="Create a channel"
          submit="Create"
          fields={{
            name: { label: 'Name', isNeeded: true },
            description: { label: 'Description' },
            invite_only: { label: 'Private', kind: 'check' },
            subscribers: {
              label: 'Subscribers',
              kind: 'several',
              options: accountOptions(),
              initial: administrator.value && [administrator.value.user_id],
            },
          }}
          onSubmit={async (given) => choose({ id: String((await administer('POST /channels/create', given)).id) })}
        />
      }
      heading={headingOf}
      detail={detailOf}
    />
  )
}

const marksOf = ({ invite_only, is_archived }: Channel) => [invite_only && 'private', is_archived && 'archived']
const headingOf = (channel: Channel) => nameWithChips(`#${channel.name}`, ...marksOf(channel))

function detailOf(channel: Channel): Detail {
  const { stream_id, name, description, date_created, creator_id, is_archived } = channel
  const bringBack = saying(`#${name} is back.`, () =>
    administer('PATCH /streams/{stream_id}', { stream_id, is_archived: false }),
  )
  const archive = saying(
    `#${name} is archived.`,
    () => administer('DELETE /streams/{stream_id}', { stream_id }),
    bringBack,
  )
  return {
    facts: [
      ['Description', description || 'none'],
      ['Created', date_created ? <TimeText seconds={date_created} /> : 'at the start'],
      creator_id != null && ['Creator', nameOf(creator_id)],
    ],
    buttons: [is_archived ? ['Unarchive', bringBack, 'main'] : ['Archive', archive, 'serious']],
    more: !is_archived && <Subscribers channel={channel} />,
  }
}

/** How many are shown at most. */
const mostShown = 200

/** The subscribers of a channel, to be added and removed. */
function Subscribers({ channel: { stream_id, name } }: { channel: Channel }) {
  const ask = () => administer('GET /streams/{stream_id}/members', { stream_id })
  const { subscribers = [] } = useLive(ask, /^subscription/, [stream_id])?.value ?? {}
  const others = accountOptions().filter(([id]) => !subscribers.includes(id))
  const change = (id: number, isIn: boolean): Promise<unknown> =>
    saying(
      `${nameOf(id)} is ${isIn ? 'in' : 'out'}.`,
      () =>
        isIn
          ? administer('POST /users/me/subscriptions', { subscriptions: [{ name }], principals: [id] })
          : administer('DELETE /users/me/subscriptions', { subscriptions: [name], principals: [id] }),
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
