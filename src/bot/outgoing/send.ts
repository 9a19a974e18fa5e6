import type { CallOptions, Client, Clock } from '../../client/index.js'
import type { Notification, Params } from '../../protocol/index.js'
import type { MaybePromise } from '../../values.js'
import { HandlerError } from '../base/errors.js'
import { described, type Log, silent } from '../base/log.js'
import { isOverheard } from '../base/notification.js'
import { Widget } from '../context/widgets.js'
import { type Destination, isRefusal } from '../delivery/place.js'
import { messageParts, replyOf } from './messageParts.js'
import { emptyMessage, type SentMessage, sentMessage } from './sentMessage.js'

/**
 * Sends a text or a widget without a handler, to a topic or to people, and returns it, so that it can be edited and deleted. A
 * text that is too long for one message is several. Inside a handler use `ctx.send`.
 *
 * @param log Gets a line for a text that had to be changed. (default: none) @param botName For buttons in a channel, whose
 *   presses mention the bot. (default: asks the server)
 * @throws {HandlerError} `invalid_destination`, `invalid_reply` or `empty_message`.
 * @throws {ApiError} if the server refuses a message.
 * @example const sent = await sendTo(client, { channel: 'kitchen', topic: 'lunch' }, 'The soup is ready.')
 */
export async function sendTo(
  client: Client,
  where: Destination,
  given: string | Widget,
  log: Log = silent,
  botName?: string,
): Promise<SentMessage> {
  const address = addressOf(where)
  const message = replyOf(given, 'A message to send')
  const ids: number[] = []
  for (const outgoing of message instanceof Widget ? [await drawn(message)] : textParts(message)) {
    const { id } = await client.messages.send({ ...address, ...outgoing })
    ids.push(id)
  }
  if (ids.length === 0) throw emptyMessage('A message to send', 'Give some text, or do not send it.')
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

/** @throws {HandlerError} `invalid_destination` */
export function addressOf(where: unknown): Pick<Params<'messages.send'>, 'type' | 'to' | 'topic'> {
  const { channel, topic, to }: Wanted = typeof where === 'object' && where !== null ? where : {}
  if (isWho(channel) && typeof topic === 'string') return { type: 'stream', to: channel, topic }
  const people: readonly unknown[] = Array.isArray(to) ? to : [to]
  if (people.every((who) => typeof who === 'number')) return { type: 'direct', to: [...people] }
  if (people.every((who) => typeof who === 'string')) return { type: 'direct', to: [...people] }
  throw new HandlerError(
    'invalid_destination',
    `A message can't be sent to ${described(where)}. Give { channel, topic }, or { to } with IDs of people, or their addresses.`,
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

/** A delivery, as far as its replies need it. */
interface Conversation {
  readonly client: Client
  readonly notification: Notification
  readonly log: Log
  readonly clock: Clock
  place(options?: CallOptions): MaybePromise<Destination | undefined>
}

/**
 * A reply goes before other calls that wait for the rate limit. Once the webhook is answered nobody's request depends on it, so
 * it may wait for five minutes: without a queue, what isn't sent is lost.
 */
export const replyOptions: CallOptions = { priority: 'reply', maxWait: 300_000 }

interface SendToConversationOptions {
  /** For looking up the place and sending, which share its time-out. (default: `replyOptions`) */
  readonly call?: CallOptions
  /** Awaited before the message goes to the sender in place of the conversation. */
  readonly onRefused?: () => Promise<void>
}

/**
 * Sends a message to the conversation of a delivery's message, wherever that is now, and returns its ID. It goes to the
 * sender as a direct message if the message was deleted, if the bot can't read it any more, or if the conversation refuses
 * the bot, as a private channel does that the bot isn't in.
 *
 * @throws {ApiError} if the server refuses both; the client's other errors as they are, since a message that may have been
 * sent is never sent elsewhere too.
 */
export async function sendToConversation(
  conversation: Conversation,
  outgoing: Outgoing,
  { call = replyOptions, onRefused }: SendToConversationOptions = {},
): Promise<number> {
  const { client, notification, log, clock } = conversation
  const begun = clock.now()
  const isForNobody = isOverheard(notification)
  const where = await conversation.place(call)
  if (where === undefined) {
    if (isForNobody) throw messageGone()
    log.warn({}, "The message was deleted, or the bot can't read it now; the reply is sent to the sender directly")
  } else {
    try {
      const options = after(call, clock.now() - begun)
      const { id } = await client.messages.send({ ...addressOf(where), ...outgoing }, options)
      return id
    } catch (error) {
      // A message that nobody asked for isn't sent to anybody directly.
      if (!('channel' in where) || !isRefusal(error) || isForNobody) throw error
      log.warn(
        { channel: where.channel, error },
        'A reply was refused in the channel and is sent to the sender directly; subscribe the bot to the channel',
      )
    }
  }
  await onRefused?.()
  const { sender_id } = notification.message
  const { id } = await client.messages.send({ type: 'direct', to: [sender_id], ...outgoing }, call)
  return id
}

/** For the second of two calls, which share a time-out. @param spent Milliseconds that the first has taken. */
function after(call: CallOptions, spent: number): CallOptions {
  return call.timeout === undefined ? call : { ...call, timeout: Math.max(1, call.timeout - spent) }
}

function messageGone(): HandlerError {
  return new HandlerError(
    'message_gone',
    "A reply was not sent: its message was deleted, or moved to where the bot can't read it, and nobody asked for the reply.",
  )
}
