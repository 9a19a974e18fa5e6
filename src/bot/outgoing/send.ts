import { ApiError, type CallOptions, type Client } from '../../client/index.js'
import type { Message, Notification, Params } from '../../protocol/index.js'
import { HandlerError } from '../errors.js'
import { isOverheard } from '../events/notification.js'
import { described, type Log } from '../log.js'
import { Widget } from '../widgets.js'
import { messageParts, replyOf } from './messageParts.js'
import { emptyMessage, type SentMessage, sentMessage } from './sentMessage.js'

/** Where a message is sent: a topic of a channel, or people directly, by ID or address. */
export type Destination =
  | { readonly channel: number | string; readonly topic: string }
  | { readonly to: number | string | readonly number[] | readonly string[] }

/** Sends a widget, or a text, as several messages if it is too long for one. */
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
  return sentMessage(client, log, ids, address.type === 'direct' ? 'people' : 'channel')

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

export interface DeliveryReplyOptions {
  /** Draws a widget: the parameter of the same name. */
  readonly widgetContent?: string
  /** Sends it as a message in any case, so that there is an ID by which it can be changed later. */
  readonly asMessage?: boolean
  /** Identifies the reply if the delivery may be handled more than once. (default: its number) */
  readonly name?: string
}

/**
 * A reply goes before other calls that wait for the rate limit. Once the webhook is answered nobody's request depends on it, so
 * it may wait for five minutes: without a queue, what isn't sent is lost.
 */
export const replyOptions: CallOptions = { priority: 'reply', maxWait: 300_000 }

interface SendToConversationOptions {
  /** Of each call. (default: `replyOptions`) */
  readonly call?: CallOptions
  /** Awaited after the conversation has refused the message, before it goes to the sender. */
  readonly onRefused?: () => Promise<void>
}

/**
 * Sends a message to the conversation of a notification, and returns its ID. Unlike the webhook's own answer it may be
 * refused, as in a private channel that the bot isn't in; then it goes to the sender as a direct message.
 *
 * @throws {ApiError} if the server refuses both; the client's other errors as they are, since a message that may have been
 * sent is never sent elsewhere too.
 */
export async function sendToConversation(
  client: Client,
  notification: Notification,
  outgoing: Outgoing,
  log: Log,
  { call = replyOptions, onRefused }: SendToConversationOptions = {},
): Promise<number> {
  const { message, bot_email } = notification
  try {
    const { id } = await client.messages.send({ ...conversationOf(message, bot_email), ...outgoing }, call)
    return id
  } catch (error) {
    // A message that nobody asked for isn't sent to anybody directly.
    if (message.type !== 'stream' || !isRefusal(error) || isOverheard(notification)) throw error
    log.warn(
      { channel: message.display_recipient, error },
      'A reply was refused in the channel and is sent to the sender directly; subscribe the bot to the channel',
    )
    await onRefused?.()
    const { id } = await client.messages.send({ type: 'direct', to: [message.sender_id], ...outgoing }, call)
    return id
  }
}

/** The conversation of a message: a topic by its name at the time, or everyone in a direct conversation. */
function conversationOf(message: Message, botEmail: string): Pick<Sent, 'type' | 'to' | 'topic'> {
  if (message.type === 'stream') return { type: 'stream', to: message.stream_id, topic: message.subject }
  return { type: 'direct', to: peopleBeside(message, botEmail) }
}

/** The IDs of everyone in a direct conversation but the bot; of its sender if there is nobody else. */
export function peopleBeside(message: Message & { readonly type: 'private' }, botEmail: string): number[] {
  const others = message.display_recipient.filter(({ email }) => email.toLowerCase() !== botEmail.toLowerCase())
  return others.length > 0 ? others.map(({ id }) => id) : [message.sender_id]
}

/** Whether the server refused the message for a reason that lies in the conversation. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.isAuthentication || error.retryAfter !== undefined) return false
  return error.status >= 400 && error.status < 500
}
