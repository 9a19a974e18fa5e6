import { customEmoji } from '../entities.js'
import { type Case, fieldsOf, success } from '../format.js'
import { like } from '../matchers.js'

const emoji = {
  '1': {
    ...customEmoji,
    id: '1',
    name: 'croissant_dance',
    still_url: like(/^\//),
    deactivated: false,
    author_id: 8,
  },
  '2': { ...customEmoji, id: '2', name: 'baguette', still_url: null, deactivated: false, author_id: 10 },
  '3': { ...customEmoji, id: '3', name: 'burnt', still_url: null, deactivated: true, author_id: null },
}

/** Section 4.18: GET /realm/emoji. */
export const cases: readonly Case[] = ['hamlet', 'polonius', 'echo'].map((as) => ({
  spec: ['4.18', ...fieldsOf('2.12', customEmoji)],
  title: `gives ${as} all custom emoji by ID, deactivated ones as well`,
  as,
  request: 'GET /api/v1/realm/emoji',
  answer: success({ emoji }),
}))
