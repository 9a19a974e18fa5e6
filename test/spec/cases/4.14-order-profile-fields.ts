import { badRequest, type Case, done, type Exchange, missing, refused } from '../format.js'
import { including } from '../matchers.js'

const listed = (...ids: readonly number[]): Exchange => ({
  as: 'hamlet',
  request: 'GET /api/v1/realm/profile_fields',
  answer: { status: 200, body: including({ custom_fields: ids.map((id) => including({ id })) }) },
})

/** Section 4.14: PATCH /realm/profile_fields. */
export const cases: readonly Case[] = [
  {
    spec: ['4.14', '4.14/order', '2.10', 'conventions/json'],
    title: 'puts the fields in the order asked for',
    before: [listed(1, 2, 3, 4)],
    as: 'iago',
    request: 'PATCH /api/v1/realm/profile_fields',
    form: 'order=%5B4%2C2%2C1%2C3%5D',
    answer: done,
    after: [listed(4, 2, 1, 3)],
  },
  {
    spec: ['4.14/order'],
    title: 'needs order',
    as: 'iago',
    request: 'PATCH /api/v1/realm/profile_fields',
    form: '',
    answer: missing('order'),
  },
  {
    spec: ['4.14/order'],
    title: 'refuses an order that lacks a field',
    as: 'iago',
    request: 'PATCH /api/v1/realm/profile_fields',
    form: 'order=%5B4%2C2%2C1%5D',
    answer: badRequest('Invalid order mapping.'),
    after: [listed(1, 2, 3, 4)],
  },
  {
    spec: ['4.14/order', 'conventions/json'],
    title: 'refuses an order that is not JSON',
    as: 'iago',
    request: 'PATCH /api/v1/realm/profile_fields',
    form: 'order=4%2C2%2C1%2C3',
    answer: badRequest('order is not valid JSON'),
  },
  {
    spec: ['4.14/order'],
    title: 'refuses an order that is not a list',
    as: 'iago',
    request: 'PATCH /api/v1/realm/profile_fields',
    form: 'order=4',
    answer: badRequest('order is not a list'),
  },
  {
    spec: ['4.14/order'],
    title: 'refuses an ID that is not an integer',
    as: 'iago',
    request: 'PATCH /api/v1/realm/profile_fields',
    form: 'order=%5B4%2C%222%22%2C1%2C3%5D',
    answer: badRequest('order[1] is not an integer'),
  },
  ...['hamlet', 'shiva', 'polonius', 'echo'].map((as) => ({
    spec: ['4.14', '5.4'],
    title: `refuses ${as}, who is no administrator`,
    as,
    request: 'PATCH /api/v1/realm/profile_fields',
    form: 'order=%5B4%2C2%2C1%2C3%5D',
    answer: refused('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'),
    after: [listed(1, 2, 3, 4)],
  })),
]
