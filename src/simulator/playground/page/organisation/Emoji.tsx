import type { CustomEmoji } from '../../../../protocol/index.js'
import { named, small } from '../ui/chip.js'
import { act } from './acting.js'
import { Form } from './Form.js'
import { useLive } from './live.js'
import { nameOf } from './names.js'
import { Page, Press } from './Page.js'

/** The organisation's own emoji, deactivated ones among them. */
export function Emoji() {
  const { answer, problem } = useLive<{ emoji: Record<string, CustomEmoji> }>('/realm/emoji', /^realm_emoji/)
  return (
    <Page<CustomEmoji>
      title="Emoji"
      rows={answer && Object.values(answer.emoji)}
      problem={problem}
      hint="Name, is:animated"
      fields={{
        author: authorOf,
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
      columns={{
        '': ['1.75rem', ({ source_url }) => picture(source_url)],
        Name: [2, headingOf],
        Author: [1, authorOf],
      }}
      add="Upload an emoji"
      blank={
        <Form
          title="Upload an emoji"
          submit="Upload"
          done="The emoji is there."
          isNew
          fields={{
            emoji_name: { label: 'Name', hint: 'Small letters, digits, - and _.' },
            filename: {
              label: 'Picture',
              kind: 'file',
              accept: 'image/*',
              hint: 'A GIF is an animated one.',
              about: /file|upload/i,
            },
          }}
          save={(_, { emoji_name, filename }) =>
            act('POST', `/realm/emoji/${encodeURIComponent(String(emoji_name || ' '))}`, fileForm('filename', filename))
          }
        />
      }
      heading={headingOf}
      facts={({ name, source_url, still_url, author_id, id }) => [
        ['Picture', picture(source_url, name)],
        ['Still picture', still_url === null ? 'is not animated' : picture(still_url, `${name}, not moving`)],
        ['Author', nameOf(author_id)],
        ['ID', id],
      ]}
      detail={({ name, deactivated }) =>
        deactivated ? (
          small('Messages keep it; nobody can use it from now on. The name is free for another.')
        ) : (
          <div class="buttons">
            <Press
              name="Deactivate"
              done={`:${name}: is out of use.`}
              work={() => act('DELETE', `/realm/emoji/${encodeURIComponent(name)}`)}
              tone="serious"
            />
          </div>
        )
      }
    />
  )
}

const authorOf = ({ author_id }: CustomEmoji) => nameOf(author_id)
const picture = (url: string, alt = '') => <img class={alt ? 'emoji large' : 'emoji'} src={url} alt={alt} />
const headingOf = ({ name, still_url, deactivated }: CustomEmoji) =>
  named(`:${name}:`, still_url !== null && 'animated', deactivated && 'deactivated')

/** A file as the service takes it; nothing where none was chosen. */
export function fileForm(name: string, file: unknown): FormData {
  const form = new FormData()
  if (file instanceof File && file.name !== '') form.append(name, file)
  return form
}
