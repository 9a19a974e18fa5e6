import type { Attachment } from '../../../../protocol/index.js'
import { act, actor, press } from './acting.js'
import { Form } from './Form.js'
import { useLive } from './live.js'
import { dateText, sizeText } from './names.js'
import { Facts, Page } from './Page.js'

/** The files that whoever acts has uploaded. */
export function Files() {
  const { answer, problem } = useLive<{ attachments: Attachment[]; upload_space_used: number }>(
    '/attachments',
    /^attachment|message/,
  )
  return (
    <Page<Attachment>
      title="Files"
      rows={answer?.attachments ?? []}
      problem={problem}
      hint="Name, size:>1000, is:unused"
      fields={{
        size: { kind: 'number', of: ({ size }) => size },
        is: { kind: 'flags', flags: { unused: ({ message_ids = [] }) => message_ids.length === 0 } },
      }}
      wordsOf={({ name }) => name}
      idOf={({ id }) => String(id)}
      empty={`${actor.value?.full_name} has uploaded nothing.`}
      add="Upload a file"
      columns={[
        { title: 'Name', width: 'minmax(0, 2fr)', cell: ({ name }) => name },
        { title: 'Size', width: '6rem', cell: ({ size }) => sizeText(size) },
        { title: 'Messages', width: '5rem', cell: ({ message_ids = [] }) => message_ids.length || 'none' },
      ]}
      blank={() => <Upload used={answer?.upload_space_used ?? 0} />}
      detail={(file) => <OneFile file={file} />}
    />
  )
}

function Upload({ used }: { used: number }) {
  return (
    <>
      <h3>Upload a file</h3>
      <p class="small quiet-text">
        {actor.value?.full_name} uses {sizeText(used)}.
      </p>
      <Form
        label="Upload a file"
        submit="Upload"
        done="The file is there."
        empties
        fields={[{ name: 'file', label: 'File', kind: 'file', about: /file/i }]}
        save={(filled) => {
          const form = new FormData()
          const file = filled.file('file')
          if (file.name !== '') form.append('file', file)
          return act('POST', '/user_uploads', form)
        }}
      />
    </>
  )
}

function OneFile({ file }: { file: Attachment }) {
  const ids = file.message_ids ?? []
  return (
    <>
      <h3>{file.name}</h3>
      <Facts
        facts={[
          ['Size', sizeText(file.size)],
          ['Uploaded', dateText(file.create_time)],
          ['In messages', ids.length > 0 ? ids.join(', ') : 'in none: it is deleted a few weeks after its upload'],
          ['Address', <code key="path">/user_uploads/{file.path_id}</code>],
        ]}
      />
      <div class="buttons">
        <button
          type="button"
          class="serious"
          onClick={() => press(`${file.name} is deleted.`, () => act('DELETE', `/attachments/${file.id}`))}
        >
          Delete
        </button>
      </div>
      <p class="small quiet-text">Links in messages lead nowhere then.</p>
    </>
  )
}
