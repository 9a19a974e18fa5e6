import { ApiError, type Client } from '../../client/index.js'
import type { Message, Notification, Params } from '../../protocol/index.js'
import type { Log } from '../log.js'

type Sent = Params<'messages.send'>

/** A message that goes to the conversation of a notification. */
export type Outgoing = Pick<Sent, 'content' | 'widget_content'>

export interface SendToConversationOptions {
  /** Milliseconds that each of its calls may take; as long as the client's calls may when not given. */
  readonly timeout?: number
  /** Is waited for when the conversation has refused the message, before it goes to the sender. */
  readonly onRefused?: () => Promise<void>
}

/**
 * Sends a message to the conversation that a notification came from, and gives its ID. Unlike the webhook's own answer it may be refused,
 * as in a private channel that the bot is not in; then it goes to the sender as a direct message.
 *
 * @throws {ApiError} when the server refuses both; the client's other errors as they are, since what was perhaps sent is
 * never sent elsewhere too.
 */
export async function sendToConversation(
  client: Client,
  { message, bot_email }: Notification,
  outgoing: Outgoing,
  log: Log,
  { timeout, onRefused }: SendToConversationOptions = {},
): Promise<number> {
  const options = timeout === undefined ? {} : { timeout }
  try {
    const { id } = await client.messages.send({ ...conversationOf(message, bot_email), ...outgoing }, options)
    return id
  } catch (error) {
    if (message.type !== 'stream' || !isRefusal(error)) throw error
    log.warn(
      { channel: message.display_recipient, error },
      'A reply was refused in the channel and goes to the sender as a direct message; subscribe the bot to the channel',
    )
    await onRefused?.()
    const { id } = await client.messages.send({ type: 'direct', to: [message.sender_id], ...outgoing }, options)
    return id
  }
}

/** Where the message was: the topic of a channel as it was called then, or everyone in a direct conversation. */
function conversationOf(message: Message, botEmail: string): Pick<Sent, 'type' | 'to' | 'topic'> {
  if (message.type === 'stream') return { type: 'stream', to: message.stream_id, topic: message.subject }
  const others = message.display_recipient
    .filter(({ email }) => email.toLowerCase() !== botEmail.toLowerCase())
    .map(({ id }) => id)
  return { type: 'direct', to: others.length > 0 ? others : [message.sender_id] }
}

/** The server has read the request and said no, for a reason that lies in the conversation. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.isAuthentication || error.retryAfter !== undefined) return false
  return error.status >= 400 && error.status < 500
}
