import { refusal } from './answers.js'
import type { Json, Question } from './question.js'

/** Calls that every server has to refuse, and that change nothing if it doesn't. */
const wrongCalls: readonly (readonly [says: string, path: string, params?: Json])[] = [
  ['A path that does not exist', '/no/such/path'],
  ['A user ID that nobody has', '/users/999999999'],
  ['An address that nobody has', '/users/nobody%40example.invalid'],
  ['The status of a user who does not exist', '/users/999999999/status'],
  ['The presence of an address that nobody has', '/users/nobody%40example.invalid/presence'],
  ['A message that does not exist', '/messages/999999999'],
  ['The history of a message that does not exist', '/messages/999999999/history'],
  ['Read receipts of a message that does not exist', '/messages/999999999/read_receipts'],
  ['Messages without `num_before`', '/messages', { anchor: 'newest' }],
  ['Messages around an anchor that does not exist', '/messages', { anchor: 'nowhere', num_before: 1, num_after: 0 }],
  ['A number of messages that is not a number', '/messages', { anchor: 'newest', num_before: 'many', num_after: 0 }],
  ['A negative number of messages', '/messages', { anchor: 'newest', num_before: -1, num_after: 0 }],
  ['A narrow that is not JSON', '/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow: '[' }],
  [
    'A narrow by an operator that does not exist',
    '/messages',
    { anchor: 'newest', num_before: 1, num_after: 0, narrow: [{ operator: 'colour', operand: 'red' }] },
  ],
  [
    'A narrow to a channel that does not exist',
    '/messages',
    { anchor: 'newest', num_before: 1, num_after: 0, narrow: [{ operator: 'channel', operand: 'no such channel' }] },
  ],
  ['The ID of a channel that does not exist', '/get_stream_id', { stream: 'no such channel' }],
  ['The ID of a channel without its name', '/get_stream_id'],
  ['A channel that does not exist', '/streams/999999999'],
  ['The members of a channel that does not exist', '/streams/999999999/members'],
  ['The topics of a channel that does not exist', '/users/me/999999999/topics'],
  ['The members of a group that does not exist', '/user_groups/999999999/members'],
  ['Events without a queue', '/events'],
  ['Events of a queue that does not exist', '/events', { queue_id: 'none', last_event_id: -1 }],
]

type Method = 'POST' | 'PATCH' | 'DELETE'

/** Wrong calls that would write if a server accepted them, in the channel that was created for the checks. */
const wrongWrites: readonly (readonly [says: string, method: Method, path: string, params: (there: Json) => Json])[] = [
  ['A message without a text', 'POST', '/messages', ({ to, topic }) => ({ type: 'channel', to, topic, content: ' ' })],
  ['A message without its content', 'POST', '/messages', ({ to, topic }) => ({ type: 'channel', to, topic })],
  ['A message without a recipient', 'POST', '/messages', () => ({ type: 'direct', content: 'hi' })],
  [
    'A message to a channel that does not exist',
    'POST',
    '/messages',
    ({ topic }) => ({ type: 'channel', to: 'no such channel', topic, content: 'hi' }),
  ],
  [
    'A message to an address that nobody has',
    'POST',
    '/messages',
    () => ({ type: 'direct', to: ['nobody@example.invalid'], content: 'hi' }),
  ],
  ['An edit of a message that does not exist', 'PATCH', '/messages/999999999', () => ({ content: 'hi' })],
  [
    'A reaction to a message that does not exist',
    'POST',
    '/messages/999999999/reactions',
    () => ({ emoji_name: 'tada' }),
  ],
  ['A scheduled message that does not exist', 'DELETE', '/scheduled_messages/999999999', () => ({})],
  ['A draft that does not exist', 'DELETE', '/drafts/999999999', () => ({})],
  [
    'A visibility policy that does not exist',
    'POST',
    '/user_topics',
    ({ to, topic }) => ({ stream_id: to, topic, visibility_policy: 9 }),
  ],
  ['Typing to nobody', 'POST', '/typing', () => ({ op: 'start', type: 'direct', to: [] })],
  ['Typing in a message that does not exist', 'POST', '/messages/999999999/typing', () => ({ op: 'start' })],
  ['A user group that does not exist', 'DELETE', '/user_groups/999999999', () => ({})],
  ['A language of your own that does not exist', 'PATCH', '/settings', () => ({ default_language: 'xx' })],
  [
    'A channel with a description that is too long',
    'POST',
    '/users/me/subscriptions',
    ({ name }) => ({ subscriptions: [{ name, description: 'x'.repeat(1025) }] }),
  ],
  [
    'A channel in a colour that does not exist',
    'POST',
    '/users/me/subscriptions',
    ({ name }) => ({ subscriptions: [{ name, color: 'zz' }] }),
  ],
]

/** One question for each wrong call: whether it is refused with the same code and text. */
export const refusalQuestions: readonly Question[] = [
  ...wrongCalls.map(
    ([says, path, params]): Question => ({
      id: `GET ${path}${params === undefined ? '' : ` ${JSON.stringify(params)}`}`,
      about: 'refusal',
      says: `${says} is refused with this code and text.`,
      ask: (side) => refusal(side, 'GET', path, params),
    }),
  ),
  ...wrongWrites.map(
    ([says, method, path, params]): Question => ({
      id: `${method} ${path}: ${says}`,
      about: 'refusal',
      says: `${says} is refused with this code and text.`,
      writes: true,
      ask: async (side) => {
        const { id: to, name, topic } = await side.channel()
        return refusal(side, method, path, params({ to, name, topic }))
      },
    }),
  ),
  {
    id: 'GET /users/me, with a wrong key',
    about: 'refusal',
    says: 'A key that is wrong is refused with this code and text.',
    ask: (side) => refusal({ ...side, client: side.intruder }, 'GET', '/users/me'),
  },
]
