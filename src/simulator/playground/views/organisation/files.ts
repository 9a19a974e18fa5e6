import type { Attachment } from '../../../../protocol/index.js'
import { moment } from '../asking.js'
import { listing } from '../listing.js'
import { buttons, code, part, small } from '../shown.js'
import type { View } from '../view.js'

/** The files that whoever acts has uploaded. */
export const files: View = {
  changes: /^attachment|message/,
  async show(asked) {
    const { answer, problem } = await asked.look<{ attachments: Attachment[]; upload_space_used: number }>(
      '/attachments',
    )
    const { full_name } = asked.actor
    return listing<Attachment>(asked, {
      title: 'Files',
      rows: answer?.attachments,
      problem,
      hint: 'Name, size:>1000, is:unused',
      fields: {
        size: { kind: 'number', of: ({ size }) => size },
        is: { kind: 'flags', flags: { unused: (file) => messagesOf(file).length === 0 } },
      },
      wordsOf: ({ name }) => name,
      idOf: ({ id }) => id,
      empty: `${full_name} has uploaded nothing.`,
      columns: {
        Name: [2, ({ name }) => name],
        Size: ['6rem', ({ size }) => sizeText(size)],
        Messages: ['5rem', (file) => messagesOf(file).length || 'none'],
      },
      add: 'Upload a file',
      blank: [
        small(`${full_name} uses ${sizeText(answer?.upload_space_used ?? 0)}.`),
        part('Form', {
          title: 'Upload a file',
          submit: 'Upload',
          isNew: true,
          upload: '/user_uploads',
          deed: 'upload',
          fields: { file: { label: 'File', kind: 'file' } },
        }),
      ],
      heading: ({ name }) => name,
      facts: (file) => [
        ['Size', sizeText(file.size)],
        ['Uploaded', moment(file.create_time)],
        ['In messages', messagesOf(file).join(', ') || 'in none: it is deleted a few weeks after its upload'],
        ['Address', code(`/user_uploads/${file.path_id}`)],
      ],
      detail: ({ name }) => [
        buttons(part('Press', { name: 'Delete', deed: 'delete', given: { name }, tone: 'serious' })),
        small('Links in messages lead nowhere then.'),
      ],
    })
  },
  deeds: {
    upload: async () => ({ said: 'The file is there.' }),
    async delete({ act, id }, { name }) {
      await act('DELETE', `/attachments/${id}`)
      return { said: `${name} is deleted.` }
    },
  },
}

const messagesOf = ({ message_ids = [] }: Attachment) => message_ids

/** Bytes, as people say them. */
function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const kibibytes = bytes / 1024
  return kibibytes < 1024 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`
}
