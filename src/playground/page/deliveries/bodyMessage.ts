import { parseJson } from '../../../values.js'

/** The message in a body, as far as it can be read: a reader may have edited it. */
export function messageIn(body: string | null | undefined) {
  const { data, message: given } = record(bodyIn(body))
  const message = record(given)
  const where = message.display_recipient
  return {
    sender: text(message.sender_full_name),
    senderId: id(message.sender_id),
    content: text(data) || text(message.content),
    channel:
      typeof where === 'string' ? { id: id(message.stream_id), name: where, topic: text(message.subject) } : undefined,
    people: (Array.isArray(where) ? where : [])
      .map(record)
      .map((one) => ({ id: id(one.id), name: text(one.full_name) })),
  }
}

/** A body as data; the text itself if it isn't JSON. */
export const bodyIn = (body: string | null | undefined): unknown => parseJson(body ?? '') ?? body

const record = (value: unknown): Readonly<Record<string, unknown>> => Object(value)
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const id = (value: unknown) => (typeof value === 'number' ? value : undefined)
