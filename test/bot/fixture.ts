import { type Bot, Delivery, type DeliveryReplyOptions, type Log } from '../../src/bot/index.js'
import { Client, type Clock, systemClock } from '../../src/client/index.js'
import { Message, type Notification, triggers } from '../../src/protocol/index.js'
import { memoryStorage, type Storage } from '../../src/storage/index.js'

/** What a test says to a bot, and how. Without more, Iago writes to Echo directly. */
export interface Said {
  readonly where?: 'channel' | 'direct'
  readonly trigger?: string
  readonly senderId?: number
  /** When the server says that it was sent, in UNIX seconds. */
  readonly timestamp?: number
  readonly messageId?: number
  /** `null`: the server did not send it. */
  readonly botName?: string | null
  /** What the server answers the bot, by method and path; anything else is refused. */
  readonly server?: Answers
  /** The owner's credentials are configured, and the server answers them so. */
  readonly owner?: Answers | Client
  readonly signal?: AbortSignal
  readonly log?: Log
  readonly storage?: Storage
  readonly clock?: Clock
  /** Changes the message. */
  readonly message?: (message: Message) => Message
  /** The bot's client, in place of one that gets the server's answers. */
  readonly client?: Client
  /** Whether a webhook waits for an answer. */
  readonly webhook?: boolean
  /** What becomes of a reply, besides being written down. */
  readonly onReply?: (content: string) => Promise<void>
}

type Answers = Readonly<Record<string, object>>

export interface Line {
  readonly level: keyof Log
  readonly fields: Record<string, unknown>
  readonly message: string
}

/** What came of it. */
export interface Heard {
  readonly replies: string[]
  readonly options: (DeliveryReplyOptions | undefined)[]
  readonly lines: Line[]
  /** The calls that the server saw, such as `GET /users/me`. */
  readonly calls: string[]
}

/** Says something to a bot, and waits until it has done with it. */
export async function say(bot: Bot, text: string, said: Said = {}): Promise<Heard> {
  const heard: Heard = { replies: [], options: [], lines: [], calls: [] }
  await bot.handle(delivery(text, said, heard))
  return heard
}

/** What a bot replies, in one text. */
export async function replyTo(bot: Bot, text: string, said: Said = {}): Promise<string> {
  return (await say(bot, text, said)).replies.join('\n---\n')
}

export function delivery(text: string, said: Said, heard: Heard): Delivery {
  const write = (level: keyof Log) => (fields: object, message: string) => {
    heard.lines.push({ level, fields: { ...fields }, message })
  }
  const owner = said.owner && {
    email: 'iago@example.com',
    client: said.owner instanceof Client ? said.owner : clientOf('iago@example.com', said.owner, heard),
  }
  const given = notification(text, said)
  return new Delivery({
    id: 'd-1',
    notification: said.message ? { ...given, message: said.message(given.message) } : given,
    accounts: {
      client: said.client ?? clientOf('echo-bot@example.com', said.server ?? {}, heard),
      owner,
      ownEmails: new Set(['echo-bot@example.com']),
    },
    signal: said.signal ?? new AbortController().signal,
    log: said.log ?? { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
    clock: said.clock ?? systemClock,
    storage: said.storage ?? memoryStorage(),
    webhook: said.webhook === true,
    async send({ content, widget_content }, { name: _, ...options }) {
      heard.replies.push(content)
      heard.options.push({ ...options, ...(widget_content !== undefined && { widgetContent: widget_content }) })
      await said.onReply?.(content)
      return 7000 + heard.replies.length
    },
  })
}

/** What the server answers for accounts of the organisation `bakery`. */
export const accounts = {
  echo: account(20, 'Echo', 400),
  iago: account(8, 'Iago', 200),
}

export function account(user_id: number, full_name: string, role: number, more: object = {}): object {
  return {
    user_id,
    full_name,
    role,
    email: `user${user_id}@example.com`,
    delivery_email: null,
    date_joined: '2019-10-20T07:50+00:00',
    is_active: true,
    is_owner: role === 100,
    is_admin: role <= 200,
    is_guest: role === 600,
    is_bot: false,
    bot_type: null,
    bot_owner_id: null,
    timezone: '',
    avatar_version: 1,
    is_imported_stub: false,
    ...more,
  }
}

function notification(
  content: string,
  { where = 'direct', trigger, senderId = 8, botName = 'Echo', messageId = 1001, timestamp }: Said,
): Notification {
  const isChannel = where === 'channel'
  const recipients = [
    { id: senderId, email: 'iago@example.com', full_name: 'Iago' },
    { id: 20, email: 'echo-bot@example.com', full_name: 'Echo' },
  ]
  const message = Message.parse({
    id: messageId,
    ...(timestamp === undefined ? {} : { timestamp }),
    sender_id: senderId,
    sender_email: 'iago@example.com',
    sender_full_name: 'Iago',
    content,
    ...(isChannel
      ? { type: 'stream', stream_id: 2, display_recipient: 'kitchen', subject: 'lunch' }
      : { type: 'private', display_recipient: recipients }),
  })
  return {
    bot_email: 'echo-bot@example.com',
    ...(botName === null ? {} : { bot_full_name: botName }),
    data: content,
    trigger: trigger ?? (isChannel ? triggers.mention : triggers.directMessage),
    token: 'a'.repeat(32),
    message,
  }
}

function clientOf(email: string, answers: Answers, heard: Heard): Client {
  return new Client({
    site: 'https://chat.example.com',
    email,
    apiKey: 'k'.repeat(32),
    featureLevel: 496,
    retry: { attempts: 1 },
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const call = `${request.method} ${new URL(request.url).pathname.replace('/api/v1', '')}`
      heard.calls.push(call)
      const answer = answers[call]
      return answer
        ? Response.json({ result: 'success', msg: '', ...answer })
        : Response.json({ result: 'error', msg: 'No such user', code: 'BAD_REQUEST' }, { status: 400 })
    },
  })
}
