import { ApiError, type Client } from '../../client/index.js'
import type { Message, Notification, Params } from '../../protocol/index.js'
import { HandlerError } from '../errors.js'
import { isOverheard } from '../events/notification.js'
import { described, type Log } from '../log.js'
import { Widget } from '../widgets.js'
import { messageParts, replyOf } from './replies.js'
import { emptyMessage, type SentMessage, sentMessage } from './sentMessage.js'

/** Where a bot writes without having been asked: a topic of a channel, or people directly, by ID or address. */
export type Destination =
  | { readonly channel: number | string; readonly topic: string }
  | { readonly to: number | string | readonly number[] | readonly string[] }

/** Sends a text, as several messages where it is too long for one, or a widget. */
export async function sendTo(
  client: Client,
  where: unknown,
  given: unknown,
  log: Log,
  botName?: string,
): Promise<SentMessage> {
  const address = addressOf(where)
  const message = replyOf(given, 'What ctx.send was given')
  const ids: number[] = []
  for (const outgoing of message instanceof Widget ? [await drawn(message)] : textParts(message)) {
    const { id } = await client.messages.send({ ...address, ...outgoing })
    ids.push(id)
  }
  if (ids.length === 0) throw emptyMessage('What ctx.send was given', 'Give some text, or do not call it.')
  return sentMessage(client, log, ids)

  function textParts(text: string): Outgoing[] {
    return messageParts(text, log).map((content) => ({ content }))
  }
  async function drawn(widget: Widget): Promise<Outgoing> {
    const name = async () => botName ?? (await client.users.me()).full_name
    const widget_content = await widget.drawn(address.type === 'direct', name)
    return { content: widget.text, ...(widget_content !== undefined && { widget_content }) }
  }
}

function addressOf(where: unknown): Pick<Params<'messages.send'>, 'type' | 'to' | 'topic'> {
  const { channel, topic, to }: Wanted = typeof where === 'object' && where !== null ? where : {}
  if (isWho(channel) && typeof topic === 'string') return { type: 'stream', to: channel, topic }
  const people: readonly unknown[] = Array.isArray(to) ? to : [to]
  if (people.every((who) => typeof who === 'number')) return { type: 'direct', to: [...people] }
  if (people.every((who) => typeof who === 'string')) return { type: 'direct', to: [...people] }
  throw new HandlerError(
    'invalid_destination',
    `ctx.send can't send to ${described(where)}. Give { channel, topic }, or { to } with IDs of people, or their addresses.`,
  )
}

type Wanted = { readonly channel?: unknown; readonly topic?: unknown; readonly to?: unknown }

const isWho = (value: unknown): value is number | string => typeof value === 'number' || typeof value === 'string'

type Sent = Params<'messages.send'>

/** A message that goes to the conversation of a notification. */
export type Outgoing = Pick<Sent, 'content' | 'widget_content'>

interface SendToConversationOptions {
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
  notification: Notification,
  outgoing: Outgoing,
  log: Log,
  { timeout, onRefused }: SendToConversationOptions = {},
): Promise<number> {
  const { message, bot_email } = notification
  const options = timeout === undefined ? {} : { timeout }
  try {
    const { id } = await client.messages.send({ ...conversationOf(message, bot_email), ...outgoing }, options)
    return id
  } catch (error) {
    // Nobody waits for what the bot says of its own accord.
    if (message.type !== 'stream' || !isRefusal(error) || isOverheard(notification)) throw error
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
