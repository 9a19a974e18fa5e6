import { hashOf } from '../address.js'
import type { Listed } from './store.js'

/** The message in a delivery, as far as its body tells: somebody may have written it. */
export interface WrittenMessage {
  readonly sender: string
  readonly senderId: number | undefined
  readonly content: string
  readonly channel: { readonly id: number | undefined; readonly name: string; readonly topic: string } | undefined
  readonly people: readonly { readonly id: number; readonly name: string }[]
}

export function messageIn({ request }: Listed): WrittenMessage {
  const body = record(bodyIn(request.body))
  const message = record(body.message)
  const where = message.display_recipient
  return {
    sender: text(message.sender_full_name),
    senderId: id(message.sender_id),
    content: text(body.data) || text(message.content),
    channel:
      typeof where === 'string' ? { id: id(message.stream_id), name: where, topic: text(message.subject) } : undefined,
    people: (Array.isArray(where) ? where : []).map(record).flatMap(({ id: userId, full_name: name }) => {
      const known = id(userId)
      return known === undefined ? [] : [{ id: known, name: text(name) }]
    }),
  }
}

/** The conversation, and its place in the chat as whoever wrote the message sees it. */
export function conversationOf(delivery: Listed): { readonly name: string; readonly hash: string | undefined } {
  const { senderId, channel, people } = messageIn(delivery)
  const others = people.filter(({ id: userId }) => userId !== senderId)
  const name =
    channel === undefined
      ? `direct message with ${others.map((one) => one.name).join(', ')}`
      : `#${channel.name} › ${channel.topic || 'general chat'}`
  const ids = others.map((one) => one.id).sort((one, other) => one - other)
  const where = channel === undefined ? `dm/${ids.join(',')}` : `channel/${channel.id}/${channel.topic}`
  if (senderId === undefined || (channel !== undefined && channel.id === undefined)) return { name, hash: undefined }
  return { name, hash: hashOf({ screen: 'chat', choices: { c1: `${senderId}:${where}` } }) }
}

/** A body as data; a text that is no JSON as it is. */
export function bodyIn(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '')
  } catch {
    return body
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function id(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
