import { ApiError, type Client } from '../client/index.js'
import type { Message, Notification, Params } from '../protocol/index.js'
import { sha256 } from '../protocol/lean.js'

export interface Lookup {
  /** Acts as the bot. */
  readonly client: Client
  readonly notification: Notification
  /** Of the text. */
  readonly digest: string
  /** Messages that it can't be. */
  readonly known: ReadonlySet<number>
  /** The ID of a message that was there before it. */
  readonly after: number
}

/**
 * Looks for a message that the bot may have sent to the conversation, or to the sender where the conversation refused it.
 * Undefined where it is not to be found, which does not mean that it is not there: a bot can't read everywhere.
 *
 * @throws the client's errors for a server that can't be asked now.
 */
export async function findReply({ client, notification, digest, known, after }: Lookup): Promise<number | undefined> {
  for (const narrow of narrowsOf(notification)) {
    const messages = await listed(client, narrow, after)
    const found = messages.find(({ id, content }) => id > after && !known.has(id) && contentDigest(content) === digest)
    if (found) return found.id
  }
  return undefined
}

/** Of a text as servers keep it, whichever way it was sent. */
export function contentDigest(content: string): string {
  return sha256(content.replace(/^\n+/, '').trimEnd())
}

type Narrow = NonNullable<Params<'messages.list'>['narrow']>

function narrowsOf({ message, bot_email }: Notification): Narrow[] {
  const sender = { operator: 'sender', operand: bot_email }
  const toSender = [{ operator: 'dm', operand: [message.sender_id] }, sender]
  if (message.type === 'private') {
    const others = message.display_recipient.filter(({ email }) => email.toLowerCase() !== bot_email.toLowerCase())
    return others.length === 0 ? [toSender] : [[{ operator: 'dm', operand: others.map(({ id }) => id) }, sender]]
  }
  const inTopic = [
    // The older word, which servers of any version know.
    { operator: 'stream', operand: message.stream_id },
    { operator: 'topic', operand: message.subject },
  ]
  return [[...inTopic, sender], toSender]
}

async function listed(
  client: Client,
  narrow: Narrow,
  after: number,
): Promise<readonly Pick<Message, 'id' | 'content'>[]> {
  try {
    const { messages } = await client.messages.list({
      anchor: after,
      num_before: 0,
      num_after: most,
      narrow,
      apply_markdown: false,
    })
    return messages
  } catch (error) {
    // Where the bot may not read, there is nothing to be found.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) return []
    throw error
  }
}

/** Messages of the bot in one conversation since the one that was answered. */
const most = 1_000
