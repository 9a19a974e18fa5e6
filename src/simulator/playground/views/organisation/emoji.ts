import type { CustomEmoji } from '../../../../protocol/index.js'
import { nameOf } from '../asking.js'
import { listing } from '../listing.js'
import { buttons, el, named, part, type Shown, small } from '../shown.js'
import type { View } from '../view.js'

/** The organisation's own emoji, deactivated ones among them. */
export const emoji: View = {
  changes: /^realm_emoji/,
  async show(asked) {
    const { answer, problem } = await asked.look<{ emoji: Record<string, CustomEmoji> }>('/realm/emoji')
    const authorOf = ({ author_id }: CustomEmoji) => nameOf(asked, author_id)
    return listing<CustomEmoji>(asked, {
      title: 'Emoji',
      rows: answer && Object.values(answer.emoji),
      problem,
      hint: 'Name, is:animated',
      fields: {
        author: authorOf,
        is: {
          kind: 'flags',
          flags: {
            animated: ({ still_url }) => still_url !== null,
            inactive: ({ deactivated }) => deactivated,
            active: ({ deactivated }) => !deactivated,
          },
        },
      },
      wordsOf: ({ name }) => name,
      idOf: ({ id }) => id,
      empty: 'There are no emoji of its own yet.',
      columns: {
        '': ['1.75rem', ({ source_url }) => picture(source_url)],
        Name: [2, headingOf],
        Author: [1, authorOf],
      },
      add: 'Upload an emoji',
      blank,
      heading: headingOf,
      facts: ({ name, source_url, still_url, author_id, id }) => [
        ['Picture', picture(source_url, name)],
        ['Still picture', still_url === null ? 'is not animated' : picture(still_url, `${name}, not moving`)],
        ['Author', nameOf(asked, author_id)],
        ['ID', id],
      ],
      detail: ({ name, deactivated }) =>
        deactivated
          ? small('Messages keep it; nobody can use it from now on. The name is free for another.')
          : buttons(part('Press', { name: 'Deactivate', deed: 'deactivate', given: { name }, tone: 'serious' })),
    })
  },
  deeds: {
    upload: async () => ({ said: 'The emoji is there.' }),
    async deactivate({ act }, { name }) {
      await act('DELETE', `/realm/emoji/${encodeURIComponent(String(name))}`)
      return { said: `:${name}: is out of use.` }
    },
  },
}

const blank: Shown = part('Form', {
  title: 'Upload an emoji',
  submit: 'Upload',
  isNew: true,
  upload: '/realm/emoji/{emoji_name}',
  deed: 'upload',
  fields: {
    emoji_name: { label: 'Name', hint: 'Small letters, digits, - and _.' },
    filename: {
      label: 'Picture',
      kind: 'file',
      accept: 'image/*',
      hint: 'A GIF is an animated one.',
      about: 'file|upload',
    },
  },
})

const picture = (src: string, alt = '') => el('img', { class: alt ? 'emoji large' : 'emoji', src, alt })
const headingOf = ({ name, still_url, deactivated }: CustomEmoji) =>
  named(`:${name}:`, still_url !== null && 'animated', deactivated && 'deactivated')
