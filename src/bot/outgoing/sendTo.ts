import type { Client } from '../../client/index.js'
import type { Params } from '../../protocol/index.js'
import { described } from '../described.js'
import { HandlerError } from '../errors.js'
import type { Log } from '../log.js'
import { messageParts } from './parts.js'
import { replyText } from './replyText.js'
import { emptyMessage, type SentMessage, sentMessage } from './sentMessage.js'

/** Where a bot writes without having been asked: a topic of a channel, or people directly, by ID or address. */
export type Destination =
  | { readonly channel: number | string; readonly topic: string }
  | { readonly to: number | string | readonly number[] | readonly string[] }

/** Sends a text, as several messages where it is too long for one. */
export async function sendTo(client: Client, where: unknown, text: unknown, log: Log): Promise<SentMessage> {
  const address = addressOf(where)
  const ids: number[] = []
  for (const content of messageParts(replyText(text, 'What ctx.send was given'), log)) {
    const { id } = await client.messages.send({ ...address, content })
    ids.push(id)
  }
  if (ids.length === 0) throw emptyMessage('What ctx.send was given', 'Say something, or nothing at all.')
  return sentMessage(client, log, ids)
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
