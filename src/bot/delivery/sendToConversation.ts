import type { CallOptions, Client, Clock } from '../../client/index.js'
import type { Notification } from '../../protocol/index.js'
import type { MaybePromise } from '../../values.js'
import { HandlerError } from '../base/errors.js'
import type { Log } from '../base/log.js'
import { isOverheard } from '../base/notification.js'
import type { Outgoing } from './outgoing.js'
import { addressOf, type Destination, isRefusal } from './place.js'

/** A delivery, as far as its replies need it. */
interface Conversation {
  readonly client: Client
  readonly answers: Notification
  readonly log: Log
  readonly clock: Clock
  place(options?: CallOptions): MaybePromise<Destination | undefined>
  placeIfKnown(options?: CallOptions): Promise<Destination | undefined>
  /** Whether the log says that replies go to the sender. */
  isRedirected?: boolean
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
 * sender as a direct message if the message was deleted, if the bot can't read it any more, if the server doesn't say where
 * it is, or if the conversation refuses the bot, as a private channel does that the bot isn't in.
 *
 * @throws {ApiError} if the server refuses both; the client's other errors as they are, since a message that may have been
 * sent is never sent elsewhere too.
 */
export async function sendToConversation(
  conversation: Conversation,
  outgoing: Outgoing,
  { call = replyOptions, onRefused }: SendToConversationOptions = {},
): Promise<number> {
  const { client, answers, log, clock } = conversation
  const begun = clock.now()
  const isForNobody = isOverheard(answers)
  const where = await (isForNobody ? conversation.place(call) : conversation.placeIfKnown(call))
  // A reply may have many parts.
  const warn = (facts: object, text: string) => conversation.isRedirected || log.warn(facts, text)
  if (where === undefined) {
    if (isForNobody) throw new HandlerError('message_gone', gone)
    warn({}, "The message is gone, or can't be read; the reply goes to the sender directly")
  } else {
    try {
      const options = after(call, clock.now() - begun)
      const { id } = await client.messages.send({ ...addressOf(where), ...outgoing }, options)
      return id
    } catch (error) {
      // A message that nobody asked for isn't sent to anybody directly.
      if (!('channel' in where) || !isRefusal(error) || isForNobody) throw error
      warn(
        { channel: where.channel, error },
        'A reply was refused in the channel and goes to the sender directly; subscribe the bot to the channel',
      )
    }
  }
  conversation.isRedirected = true
  await onRefused?.()
  const { sender_id } = answers.message
  const { id } = await client.messages.send({ ...addressOf({ to: sender_id }), ...outgoing }, call)
  return id
}

/** For the second of two calls, which share a time-out. @param spent Milliseconds that the first has taken. */
function after(call: CallOptions, spent: number): CallOptions {
  return call.timeout === undefined ? call : { ...call, timeout: Math.max(1, call.timeout - spent) }
}

const gone = "A reply was not sent: its message is gone, or can't be read."
