import { useSignal } from '@preact/signals'
import { control } from '../simulator.js'
import { type Filled, Form } from './Form.js'
import { type ListedLinkifier, type Tried, templateOf } from './tried.js'

/** The parts of a linkifier. What is wrong with them is said at each while it is typed, in the words of the service. */
export function LinkifierForm({
  linkifier,
  submit,
  save,
}: {
  linkifier: ListedLinkifier | undefined
  submit: string
  save(parts: Readonly<Record<string, unknown>>): Promise<unknown>
}) {
  const early = useSignal<Readonly<Record<string, string>>>({})
  const check = async (filled: Filled) => {
    const { problems } = await control<Tried>('POST', '/linkifiers/try', {
      linkifiers: [{ id: 0, ...partsIn(filled) }],
    })
    // What nobody has typed yet is no mistake.
    const told = problems.filter(({ field }) => filled.text(field) !== '')
    early.value = Object.fromEntries(told.map(({ field, message }) => [field, message]))
  }
  return (
    <Form
      label={linkifier === undefined ? 'Add a linkifier' : 'Edit the linkifier'}
      submit={submit}
      {...(linkifier ? { done: 'Saved.' } : { empties: true })}
      early={early.value}
      onInput={(filled) => void check(filled).catch(() => {})}
      fields={[
        {
          name: 'pattern',
          label: 'Pattern',
          kind: 'code',
          hint: 'RE2, with named groups: #(?P<id>[0-9]+)',
          initial: linkifier?.pattern,
          about: /pattern already|Realm and Pattern/i,
        },
        {
          name: 'url_template',
          label: 'Address',
          kind: 'code',
          hint: 'RFC 6570: https://tracker.example.com/issue/{id}',
          initial: linkifier && templateOf(linkifier),
        },
        {
          name: 'reverse_template',
          label: 'Back from an address to',
          kind: 'code',
          hint: 'Such as #{id}; literal braces are written twice. Empty for no way back.',
          initial: linkifier?.reverse_template ?? '',
        },
        {
          name: 'example_input',
          label: 'Example',
          kind: 'code',
          hint: 'What the pattern matches. Needed for a way back.',
          initial: linkifier?.example_input ?? '',
        },
        {
          name: 'alternative_url_templates',
          label: 'Further addresses that lead back',
          kind: 'long code',
          hint: 'One a line.',
          initial: linkifier?.alternative_url_templates?.join('\n') ?? '',
        },
      ]}
      save={(filled) => save(partsIn(filled))}
    />
  )
}

function partsIn(filled: Filled) {
  const lines = filled.text('alternative_url_templates').split('\n')
  return {
    pattern: filled.text('pattern'),
    url_template: filled.text('url_template'),
    example_input: filled.text('example_input'),
    reverse_template: filled.text('reverse_template'),
    alternative_url_templates: lines.map((line) => line.trim()).filter((line) => line !== ''),
  }
}
