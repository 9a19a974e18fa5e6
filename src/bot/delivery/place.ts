import { ApiError, type CallOptions, type Client } from '../../client/index.js'
import type { Message, Notification, Params } from '../../protocol/index.js'
import { HandlerError } from '../base/errors.js'
import { described } from '../base/log.js'
import { areInOrder } from '../base/messageKey.js'
import { keepsCopies } from './copies.js'

/** Where a message is sent: a topic of a channel, or people directly, by ID or address. */
export type Destination =
  | { readonly channel: number | string; readonly topic: string }
  | { readonly to: number | string | readonly number[] | readonly string[] }

/** Milliseconds for which a known place is believed. */
export const placeAge = 1_000
/** Milliseconds that looking up a place may take: somebody waits for what is to be sent there. */
export const lookUpTime = 10_000

/**
 * Asks the server where the conversation of a message is now; undefined if the message was deleted, or the bot can't read it
 * any more. @throws the client's errors if the server can't be asked.
 */
export async function lookUpPlace(
  client: Client,
  { message, bot_email }: Notification,
  options: CallOptions,
): Promise<Destination | undefined> {
  if (!(await mayHaveChanged(client, message))) return destinationOf(message, bot_email)
  const now = await readMessage(client, message, options)
  return now && destinationOf(now, bot_email)
}

/** A message as it is now; undefined if it was deleted, or the bot can't read it. @throws the client's other errors */
export async function readMessage(
  client: Client,
  message: Message,
  options: CallOptions = {},
): Promise<Message | undefined> {
  try {
    const { message: now } = await client.messages.get({ message_id: message.id, apply_markdown: false }, options)
    // A server that was restored or begun anew may have given its ID to another message.
    return areInOrder(message, now) ? now : undefined
  } catch (error) {
    if (!isRefusal(error)) throw error
    return undefined
  }
}

/** The conversation of a message: a topic by its name, or everyone in a direct conversation but the bot. */
export function destinationOf(message: Message, botEmail: string): Destination {
  if (message.type === 'stream') return { channel: message.stream_id, topic: message.subject }
  return { to: peopleBeside(message, botEmail) }
}

/** The IDs of everyone in a direct conversation but the bot; of its sender if there is nobody else. */
export function peopleBeside(message: Message & { readonly type: 'private' }, botEmail: string): number[] {
  const others = message.display_recipient.filter(({ email }) => email.toLowerCase() !== botEmail.toLowerCase())
  return others.length > 0 ? others.map(({ id }) => id) : [message.sender_id]
}

/** Whether the server refused the call for a reason that lies in the conversation. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.isAuthentication || error.retryAfter !== undefined) return false
  return error.status >= 400 && error.status < 500
}

/**
 * Direct messages can't be moved, and an answer to one person goes to that person in any case. An event without a message has
 * a stand-in, which nobody sent.
 */
async function mayHaveChanged(client: Client, message: Message): Promise<boolean> {
  if (message.sender_id === 0) return false
  if (message.type === 'stream') return true
  return message.display_recipient.length > 2 && (await keepsCopies(client, message))
}

/**
 * In the older words for types, which servers of every level know: none has to be asked for its level.
 * @throws {HandlerError} `invalid_destination`
 */
export function addressOf(where: unknown): Pick<Params<'messages.send'>, 'type' | 'to' | 'topic'> {
  const { channel, topic, to }: Wanted = typeof where === 'object' && where !== null ? where : {}
  if (isWho(channel) && typeof topic === 'string') return { type: 'stream', to: channel, topic }
  const people: readonly unknown[] = Array.isArray(to) && to.length > 0 ? to : [to]
  if (people.every((who) => typeof who === 'number')) return { type: 'private', to: [...people] }
  if (people.every((who) => typeof who === 'string')) return { type: 'private', to: [...people] }
  throw new HandlerError(
    'invalid_destination',
    `A message can't be sent to ${described(where)}. Give { channel, topic }, or { to } with IDs or addresses of people.`,
  )
}

type Wanted = { readonly channel?: unknown; readonly topic?: unknown; readonly to?: unknown }

const isWho = (value: unknown): value is number | string => typeof value === 'number' || typeof value === 'string'
