import type { Channel, ChannelFolder } from '../../../../protocol/index.js'
import { type Asked, accountOptions, created, nameOf } from '../asking.js'
import { listing } from '../listing.js'
import { buttons, chip, el, fold, named, type Options, part, type Shown } from '../shown.js'
import { making, saying, type View } from '../view.js'

/** The channels that whoever acts can see, archived ones among them. */
export const channels: View = {
  changes: /^stream|^subscription|^channel_folder|^realm_user|message/,
  async show(asked) {
    const { answer, problem } = await asked.look<{ streams: Channel[] }>('/streams', { exclude_archived: false })
    const { answer: known } = await asked.look<{ channel_folders: ChannelFolder[] }>('/channel_folders')
    const folders = known?.channel_folders
    const folderOf = ({ folder_id }: Channel) => folders?.find(({ id }) => id === folder_id)?.name ?? ''
    const options: Options = [['', 'none'], ...(folders ?? []).map(({ id, name }) => [id, name] as const)]
    return listing<Channel>(asked, {
      title: 'Channels',
      rows: answer?.streams,
      problem,
      hint: 'Name, folder:kitchen, is:private',
      fields: {
        folder: folderOf,
        is: {
          kind: 'flags',
          flags: {
            private: ({ invite_only }) => invite_only,
            public: ({ invite_only }) => !invite_only,
            archived: ({ is_archived }) => is_archived === true,
          },
        },
      },
      wordsOf: ({ name, description }) => `${name} ${description}`,
      idOf: ({ stream_id }) => stream_id,
      empty: 'There are no channels yet.',
      columns: {
        Name: [3, headingOf],
        Folder: ['8rem', folderOf],
        Description: [2, ({ description }) => description, 'wide'],
      },
      add: 'Create a channel',
      blank: part('Form', {
        title: 'Create a channel',
        submit: 'Create',
        isNew: true,
        deed: 'create',
        fields: {
          name: { label: 'Name', about: 'channel.*exist' },
          description: 'Description',
          invite_only: { label: 'Private', kind: 'check' },
          folder_id: { label: 'Folder', kind: 'choice', options },
          subscribers: {
            label: 'Subscribers',
            kind: 'several',
            options: accountOptions(asked),
            initial: [String(asked.actor.user_id)],
          },
        },
      }),
      heading: headingOf,
      facts: (channel) => [
        ['Description', channel.description || 'none'],
        ['Folder', folderOf(channel) || 'none'],
        ['Created', created(asked, channel.date_created, channel.creator_id)],
      ],
      detail: (channel) => detailOf(asked, channel, options),
    })
  },
  deeds: {
    create: making('id', ({ act }, given) => act('POST', '/channels/create', given)),
    edit: saying('Saved.', ({ act, id }, given) => act('PATCH', `/streams/${id}`, given)),
    async archive({ act, id }, { name }) {
      await act('DELETE', `/streams/${id}`)
      return { said: `#${name} is archived.`, back: { deed: 'bringBack', given: { name } } }
    },
    async bringBack({ act, id }, { name }) {
      await act('PATCH', `/streams/${id}`, { is_archived: false })
      return { said: `#${name} is back.`, back: { deed: 'archive', given: { name } } }
    },
    async subscribe(asked, { id, isIn }) {
      // Its name is how the service wants it here.
      const { answer } = await asked.look<{ streams: Channel[] }>('/streams')
      const name = answer?.streams.find(({ stream_id }) => String(stream_id) === asked.id)?.name
      await asked.act(isIn ? 'POST' : 'DELETE', '/users/me/subscriptions', {
        subscriptions: [isIn ? { name } : name],
        principals: [id],
      })
      return undefined
    },
    deleteTopic,
    async goBack({ control }, { checkpoint }) {
      await control('POST', `/checkpoints/${encodeURIComponent(String(checkpoint))}/restore`)
      return undefined
    },
  },
}

const headingOf = ({ name, invite_only, is_archived }: Channel) =>
  named(`#${name}`, invite_only && 'private', is_archived && 'archived')

