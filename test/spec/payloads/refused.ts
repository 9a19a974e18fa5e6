import { direct, directMessage, inChannel, mention } from './messages.js'

/** A body that a receiver must not act on. */
export interface RefusedPost {
  readonly spec: readonly string[]
  readonly title: string
  readonly method?: string
  /** The raw body. */
  readonly posted: string
  readonly status: number
  /** The field that the answer names. */
  readonly path?: string
}

const json = JSON.stringify

/** What is left of a mention without one of the fields that a receiver cannot do without. */
function lacking(field: string): string {
  return json({ ...mention, [field]: undefined })
}

function messageLacking(field: string): string {
  return json({ ...mention, message: { ...inChannel, [field]: undefined } })
}

/** Section 6.1 and 5.6: what is not a notification of this bot. */
export const refused: readonly RefusedPost[] = [
  {
    spec: ['5.6', '6.1/token'],
    title: 'another token',
    posted: json({ ...mention, token: 'TokenOfSomebody' }),
    status: 401,
  },
  { spec: ['5.6', '6.1/token'], title: 'an empty token', posted: json({ ...mention, token: '' }), status: 401 },
  { spec: ['5.6', '6.1/token'], title: 'no token', posted: lacking('token'), status: 400, path: 'token' },
  {
    spec: ['6.1/bot_email'],
    title: 'another bot',
    posted: json({ ...mention, bot_email: 'yeast-bot@example.com' }),
    status: 401,
  },
  { spec: ['6.1/bot_email'], title: 'no bot', posted: lacking('bot_email'), status: 400, path: 'bot_email' },
  { spec: ['6.1/trigger'], title: 'no trigger', posted: lacking('trigger'), status: 400, path: 'trigger' },
  { spec: ['6.1/message'], title: 'no message', posted: lacking('message'), status: 400, path: 'message' },
  ...['id', 'sender_id', 'sender_email', 'content', 'stream_id', 'display_recipient'].map((field) => ({
    spec: [`6.1/message/${field}`],
    title: `a message without ${field}`,
    posted: messageLacking(field),
    status: 400,
    path: `message.${field}`,
  })),
  {
    spec: ['6.1/message/type'],
    title: 'a message of a type that there is not',
    posted: json({ ...mention, message: { ...inChannel, type: 'pigeon' } }),
    status: 400,
    path: 'message.type',
  },
  {
    spec: ['6.1/message/id'],
    title: 'an ID that is not an integer',
    posted: json({ ...mention, message: { ...inChannel, id: '112' } }),
    status: 400,
    path: 'message.id',
  },
  {
    spec: ['6.1/message/display_recipient'],
    title: 'a direct message to a name',
    posted: json({ ...directMessage, message: { ...direct, display_recipient: 'design' } }),
    status: 400,
    path: 'message.display_recipient',
  },
  { spec: ['6.1'], title: 'no body', posted: '', status: 400 },
  { spec: ['6.1'], title: 'a form', posted: 'token=TokenOfEchoTokenOfEcho&text=hello', status: 400 },
  { spec: ['6.1'], title: 'a list', posted: json([mention]), status: 400 },
  { spec: ['6.1'], title: 'a PUT', method: 'PUT', posted: json(mention), status: 405 },
]
