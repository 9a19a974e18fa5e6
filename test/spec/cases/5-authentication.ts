import { badRequest, type Case, done, type Exchange, refused, success, unauthorized } from '../format.js'
import { including } from '../matchers.js'

const notLoggedIn = unauthorized('Not logged in: API authentication or user session required')

/** Every authenticated endpoint of section 4, as called by nobody. */
const endpoints: readonly string[] = [
  'PATCH /api/v1/scheduled_messages/1',
  'POST /api/v1/user_topics',
  'PATCH /api/v1/users/me/subscriptions/muted_topics',
  'GET /api/v1/users/hamlet@example.com',
  'POST /api/v1/users/10/status',
  'POST /api/v1/streams/2/delete_topic',
  'DELETE /api/v1/users/10',
  'GET /api/v1/user_groups/20/members/8',
  'GET /api/v1/realm/linkifiers',
  'DELETE /api/v1/attachments/1',
  'GET /api/v1/realm/presence',
  'POST /api/v1/users/me/muted_users/10',
  'POST /api/v1/user_groups/22/deactivate',
  'PATCH /api/v1/realm/profile_fields',
  'GET /api/v1/channel_folders',
  'POST /api/v1/calls/ext_talk/create',
  'PATCH /api/v1/realm/linkifiers',
  'GET /api/v1/realm/emoji',
  'POST /api/v1/svc-outgoing-webhook',
]

/** The four administrator-only endpoints, with what a member is told. */
const administratorOnly: readonly Exchange[] = [
  {
    request: 'POST /api/v1/users/12/status',
    form: 'status_text=busy',
    answer: badRequest('Insufficient permission'),
  },
  {
    request: 'POST /api/v1/streams/2/delete_topic',
    form: 'topic_name=lunch',
    answer: refused('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'),
  },
  { request: 'DELETE /api/v1/users/12', answer: badRequest('Insufficient permission') },
  {
    request: 'PATCH /api/v1/realm/profile_fields',
    form: 'order=%5B1%2C2%2C3%2C4%5D',
    answer: refused('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'),
  },
]

/** Section 5: who may call. What is wrong with a header itself is in `scenarios/authentication.ts`. */
export const cases: readonly Case[] = [
  ...endpoints.map((request) => ({
    spec: ['5.2', '4.10', '7/14'],
    title: `refuses ${request} without credentials`,
    request,
    answer: notLoggedIn,
  })),
  ...administratorOnly.flatMap((exchange) =>
    ['hamlet', 'yeast counter'].map((as) => ({
      ...exchange,
      spec: ['5.4'],
      title: `refuses ${exchange.request} to ${as}`,
      as,
    })),
  ),
  ...['hamlet', 'echo'].map((as) => ({
    spec: ['5.1'],
    title: `takes the address and API key of ${as}`,
    as,
    request: 'POST /api/v1/users/me/muted_users/12',
    answer: done,
  })),
  {
    spec: ['5.3'],
    title: 'asks for no credentials for the server settings',
    request: 'GET /api/v1/server_settings',
    answer: { status: 200, body: including({ result: 'success', msg: '' }) },
  },
  {
    spec: ['5.5', '2.2/delivery_email'],
    title: 'hides a real address from those whom its owner does not permit to see it',
    as: 'shiva',
    request: 'GET /api/v1/users/11',
    answer: success({ user: including({ user_id: 11, delivery_email: null }) }),
  },
  {
    spec: ['5.5', '2.2/delivery_email'],
    title: 'shows a real address to those whom its owner permits',
    as: 'desdemona',
    request: 'GET /api/v1/users/11',
    answer: success({ user: including({ user_id: 11, delivery_email: 'cordelia@example.com' }) }),
  },
]
