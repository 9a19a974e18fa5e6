import type { Attachment } from '../../../../protocol/index.js'
import { small } from '../ui/chip.js'
import { act, actor } from './acting.js'
import { fileForm } from './Emoji.js'
import { Form } from './Form.js'
import { useLive } from './live.js'
import { dateText, sizeText } from './names.js'
import { Page, Press } from './Page.js'

/** The files that whoever acts has uploaded. */
export function Files() {
  const { answer, problem } = useLive<{ attachments: Attachment[]; upload_space_used: number }>(
    '/attachments',
    /^attachment|message/,
  )
  return (
    <Page<Attachment>
      title="Files"
      rows={answer?.attachments}
      problem={problem}
      hint="Name, size:>1000, is:unused"
      fields={{
        size: { kind: 'number', of: ({ size }) => size },
        is: { kind: 'flags', flags: { unused: (file) => messagesOf(file).length === 0 } },
      }}
      wordsOf={({ name }) => name}
      idOf={({ id }) => id}
      empty={`${actor.value?.full_name} has uploaded nothing.`}
      columns={{
        Name: [2, ({ name }) => name],
        Size: ['6rem', ({ size }) => sizeText(size)],
        Messages: ['5rem', (file) => messagesOf(file).length || 'none'],
      }}
      add="Upload a file"
      blank={
        <>
          {small(`${actor.value?.full_name} uses ${sizeText(answer?.upload_space_used ?? 0)}.`)}
          <Form
            title="Upload a file"
            submit="Upload"
            done="The file is there."
            isNew
            fields={{ file: { label: 'File', kind: 'file' } }}
            save={(_, { file }) => act('POST', '/user_uploads', fileForm('file', file))}
          />
        </>
      }
      heading={({ name }) => name}
      facts={(file) => [
        ['Size', sizeText(file.size)],
        ['Uploaded', dateText(file.create_time)],
        ['In messages', messagesOf(file).join(', ') || 'in none: it is deleted a few weeks after its upload'],
        ['Address', <code key="path">/user_uploads/{file.path_id}</code>],
      ]}
      detail={({ id, name }) => (
        <>
          <div class="buttons">
            <Press
              name="Delete"
              done={`${name} is deleted.`}
              work={() => act('DELETE', `/attachments/${id}`)}
              tone="serious"
            />
          </div>
          {small('Links in messages lead nowhere then.')}
        </>
      )}
    />
  )
}

const messagesOf = ({ message_ids = [] }: Attachment) => message_ids
