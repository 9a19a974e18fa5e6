import type { ChannelFolder } from '../../../../protocol/index.js'
import { created } from '../asking.js'
import { listing } from '../listing.js'
import { buttons, chip, el, fold, named, part, type Shown } from '../shown.js'
import { making, saying, type View } from '../view.js'

/** The folders of channels in their order, archived ones among them. */
export const folders: View = {
  changes: /^channel_folder/,
  async show(asked) {
    const { answer, problem } = await asked.look<{ channel_folders: ChannelFolder[] }>('/channel_folders', {
      include_archived: true,
    })
    return listing<ChannelFolder>(asked, {
      title: 'Folders',
      rows: answer?.channel_folders,
      problem,
      hint: 'Name, is:archived',
      fields: { is: { kind: 'flags', flags: { archived: ({ is_archived }) => is_archived } } },
      wordsOf: ({ name, description }) => `${name} ${description}`,
      idOf: ({ id }) => id,
      empty: 'There are no folders yet.',
      order: {
        nameOf: ({ name }) => name,
        cells: ({ name, is_archived, description }) => [
          el('strong', '', name),
          ' ',
          is_archived && chip('archived'),
          el('span', 'quiet-text small', description),
        ],
      },
      add: 'Create a folder',
      blank: part('Form', {
        title: 'Create a folder',
        submit: 'Create',
        isNew: true,
        deed: 'create',
        fields: { name: naming, description: 'Description' },
      }),
      heading: ({ name, is_archived }) => named(name, is_archived && 'archived'),
      facts: ({ description, date_created, creator_id }) => [
        ['Description', description || 'none'],
        ['Created', created(asked, date_created, creator_id)],
      ],
      detail: detailOf,
    })
  },
  deeds: {
    create: making('channel_folder_id', ({ act }, given) =>
      act('POST', '/channel_folders/create', { name: '', description: '', ...given }),
    ),
    edit: saying('Saved.', ({ act, id }, _, all) => act('PATCH', `/channel_folders/${id}`, all)),
    order: saying('', ({ act }, { order }) => act('PATCH', '/channel_folders', { order })),
    async archive({ act, id }, { name }) {
      await act('PATCH', `/channel_folders/${id}`, { is_archived: true })
      return { said: `${name} is archived.`, back: { deed: 'bringBack', given: { name } } }
    },
    async bringBack({ act, id }, { name }) {
      await act('PATCH', `/channel_folders/${id}`, { is_archived: false })
      return { said: `${name} is back.`, back: { deed: 'archive', given: { name } } }
    },
  },
}

const naming = { label: 'Name', about: 'folder.*exists' }

const detailOf = ({ name, description, is_archived }: ChannelFolder): Shown => [
  fold(
    'Name and description',
    true,
    part('Form', {
      title: 'Name and description',
      deed: 'edit',
      fields: { name: { ...naming, initial: name }, description: { label: 'Description', initial: description } },
    }),
  ),
  buttons(
    is_archived
      ? part('Press', { name: 'Bring back from the archive', deed: 'bringBack', given: { name }, tone: 'main' })
      : part('Press', { name: 'Archive', deed: 'archive', given: { name }, tone: 'serious' }),
  ),
]
