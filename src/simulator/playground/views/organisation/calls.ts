import { code, el, part } from '../shown.js'
import type { View } from '../view.js'

/** Makes links to video calls. They lead to a provider outside, so the page shows them and does not open them. */
export const calls: View = {
  changes: /^never$/,
  show: () =>
    el(
      'section',
      { class: 'org-single', 'aria-label': 'Video calls' },
      el('h2', '', 'Video calls'),
      part('Form', {
        title: 'Make a link to a call',
        submit: 'Make a link',
        isNew: true,
        deed: 'make',
        fields: { room_name: 'Name of the room' },
      }),
    ),
  deeds: {
    async make({ act }, _, { room_name }) {
      const { url } = await act<{ url: string }>('POST', '/calls/ext_talk/create', { room_name })
      return {
        shown: el(
          'ul',
          'calls',
          el('li', '', room_name as string, ' ', code(url), part('Copy', { what: 'The link', text: url })),
        ),
      }
    },
  },
}
