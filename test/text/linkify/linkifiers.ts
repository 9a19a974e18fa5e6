import type { Linkifier } from 'earshot/protocol'

/** A linkifier as the server lists it; what isn't said is as it is for one that never was reversed. */
export function linkifier(given: Partial<Linkifier> & Pick<Linkifier, 'pattern' | 'url_template'>): Linkifier {
  return { id: 1, example_input: null, reverse_template: null, alternative_url_templates: [], ...given }
}

export const issues = linkifier({
  id: 1,
  pattern: '#(?P<id>[0-9]+)',
  url_template: 'https://tracker.example.com/issue/{id}',
  example_input: '#1234',
  reverse_template: '#{id}',
  alternative_url_templates: ['https://tracker.example.com/i/{id}'],
})

export const orders = linkifier({
  id: 2,
  pattern: 'ORDER-(?P<order>[0-9]+)',
  url_template: 'https://orders.example.com/{order}',
})
