import type { Linkifier } from '../../../../protocol/index.js'
import type { Asked } from '../asking.js'
import { listing } from '../listing.js'
import { buttons, chip, code, el, type FormFields, part, type Shown, small } from '../shown.js'
import { making, saying, type View } from '../view.js'

/** A linkifier as servers of any level list it. */
type Listed = Partial<Linkifier> &
  Pick<Linkifier, 'id' | 'pattern'> & {
    /** What servers had before `url_template`. */
    readonly url_format?: string
  }

/** What linkifiers make of a text and of a URL. */
interface Tried {
  readonly links: readonly {
    readonly linkifier: number
    readonly start: number
    readonly text: string
    readonly url: string
  }[]
  readonly reversed: string | null
  readonly problems: readonly { readonly field: string; readonly message: string }[]
}

/** The linkifiers in the order in which they are applied, and what they make of a text. */
export const linkifiers: View = {
  changes: /^realm_linkifiers/,
  async show(asked) {
    const { answer, problem } = await all(asked)
    return listing<Listed>(asked, {
      title: 'Linkifiers',
      rows: answer?.linkifiers,
      problem,
      hint: 'Pattern or template',
      fields: { is: { kind: 'flags', flags: { reversible: ({ reverse_template }) => !!reverse_template } } },
      wordsOf: (linkifier) => `${linkifier.pattern} ${templateOf(linkifier)}`,
      idOf: ({ id }) => id,
      empty: 'There are no linkifiers yet.',
      order: {
        nameOf: ({ pattern }) => pattern,
        cells: (linkifier) => [
          code(linkifier.pattern),
          code(templateOf(linkifier), 'quiet-text'),
          linkifier.reverse_template && chip('and back'),
        ],
      },
      below: tester,
      add: 'Add a linkifier',
      blank: part('Form', {
        title: 'Add a linkifier',
        submit: 'Add',
        isNew: true,
        deed: 'add',
        check: 'check',
        fields: fieldsOf(),
      }),
      heading: ({ pattern }) => code(pattern),
      detail: (linkifier) => [
        part('Form', { title: 'Edit the linkifier', deed: 'edit', check: 'check', fields: fieldsOf(linkifier) }),
        buttons(part('Press', { name: 'Remove', deed: 'remove', tone: 'serious' })),
      ],
    })
  },
  deeds: {
    add: making('id', ({ act }, given) => act('POST', '/realm/filters', given)),
    edit: saying('Saved.', ({ act, id }, _, parts) => act('PATCH', `/realm/filters/${id}`, parts)),
    order: saying('', ({ act }, { order }) => reorder(act, order)),
    async remove(asked) {
      const { answer } = await all(asked)
      const rows = answer?.linkifiers ?? []
      const { url_format: _, id, ...parts } = rows.find((one) => String(one.id) === asked.id) ?? { id: 0, pattern: '' }
      await asked.act('DELETE', `/realm/filters/${asked.id}`)
      return {
        said: 'The linkifier is gone.',
        back: { deed: 'putBack', given: { id, parts, order: rows.map((one) => one.id) } },
      }
    },
    /** A new one comes after all others, so it is put back where it was. */
    async putBack({ act }, given) {
      const { id, parts, order } = given as { id: number; parts: Partial<Linkifier>; order: readonly number[] }
      const there = Object.entries(parts).filter(([, value]) => value !== null)
      const made = await act<{ id: number }>('POST', '/realm/filters', Object.fromEntries(there))
      await reorder(
        act,
        order.map((one) => (one === id ? made.id : one)),
      )
      return undefined
    },
    /** What is wrong is said at each part while it is typed, in the words of the service. */
    async check({ control }, _, parts) {
      const { problems } = await control<Tried>('POST', '/linkifiers/try', { linkifiers: [{ id: 0, ...parts }] })
      // What nobody has typed yet is no mistake.
      const told = problems.filter(({ field }) => parts[field] !== '')
      return { early: Object.fromEntries(told.map(({ field, message }) => [field, message])) }
    },
    try: async (asked, _, { text = '', url = '' }) => ({ shown: await found(asked, String(text), String(url)) }),
  },
}

const all = ({ look }: Asked) => look<{ linkifiers: Listed[] }>('/realm/linkifiers')
const reorder = (act: Asked['act'], order: unknown) =>
  act('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: order })
const templateOf = ({ url_template, url_format }: Listed) => url_template ?? url_format ?? ''

/** The parts of a linkifier. */
function fieldsOf(of?: Listed): FormFields {
  const text = (label: string, hint: string, initial: string | null | undefined) =>
    ({ label, kind: 'code', hint, initial: initial ?? '' }) as const
  return {
    pattern: {
      ...text('Pattern', 'RE2, with named groups: #(?P<id>[0-9]+)', of?.pattern),
      about: 'pattern already|Realm and Pattern',
    },
    url_template: text('Address', 'RFC 6570: https://tracker.example.com/issue/{id}', of && templateOf(of)),
    reverse_template: text(
      'Back from an address to',
      'Such as #{id}; literal braces are written twice. Empty for no way back.',
      of?.reverse_template,
    ),
    example_input: text('Example', 'What the pattern matches. Needed for a way back.', of?.example_input),
    alternative_url_templates: {
      label: 'Further addresses that lead back',
      kind: 'lines',
      hint: 'One a line.',
      initial: of?.alternative_url_templates?.join('\n'),
    },
  }
}

/** A text and a URL to try the linkifiers on, while they are typed and whenever the linkifiers change. */
const tester: Shown = el(
  'section',
  { class: 'tester', 'aria-label': 'Try the linkifiers' },
  el('h3', '', 'Try them'),
  part('Form', {
    title: 'Try the linkifiers',
    isLive: true,
    deed: 'try',
    check: 'try',
    fields: {
      text: { label: 'A message', kind: 'long', initial: 'See #1234, ORDER-77 and batch rye.' },
      url: { label: 'An address', kind: 'code', initial: 'https://tracker.example.com/i/1234' },
    },
  }),
)

/** What the linkifiers make of a text and an address. */
async function found(asked: Asked, text: string, url: string): Promise<Shown> {
  const { answer, problem } = await all(asked)
  const rows = answer?.linkifiers ?? []
  const { links, reversed } = await asked.control<Tried>('POST', '/linkifiers/try', { linkifiers: rows, text, url })
  const { rendered } = await asked.act<{ rendered: string }>('POST', '/messages/render', { content: text })
  const hrefs = new Set(
    [...rendered.matchAll(/\shref="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')),
  )
  return [
    problem && el('p', 'problem', problem),
    el(
      'ul',
      { class: 'found', 'aria-label': 'Links that come of it', 'aria-live': 'polite' },
      links.length === 0 && el('li', 'quiet-text', 'None of them matches.'),
      links
        .toSorted((one, other) => one.start - other.start)
        .map((link) =>
          el(
            'li',
            { key: link.start },
            chip(rows.findIndex(({ id }) => id === link.linkifier) + 1),
            ' ',
            code(link.text),
            ' → ',
            code(link.url),
            !hrefs.has(link.url) && chip('not in a rendered message', 'warn'),
          ),
        ),
    ),
    small('Numbers are places in the list. The service renders the message as'),
    part('Rendered', { html: rendered }),
    el(
      'p',
      { role: 'status' },
      reversed === null
        ? el('span', 'quiet-text', 'No linkifier leads back from the address.')
        : ['The address becomes ', code(reversed)],
    ),
  ]
}
