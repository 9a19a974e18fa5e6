import { badRequest, type Case, done, type Exchange, missing, notThere, refused } from '../format.js'
import { including } from '../matchers.js'

const listed = (...ids: readonly number[]): Exchange => ({
  as: 'hamlet',
  request: 'GET /api/v1/realm/linkifiers',
  answer: { status: 200, body: including({ linkifiers: ids.map((id) => including({ id })) }) },
})

const exactlyOnce = badRequest('The ordered list must enumerate all existing linkifiers exactly once')

/** Section 4.17: PATCH /realm/linkifiers. */
export const cases: readonly Case[] = [
  {
    spec: ['4.17', '4.17/ordered_linkifier_ids', '4.9/order', 'conventions/json'],
    title: 'puts the linkifiers in the order asked for',
    before: [listed(1, 2, 3)],
    as: 'iago',
    request: 'PATCH /api/v1/realm/linkifiers',
    form: 'ordered_linkifier_ids=%5B3%2C+1%2C+2%5D',
    answer: done,
    after: [listed(3, 1, 2)],
  },
  {
    spec: ['4.17/ordered_linkifier_ids'],
    title: 'needs ordered_linkifier_ids',
    as: 'iago',
    request: 'PATCH /api/v1/realm/linkifiers',
    form: '',
    answer: missing('ordered_linkifier_ids'),
  },
  {
    spec: ['4.17/ordered_linkifier_ids'],
    title: 'refuses a list that lacks one',
    as: 'iago',
    request: 'PATCH /api/v1/realm/linkifiers',
    form: 'ordered_linkifier_ids=%5B3%2C1%5D',
    answer: exactlyOnce,
    after: [listed(1, 2, 3)],
  },
  {
    spec: ['4.17/ordered_linkifier_ids'],
    title: 'refuses a list with one that does not exist',
    as: 'iago',
    request: 'PATCH /api/v1/realm/linkifiers',
    form: 'ordered_linkifier_ids=%5B3%2C1%2C2%2C99%5D',
    answer: exactlyOnce,
  },
  {
    spec: ['4.17/ordered_linkifier_ids'],
    title: 'refuses a list with one twice',
    as: 'iago',
    request: 'PATCH /api/v1/realm/linkifiers',
    form: 'ordered_linkifier_ids=%5B3%2C1%2C2%2C2%5D',
    answer: badRequest('The ordered list must not contain duplicated linkifiers'),
  },
  {
    spec: ['4.17'],
    title: 'refuses a caller who is no administrator',
    as: 'hamlet',
    request: 'PATCH /api/v1/realm/linkifiers',
    form: 'ordered_linkifier_ids=%5B3%2C1%2C2%5D',
    answer: refused('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'),
    after: [listed(1, 2, 3)],
  },
  {
    spec: ['4.17', 'level/202'],
    title: 'is not there before feature level 202',
    level: 201,
    as: 'iago',
    request: 'PATCH /api/v1/realm/linkifiers',
    form: 'ordered_linkifier_ids=%5B3%2C1%2C2%5D',
    answer: notThere,
    after: [listed(1, 2, 3)],
  },
  {
    spec: ['4.17', 'level/202'],
    title: 'is there from feature level 202 on',
    level: 202,
    as: 'iago',
    request: 'PATCH /api/v1/realm/linkifiers',
    form: 'ordered_linkifier_ids=%5B3%2C1%2C2%5D',
    answer: done,
    after: [listed(3, 1, 2)],
  },
]
