import type { ChatPlace } from './place.js'
import type { ChatSession } from './session.js'

/** Calls the server as an account. @throws {Refused} */
export type Call = ChatSession['call']

/** A single conversation: where a message can be. */
export type WritablePlace = Extract<ChatPlace, { readonly kind: 'topic' | 'direct' }>

/** A destination as parameters; servers of every version understand these older names. */
const recipient = (target: WritablePlace) =>
  target.kind === 'topic'
    ? { type: 'stream', to: target.channelId, topic: target.topic }
    : { type: 'private', to: target.userIds }

/** Sends a message, and returns its ID. */
export async function sendMessage(call: Call, target: WritablePlace, content: string): Promise<number> {
  const { id } = await call<{ id: number }>('POST', '/messages', { ...recipient(target), content })
  return id
}

/** The source of a message. */
export async function rawContent(call: Call, id: number): Promise<string> {
  const { message } = await call<{ message: { content: string } }>('GET', `/messages/${id}`, {
    apply_markdown: false,
  })
  return message.content
}
