import { useSignal } from '@preact/signals'
import { control } from '../simulator.js'
import { chip } from '../ui/chip.js'
import { act } from './acting.js'
import { Form, type Given } from './Form.js'
import { LinkifierTester } from './LinkifierTester.js'
import { useLive } from './live.js'
import { Page, Press } from './Page.js'
import { type ListedLinkifier, type Tried, templateOf } from './tried.js'

/** The linkifiers in the order in which they are applied, and what they make of a text. */
export function Linkifiers() {
  const { answer, problem } = useLive<{ linkifiers: ListedLinkifier[] }>('/realm/linkifiers', /^realm_linkifiers/)
  const linkifiers = answer?.linkifiers ?? []
  return (
    <Page<ListedLinkifier>
      title="Linkifiers"
      rows={linkifiers}
      problem={problem}
      hint="Pattern or template"
      fields={{ is: { kind: 'flags', flags: { reversible: ({ reverse_template }) => !!reverse_template } } }}
      wordsOf={(linkifier) => `${linkifier.pattern} ${templateOf(linkifier)}`}
      idOf={({ id }) => id}
      empty="There are no linkifiers yet."
      order={{
        nameOf: ({ pattern }) => pattern,
        save: reorder,
        cells: (linkifier) => (
          <>
            <code>{linkifier.pattern}</code>
            <code class="quiet-text">{templateOf(linkifier)}</code>
            {linkifier.reverse_template && chip('and back')}
          </>
        ),
      }}
      below={<LinkifierTester linkifiers={linkifiers} />}
      add="Add a linkifier"
      blank={<LinkifierForm title="Add a linkifier" save={(parts) => act('POST', '/realm/filters', parts)} />}
      heading={({ pattern }) => <code>{pattern}</code>}
      detail={(linkifier) => <OneLinkifier linkifier={linkifier} all={linkifiers} />}
    />
  )
}

const reorder = (order: readonly unknown[]) => act('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: order })

function OneLinkifier({ linkifier, all }: { linkifier: ListedLinkifier; all: readonly ListedLinkifier[] }) {
  const { url_format: _, id, ...parts } = linkifier
  const path = `/realm/filters/${id}`
  // A new one comes after all others, so it is put back where it was.
  const putBack = async () => {
    const there = Object.entries(parts).filter(([, value]) => value !== null)
    const made = await act<{ id: number }>('POST', '/realm/filters', Object.fromEntries(there))
    await reorder(all.map((one) => (one.id === id ? made.id : one.id)))
  }
  return (
    <>
      <LinkifierForm title="Edit the linkifier" of={linkifier} save={(changed) => act('PATCH', path, changed)} />
      <div class="buttons">
        <Press
          name="Remove"
          done="The linkifier is gone."
          work={() => act('DELETE', path)}
          back={putBack}
          tone="serious"
        />
      </div>
    </>
  )
}

interface LinkifierFormProps {
  readonly title: string
  readonly of?: ListedLinkifier
  save(parts: Given): Promise<unknown>
}

/** The parts of a linkifier. What is wrong with them is said at each while it is typed, in the words of the service. */
function LinkifierForm({ title, of, save }: LinkifierFormProps) {
  const early = useSignal<Readonly<Record<string, string>>>({})
  const check = async (parts: Given) => {
    const { problems } = await control<Tried>('POST', '/linkifiers/try', { linkifiers: [{ id: 0, ...parts }] })
    // What nobody has typed yet is no mistake.
    const told = problems.filter(({ field }) => parts[field] !== '')
    early.value = Object.fromEntries(told.map(({ field, message }) => [field, message]))
  }
  const code = (label: string, hint: string, initial: string | null | undefined) =>
    ({ label, kind: 'code', hint, initial: initial ?? '' }) as const
  return (
    <Form
      title={title}
      {...(of ? {} : { submit: 'Add', isNew: true, chooses: 'id' })}
      early={early.value}
      onInput={(parts) => void check(parts).catch(() => {})}
      fields={{
        pattern: {
          ...code('Pattern', 'RE2, with named groups: #(?P<id>[0-9]+)', of?.pattern),
          about: /pattern already|Realm and Pattern/i,
        },
        url_template: code('Address', 'RFC 6570: https://tracker.example.com/issue/{id}', of && templateOf(of)),
        reverse_template: code(
          'Back from an address to',
          'Such as #{id}; literal braces are written twice. Empty for no way back.',
          of?.reverse_template,
        ),
        example_input: code('Example', 'What the pattern matches. Needed for a way back.', of?.example_input),
        alternative_url_templates: {
          label: 'Further addresses that lead back',
          kind: 'lines',
          hint: 'One a line.',
          initial: of?.alternative_url_templates?.join('\n'),
        },
      }}
      save={(_, parts) => save(parts)}
    />
  )
}
