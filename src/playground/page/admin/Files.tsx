import type { Attachment } from '../../../protocol/index.js'
import { api } from '../api.js'
import { useLive } from '../live.js'
import { Moment } from '../ui/parts.js'
import { type Acting, saying } from './acting.js'
import { Form } from './Form.js'
import { Listing } from './Listing.js'

/** The files that whoever acts has uploaded. */
export function Files({ actor }: Acting) {
  const live = useLive(async () => (await api(actor, 'GET /attachments')).attachments, /^attachment|message/, [
    actor.api_key,
  ])
  return (
    <Listing
      title="Files"
      live={live}
      wordsOf={({ name }) => name}
      idOf={({ id }) => id}
      empty={`${actor.full_name} has uploaded nothing.`}
      columns={{
        Name: [2, ({ name }) => name],
        Size: ['6rem', ({ size }) => sizeText(size)],
        Messages: ['5rem', (file) => messagesOf(file).length || 'none'],
      }}
      add="Upload a file"
      blank={
        <Form
          title="Upload a file"
          submit="Upload"
          isNew
          fields={{ file: { label: 'File', kind: 'file' } }}
          onSubmit={(_, given) => saying('The file is there.', () => api(actor, 'POST /user_uploads', given))()}
        />
      }
      heading={({ name }) => name}
      detail={(file) => ({
        facts: [
          ['Size', sizeText(file.size)],
          ['Uploaded', <Moment key="uploaded" seconds={file.create_time} />],
          ['In messages', messagesOf(file).join(', ') || 'in none: it is deleted a few weeks after its upload'],
          ['Address', <code key="address">/user_uploads/{file.path_id}</code>],
        ],
        buttons: [
          [
            'Delete',
            saying(`${file.name} is deleted.`, () =>
              api(actor, 'DELETE /attachments/{attachment_id}', { attachment_id: file.id }),
            ),
            'serious',
          ],
        ],
        note: 'Links in messages lead nowhere then.',
      })}
    />
  )
}

const messagesOf = ({ message_ids = [] }: Attachment) => message_ids

/** Bytes, as people say them. */
function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const kibibytes = bytes / 1024
  return kibibytes < 1024 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`
}
