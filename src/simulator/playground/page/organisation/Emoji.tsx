import type { CustomEmoji } from '../../../../protocol/index.js'
import { choose } from '../address.js'
import { act, press } from './acting.js'
import { Form } from './Form.js'
import { useLive } from './live.js'
import { nameOf } from './names.js'
import { Facts, Page } from './Page.js'

/** The organisation's own emoji, deactivated ones among them. */
export function Emoji() {
  const { answer, problem } = useLive<{ emoji: Record<string, CustomEmoji> }>('/realm/emoji', /^realm_emoji/)
  return (
    <Page<CustomEmoji>
      title="Emoji"
      rows={Object.values(answer?.emoji ?? {})}
      problem={problem}
      hint="Name, is:animated"
      fields={{
        author: { kind: 'text', of: ({ author_id }) => nameOf(author_id) },
        is: {
          kind: 'flags',
          flags: {
            animated: ({ still_url }) => still_url !== null,
            inactive: ({ deactivated }) => deactivated,
            active: ({ deactivated }) => !deactivated,
          },
        },
      }}
      wordsOf={({ name }) => name}
      idOf={({ id }) => id}
      empty="There are no emoji of its own yet."
      add="Upload an emoji"
      columns={[
        { title: '', width: '1.75rem', cell: ({ source_url }) => <img class="emoji" src={source_url} alt="" /> },
        { title: 'Name', width: 'minmax(0, 2fr)', cell: (emoji) => <Named emoji={emoji} /> },
        { title: 'Author', width: 'minmax(0, 1fr)', cell: ({ author_id }) => nameOf(author_id) },
      ]}
      blank={Upload}
      detail={(emoji) => <OneEmoji emoji={emoji} />}
    />
  )
}

function Named({ emoji: { name, still_url, deactivated } }: { emoji: CustomEmoji }) {
  return (
    <>
      :{name}: {still_url !== null && <span class="chip">animated</span>}
      {deactivated && <span class="chip">deactivated</span>}
    </>
  )
}

function Upload() {
  return (
    <>
      <h3>Upload an emoji</h3>
      <Form
        label="Upload an emoji"
        submit="Upload"
        done="The emoji is there."
        empties
        fields={[
          { name: 'emoji_name', label: 'Name', hint: 'Small letters, digits, - and _.', about: /name/i },
          {
            name: 'filename',
            label: 'Picture',
            kind: 'file',
            accept: 'image/*',
            hint: 'A GIF is an animated one.',
            about: /file|upload/i,
          },
        ]}
        save={(filled) => {
          const form = new FormData()
          const file = filled.file('filename')
          if (file.size > 0) form.append('filename', file)
          return act('POST', `/realm/emoji/${encodeURIComponent(filled.text('emoji_name') || ' ')}`, form)
        }}
      />
    </>
  )
}

function OneEmoji({ emoji }: { emoji: CustomEmoji }) {
  const remove = () => act('DELETE', `/realm/emoji/${encodeURIComponent(emoji.name)}`)
  return (
    <>
      <h3>
        <Named emoji={emoji} />
      </h3>
      <Facts
        facts={[
          ['Picture', <img key="picture" class="emoji large" src={emoji.source_url} alt={emoji.name} />],
          [
            'Still picture',
            emoji.still_url === null ? (
              'is not animated'
            ) : (
              <img key="still" class="emoji large" src={emoji.still_url} alt={`${emoji.name}, not moving`} />
            ),
          ],
          ['Author', nameOf(emoji.author_id)],
          ['ID', emoji.id],
        ]}
      />
      {emoji.deactivated ? (
        <p class="small quiet-text">Messages keep it; nobody can use it from now on. The name is free for another.</p>
      ) : (
        <div class="buttons">
          <button type="button" class="serious" onClick={() => press(`:${emoji.name}: is out of use.`, remove)}>
            Deactivate
          </button>
          <button type="button" onClick={() => choose({ id: '' })}>
            Close
          </button>
        </div>
      )}
    </>
  )
}
