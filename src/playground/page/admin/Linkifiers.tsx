import { choose } from '../address.js'
import { api } from '../api.js'
import { useLive } from '../live.js'
import { chip } from '../ui/chip.js'
import { type Acting, saying } from './acting.js'
import { Form } from './Form.js'
import { LinkifierTester, type Listed } from './LinkifierTester.js'
import { Listing } from './Listing.js'
import { OrderList } from './OrderList.js'

/** The linkifiers in the order in which they are applied, and what they make of a text. */
export function Linkifiers({ actor }: Acting) {
  const live = useLive(
    async (): Promise<readonly Listed[]> => (await api(actor, 'GET /realm/linkifiers')).linkifiers,
    /^realm_linkifiers/,
    [actor.api_key],
  )
  const all = live?.value ?? []
  const reorder = (ordered_linkifier_ids: readonly number[]) =>
    api(actor, 'PATCH /realm/linkifiers', { ordered_linkifier_ids })
  const remove = ({ id: filter_id, url_format: _, ...parts }: Listed) =>
    saying(
      'The linkifier is gone.',
      () => api(actor, 'DELETE /realm/filters/{filter_id}', { filter_id }),
      async () => {
        // A new one comes after all others, so it is put back where it was.
        const there = Object.entries(parts).filter(([, value]) => value !== null)
        const made = await api(actor, 'POST /realm/filters', Object.fromEntries(there) as typeof emptyParts)
        await reorder(all.map(({ id }) => (id === filter_id ? made.id : id)))
      },
    )
  return (
    <Listing
      title="Linkifiers"
      live={live}
      wordsOf={(linkifier) => `${linkifier.pattern} ${templateOf(linkifier)}`}
      idOf={({ id }) => id}
      empty="There are no linkifiers yet."
      columns={{}}
      list={(rows, isWhole) => (
        <>
          <OrderList
            label="Linkifiers in order"
            rows={rows}
            isFixed={!isWhole}
            idOf={({ id }) => id}
            nameOf={({ pattern }) => pattern}
            onOrder={reorder}
          >
            {(linkifier) => (
              <>
                <code>{linkifier.pattern}</code>
                <code class="quiet-text">{templateOf(linkifier)}</code>
                {linkifier.reverse_template && chip('and back')}
              </>
            )}
          </OrderList>
          <LinkifierTester linkifiers={all} />
        </>
      )}
      add="Add a linkifier"
      blank={
        <Form
          title="Add a linkifier"
          submit="Add"
          isNew
          fields={fieldsOf()}
          onSubmit={async (given, { pattern, url_template }) => {
            const { id } = await api(actor, 'POST /realm/filters', { ...given, pattern, url_template })
            choose({ id: String(id) })
          }}
        />
      }
      heading={({ pattern }) => <code>{pattern}</code>}
      detail={(linkifier) => ({
        more: (
          <Form
            title="Edit the linkifier"
            fields={fieldsOf(linkifier)}
            onSubmit={(_, parts) =>
              saying('Saved.', () =>
                api(actor, 'PATCH /realm/filters/{filter_id}', { filter_id: linkifier.id, ...parts }),
              )()
            }
          />
        ),
        buttons: [['Remove', remove(linkifier), 'serious']],
      })}
    />
  )
}

const templateOf = ({ url_template, url_format = '' }: Listed) => url_template ?? url_format
const emptyParts = { pattern: '', url_template: '' }

/** The parts of a linkifier. */
function fieldsOf(of?: Listed) {
  const code = (label: string, initial: string | null | undefined, hint: string) =>
    ({ label, kind: 'code', hint, initial }) as const
  return {
    pattern: {
      ...code('Pattern', of?.pattern, 'RE2, with named groups: #(?P<id>[0-9]+)'),
      about: 'pattern already|Realm and Pattern',
    },
    url_template: code('Address', of && templateOf(of), 'RFC 6570: https://tracker.example.com/issue/{id}'),
    reverse_template: code(
      'Back from an address to',
      of?.reverse_template,
      'Such as #{id}; literal braces are written twice. Empty for no way back.',
    ),
    example_input: code('Example', of?.example_input, 'What the pattern matches. Needed for a way back.'),
    alternative_url_templates: {
      label: 'Further addresses that lead back',
      kind: 'lines',
      hint: 'One a line.',
      initial: of?.alternative_url_templates,
    },
  } as const
}
