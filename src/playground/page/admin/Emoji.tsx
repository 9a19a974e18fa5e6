import type { CustomEmoji } from '../../../protocol/index.js'
import { api } from '../api.js'
import { useLive } from '../live.js'
import { nameOf } from '../organisation.js'
import { named } from '../ui/parts.js'
import { type Acting, saying } from './acting.js'
import { Form } from './Form.js'
import { Listing } from './Listing.js'

/** The organisation's own emoji, deactivated ones among them. */
export function Emoji({ actor }: Acting) {
  const live = useLive(async () => Object.values((await api(actor, 'GET /realm/emoji')).emoji), /^realm_emoji/, [
    actor.api_key,
  ])
  return (
    <Listing
      title="Emoji"
      live={live}
      wordsOf={(one) => `${one.name} ${authorOf(one)} ${marksOf(one).filter(Boolean).join(' ')}`}
      idOf={({ id }) => id}
      empty="There are no emoji of its own yet."
      columns={{
        '': ['1.75rem', ({ source_url }) => <img class="emoji" src={source_url} alt="" />],
        Name: [2, headingOf],
        Author: [1, authorOf],
      }}
      add="Upload an emoji"
      blank={
        <Form
          title="Upload an emoji"
          submit="Upload"
          isNew
          fields={{
            emoji_name: { label: 'Name', hint: 'Small letters, digits, - and _.' },
            filename: {
              label: 'Picture',
              kind: 'file',
              accept: 'image/*',
              hint: 'A GIF is an animated one.',
              about: 'file|upload',
            },
          }}
          onSubmit={(_, { emoji_name, filename }) =>
            saying('The emoji is there.', () =>
              // Without a name the path would be another.
              api(actor, 'POST /realm/emoji/{emoji_name}', { emoji_name: emoji_name || ' ', filename }),
            )()
          }
        />
      }
      heading={headingOf}
      detail={(one) => ({
        facts: [
          ['Picture', <img key="moving" class="emoji large" src={one.source_url} alt={one.name} />],
          one.still_url !== null && [
            'Still picture',
            <img key="still" class="emoji large" src={one.still_url} alt={`${one.name}, not moving`} />,
          ],
          ['Author', authorOf(one)],
          ['ID', one.id],
        ],
        buttons: [
          !one.deactivated && [
            'Deactivate',
            saying(`:${one.name}: is out of use.`, () =>
              api(actor, 'DELETE /realm/emoji/{emoji_name}', { emoji_name: one.name }),
            ),
            'serious',
          ],
        ],
        note: one.deactivated && 'Messages keep it; nobody can use it from now on. The name is free for another.',
      })}
    />
  )
}

const authorOf = ({ author_id }: CustomEmoji) => nameOf(author_id)
const marksOf = ({ still_url, deactivated }: CustomEmoji) => [
  still_url !== null && 'animated',
  deactivated && 'deactivated',
]
const headingOf = (one: CustomEmoji) => named(`:${one.name}:`, ...marksOf(one))
