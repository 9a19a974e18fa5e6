import { linkifier } from '../entities.js'
import { type Case, fieldsOf, success } from '../format.js'
import { listOf, text } from '../matchers.js'

const issue = {
  id: 1,
  pattern: '#(?P<id>[0-9]+)',
  url_template: 'https://tracker.example.com/issue/{id}',
  example_input: '#1234',
  reverse_template: '#{id}',
  alternative_url_templates: ['https://tracker.example.com/i/{id}'],
}
const order = {
  id: 2,
  pattern: 'ORDER-(?P<order>[0-9]+)',
  url_template: 'https://orders.example.com/{order}',
  example_input: null,
  reverse_template: null,
  alternative_url_templates: [],
}
const batch = {
  id: 3,
  pattern: 'batch (?P<batch>[a-z]+)',
  url_template: 'https://batches.example.com/?name={batch}',
  example_input: null,
  reverse_template: null,
  alternative_url_templates: [],
}

const { alternative_url_templates: _a, ...beforeAlternatives } = linkifier
const { example_input: _e, reverse_template: _r, ...beforeReverse } = beforeAlternatives

/** Section 4.9: GET /realm/linkifiers. */
export const cases: readonly Case[] = [
  {
    spec: ['4.9', '4.9/order', ...fieldsOf('2.7', linkifier)],
    title: 'lists all linkifiers with all their fields, in processing order',
    as: 'hamlet',
    request: 'GET /api/v1/realm/linkifiers',
    answer: success({ linkifiers: [issue, order, batch] }),
  },
  ...['polonius', 'echo'].map((as) => ({
    spec: ['4.9'],
    title: `lists them for ${as} as well`,
    as,
    request: 'GET /api/v1/realm/linkifiers',
    answer: success({ linkifiers: [issue, order, batch] }),
  })),
  {
    spec: ['2.7/example_input', '2.7/reverse_template', 'level/471'],
    title: 'has what reverses a linkifier at feature level 471',
    level: 471,
    as: 'hamlet',
    request: 'GET /api/v1/realm/linkifiers',
    answer: success({ linkifiers: listOf(beforeAlternatives) }),
  },
  {
    spec: ['2.7/example_input', '2.7/reverse_template', 'level/471'],
    title: 'has nothing that reverses a linkifier before feature level 471',
    level: 470,
    as: 'hamlet',
    request: 'GET /api/v1/realm/linkifiers',
    answer: success({ linkifiers: listOf(beforeReverse) }),
  },
  {
    spec: ['2.7/url_template', '9.4/url_format', 'level/176'],
    title: 'has url_template at feature level 176',
    level: 176,
    as: 'hamlet',
    request: 'GET /api/v1/realm/linkifiers',
    answer: success({ linkifiers: listOf(beforeReverse) }),
  },
  {
    spec: ['2.7/url_template', '9.4/url_format', 'level/176'],
    title: 'had url_format before feature level 176',
    level: 175,
    as: 'hamlet',
    request: 'GET /api/v1/realm/linkifiers',
    answer: success({
      linkifiers: [
        { id: 1, pattern: '#(?P<id>[0-9]+)', url_format: 'https://tracker.example.com/issue/%(id)s' },
        { id: 2, pattern: text, url_format: 'https://orders.example.com/%(order)s' },
        { id: 3, pattern: text, url_format: 'https://batches.example.com/?name=%(batch)s' },
      ],
    }),
  },
]