async function detailOf(asked: Asked, channel: Channel, folders: Options): Promise<Shown> {
  const { name, description, invite_only, is_archived, folder_id } = channel
  return [
    !is_archived && [await subscribersOf(asked, channel), await topicsOf(asked, channel)],
    fold(
      'Settings',
      false,
      part('Form', {
        title: 'Settings',
        deed: 'edit',
        fields: {
          new_name: { label: 'Name', initial: name },
          description: { label: 'Description', initial: description },
          folder_id: { label: 'Folder', kind: 'choice', options: folders, initial: String(folder_id ?? '') },
          is_private: { label: 'Private', kind: 'check', initial: invite_only },
        },
      }),
    ),
    buttons(
      is_archived
        ? part('Press', { name: 'Bring back from the archive', deed: 'bringBack', given: { name }, tone: 'main' })
        : part('Press', { name: 'Archive', deed: 'archive', given: { name }, tone: 'serious' }),
    ),
  ]
}

interface Readers {
  readonly stream_id: number
  readonly subscribers?: readonly number[]
}

/** Who reads a channel. */
async function subscribersOf(asked: Asked, { stream_id }: Channel): Promise<Shown> {
  const state = await asked.registered<{ subscriptions: Readers[]; never_subscribed: Readers[] }>(['subscription'])
  const all = [...(state?.subscriptions ?? []), ...(state?.never_subscribed ?? [])]
  const ids = all.find((one) => one.stream_id === stream_id)?.subscribers ?? []
  return part('Tokens', {
    title: 'Subscribers',
    empty: 'Nobody is subscribed.',
    those: ids.map((id) => [id, nameOf(asked, id)]),
    options: accountOptions(asked),
    isEditable: true,
    deed: 'subscribe',
  })
}

/** The topics of a channel, which go when their messages do. */
async function topicsOf({ look }: Asked, { stream_id }: Channel): Promise<Shown> {
  const { answer, problem } = await look<{ topics: { name: string }[] }>(`/users/me/${stream_id}/topics`, {
    allow_empty_topic_name: true,
  })
  const topics = answer?.topics ?? []
  return el(
    'section',
    { class: 'topics', 'aria-label': 'Topics' },
    el('h4', '', 'Topics ', chip(topics.length)),
    problem && el('p', 'small problem', problem),
    el(
      'ul',
      '',
      topics.map(({ name }) => {
        const shown = shownTopic(name)
        return el(
          'li',
          { key: name },
          el('span', name === '' ? 'quiet-text' : '', shown),
          part('Press', {
            name: 'Delete',
            label: `Delete the topic ${shown}`,
            deed: 'deleteTopic',
            given: { topic: name },
            tone: 'quiet serious',
          }),
        )
      }),
    ),
  )
}

const shownTopic = (topic: unknown) => (topic === '' ? 'no topic' : String(topic))

/** What one asks for at a time to count a topic's messages. */
const counted = 5000

/** The service deletes in batches, so it is asked until it is complete; how far it is, is shown before each. */
async function deleteTopic({ act, control, id }: Asked, given: Readonly<Record<string, unknown>>) {
  const { topic, total, batch = 0 } = given as { topic: string; total?: number; batch?: number }
  const name = shownTopic(topic)
  const checkpoint = `before ${name} was deleted`
  if (total === undefined) await control('POST', '/checkpoints', { name: checkpoint })
  if (total !== undefined) {
    const { complete, result } = await act<{ complete?: boolean; result: string }>(
      'POST',
      `/streams/${id}/delete_topic`,
      { topic_name: topic },
    )
    // Older servers said in their own word that messages are left.
    if (complete ?? result === 'success') {
      const said = `The topic ${name} is deleted. Undo takes everything back to before that.`
      return { said, back: { deed: 'goBack', given: { checkpoint } } }
    }
  }
  const { messages } = await act<{ messages: unknown[] }>('GET', '/messages', {
    anchor: 'newest',
    num_before: counted,
    num_after: 0,
    apply_markdown: false,
    narrow: [
      { operator: 'stream', operand: Number(id) },
      { operator: 'topic', operand: topic },
    ],
  })
  const all = total ?? messages.length
  const gone = Math.max(0, all - messages.length)
  return {
    again: { topic, total: all, batch: batch + 1 },
    shown: el(
      'span',
      'small quiet-text',
      el('progress', { 'aria-label': `Deleting ${name}`, max: all, value: gone }),
      ` ${gone} of ${all}${all >= counted ? ' or more' : ''}, batch ${batch + 1}`,
    ),
  }
}
