import type { ChannelFolder } from '../../../../protocol/index.js'
import { type Asked, nameOf } from '../asking.js'
import { buttons, chip, el, factsOf, part, quiet, type Shown } from '../shown.js'
import { saying, type View } from '../view.js'

const mostNames = 12
const mostTopics = 200

interface Subscription {
  readonly stream_id: number
  readonly name: string
  readonly description: string
  readonly folder_id?: number | null
  readonly invite_only?: boolean
  readonly is_muted?: boolean
  readonly subscribers?: readonly number[]
}

/** What one of the people is told of channels when a client registers. */
interface Known {
  readonly subscriptions: readonly Subscription[]
  readonly unsubscribed: readonly Subscription[]
  readonly never_subscribed: readonly Subscription[]
  readonly channel_folders?: readonly ChannelFolder[]
  readonly user_topics?: readonly {
    readonly stream_id: number
    readonly topic_name: string
    readonly visibility_policy: number
  }[]
  readonly realm_empty_topic_display_name?: string
}

/** What one of the people may know of a channel, and can do about it. */
export const channel: View = {
  changes: /^stream|^subscription|^channel_folder|^user_topic|^realm_user|message/,
  async show(asked) {
    const known = await asked.registered<Known>(['realm', 'subscription', 'channel_folder', 'user_topic'])
    const isThis = ({ stream_id }: Subscription) => String(stream_id) === asked.id
    const joined = known?.subscriptions.find(isThis)
    const one = joined ?? [...(known?.unsubscribed ?? []), ...(known?.never_subscribed ?? [])].find(isThis)
    if (known === undefined || one === undefined) return el('p', '', 'There is no such channel here now.')
    const { stream_id: id, name, description, folder_id } = one
    const isMuted = joined?.is_muted === true
    const people = (one.subscribers ?? []).filter((who) => asked.accounts.get(who)?.is_active !== false)
    const folders = known.channel_folders ?? []
    return el(
      'div',
      'card',
      el(
        'p',
        'buttons',
        chip(one.invite_only ? 'private' : 'public'),
        !joined && chip('not subscribed'),
        isMuted && chip('muted by you', 'warn'),
      ),
      factsOf([
        ['Description', description || quiet('none')],
        ['Folder', folders.find((folder) => folder.id === folder_id)?.name || quiet('none')],
        [
          `Subscribers (${people.length})`,
          [
            people.slice(0, mostNames).map((who) => part('Person', { id: who, name: nameOf(asked, who) })),
            people.length > mostNames && quiet(`and ${people.length - mostNames} more`),
          ],
        ],
        ['Channel ID', id],
      ]),
      buttons(
        part('Conversation', { name: 'Open', place: `channel/${id}`, look: 'main' }),
        joined
          ? part('Press', { name: 'Unsubscribe', deed: 'leave', given: { name } })
          : part('Press', { name: 'Subscribe', deed: 'join', given: { name } }),
        joined &&
          part('Press', { name: isMuted ? 'Unmute' : 'Mute', deed: isMuted ? 'unmute' : 'mute', given: { name } }),
      ),
      isAdmin(asked) &&
        part('Form', {
          title: `Change ${name}`,
          submit: 'Change',
          deed: 'change',
          fields: {
            description: { label: 'Description', initial: description },
            folder_id: {
              label: 'Folder',
              kind: 'choice',
              initial: String(folder_id ?? ''),
              options: [
                ['', 'none'],
                ...folders
                  .filter(({ is_archived }) => !is_archived)
                  .toSorted((first, second) => first.order - second.order)
                  .map((folder) => [folder.id, folder.name] as const),
              ],
            },
          },
        }),
      await topicsOf(asked, known, id),
    )
  },
  deeds: {
    async join({ act }, { name }) {
      await act('POST', '/users/me/subscriptions', { subscriptions: [{ name }] })
      return { said: `Subscribed to ${name}.`, back: { deed: 'leave', given: { name } } }
    },
    async leave({ act }, { name }) {
      await act('DELETE', '/users/me/subscriptions', { subscriptions: [name] })
      return { said: `Unsubscribed from ${name}.`, back: { deed: 'join', given: { name } } }
    },
    async mute(asked, { name }) {
      await setMuted(asked, true)
      return { said: `${name} is muted.`, back: { deed: 'unmute', given: { name } } }
    },
    async unmute(asked, { name }) {
      await setMuted(asked, false)
      return { said: `${name} is no longer muted.`, back: { deed: 'mute', given: { name } } }
    },
    change: saying('The channel is changed.', ({ act, id }, given) => act('PATCH', `/streams/${id}`, given)),
  },
}

const isAdmin = ({ actor }: Asked) => actor.role === 'administrator' || actor.role === 'owner'

const setMuted = ({ act, id }: Asked, value: boolean) =>
  act('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: Number(id), property: 'is_muted', value }],
  })

const policies = ['', 'muted', 'unmuted', 'followed']

async function topicsOf({ look }: Asked, known: Known, id: number): Promise<Shown> {
  const { answer } = await look<{ topics: { name: string; max_id: number }[] }>(`/users/me/${id}/topics`, {
    allow_empty_topic_name: true,
  })
  const topics = answer?.topics
  const set = new Map(
    known.user_topics
      ?.filter(({ stream_id }) => stream_id === id)
      .map(({ topic_name, visibility_policy }) => [topic_name.toLowerCase(), policies[visibility_policy]]),
  )
  return [
    el('h3', '', 'Topics', topics && ` (${topics.length})`),
    topics?.length === 0 && el('p', 'quiet-text', 'Nobody has written here yet.'),
    el(
      'ul',
      'card-topics',
      topics
        ?.toSorted((one, other) => other.max_id - one.max_id)
        .slice(0, mostTopics)
        .map(({ name }) => {
          const policy = set.get(name.toLowerCase())
          return el(
            'li',
            { key: name },
            part('Conversation', {
              name: name === '' ? el('em', '', known.realm_empty_topic_display_name ?? 'general chat') : name,
              place: `channel/${id}/${name}`,
              look: 'link',
            }),
            name.startsWith('✔ ') && el('span', 'unseen', ', resolved'),
            policy && chip(policy),
          )
        }),
    ),
  ]
}
