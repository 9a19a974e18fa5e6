import { Refused } from '../../simulator.js'
import type { Emoji } from '../emoji/emojiList.js'
import type { Place } from '../place.js'
import type { Session } from '../session.js'

/** Calls the service as one of the people. @throws {Refused} */
export type Call = Session['call']

/** A single conversation: where a message can be. */
export type Target = Extract<Place, { readonly kind: 'topic' | 'direct' }>

/** How the service is told where a message goes; the older words are understood by servers of every version. */
const recipient = (target: Target) =>
  target.kind === 'topic'
    ? { type: 'stream', to: target.channelId, topic: target.topic }
    : { type: 'private', to: target.userIds }

/** Sends a message, and gives its ID. */
export async function sendMessage(call: Call, target: Target, content: string): Promise<number> {
  const { id } = await call<{ id: number }>('POST', '/messages', { ...recipient(target), content })
  return id
}

/** Has a message sent later; `at` is in milliseconds. */
export async function scheduleMessage(call: Call, target: Target, content: string, at: number): Promise<number> {
  const answer = await call<{ scheduled_message_id: number }>('POST', '/scheduled_messages', {
    ...recipient(target),
    content,
    scheduled_delivery_timestamp: Math.round(at / 1000),
  })
  return answer.scheduled_message_id
}

export const cancelScheduled = (call: Call, id: number) => call('DELETE', `/scheduled_messages/${id}`)

/** The HTML that the service makes of a text. */
export async function renderMessage(call: Call, content: string): Promise<string> {
  const { rendered } = await call<{ rendered: string }>('POST', '/messages/render', { content })
  return rendered
}

/** The text of a message as it was written. */
export async function rawContent(call: Call, id: number): Promise<string> {
  const { message } = await call<{ message: { content: string } }>('GET', `/messages/${id}`, {
    apply_markdown: false,
  })
  return message.content
}

export const editContent = (call: Call, id: number, content: string) => call('PATCH', `/messages/${id}`, { content })

export const deleteMessage = (call: Call, id: number) => call('DELETE', `/messages/${id}`)

/** How much of a topic moves along with a message. */
export type Propagate = 'change_one' | 'change_later' | 'change_all'

export interface Move {
  readonly topic?: string
  readonly channelId?: number
  readonly propagate: Propagate
  readonly tellOld?: boolean
  readonly tellNew?: boolean
}

export const moveMessage = (
  call: Call,
  id: number,
  { topic, channelId, propagate, tellOld = false, tellNew = true }: Move,
) =>
  call('PATCH', `/messages/${id}`, {
    topic,
    stream_id: channelId,
    propagate_mode: propagate,
    send_notification_to_old_thread: tellOld,
    send_notification_to_new_thread: tellNew,
  })

/** Adds a reaction, or takes it back. */
export const react = (
  call: Call,
  id: number,
  { name, code, type }: Pick<Emoji, 'name' | 'code' | 'type'>,
  isThere: boolean,
) =>
  call(isThere ? 'DELETE' : 'POST', `/messages/${id}/reactions`, {
    emoji_name: name,
    emoji_code: code,
    reaction_type: type,
  })

export const setFlag = (call: Call, ids: readonly number[], flag: string, isOn: boolean) =>
  call('POST', '/messages/flags', { messages: ids, flag, op: isOn ? 'add' : 'remove' })

/** Makes a video call, and gives where to join it. */
export async function createCall(call: Call, room: string): Promise<string> {
  const { url } = await call<{ url: string }>('POST', '/calls/ext_talk/create', { room_name: room })
  return url
}

/** What somebody may want to know of a topic, as the service numbers it. */
export const policies = { neutral: 0, muted: 1, unmuted: 2, followed: 3 } as const

/** Older servers know only of muting, by another path. */
export async function setTopicPolicy(call: Call, channelId: number, topic: string, policy: number): Promise<void> {
  try {
    await call('POST', '/user_topics', { stream_id: channelId, topic, visibility_policy: policy })
  } catch (error) {
    const isUnknown = error instanceof Refused && error.status === 404
    if (!isUnknown || (policy !== policies.muted && policy !== policies.neutral)) throw error
    const op = policy === policies.muted ? 'add' : 'remove'
    await call('PATCH', '/users/me/subscriptions/muted_topics', { stream_id: channelId, topic, op })
  }
}

/** The IDs of a topic's messages, oldest first; no more than the newest 5000. */
export async function messagesOfTopic(call: Call, channelId: number, topic: string): Promise<readonly number[]> {
  const { messages } = await call<{ messages: readonly { id: number }[] }>('GET', '/messages', {
    ...{ anchor: 'newest', num_before: 5000, num_after: 0, apply_markdown: false },
    narrow: [
      { operator: 'stream', operand: channelId },
      { operator: 'topic', operand: topic },
    ],
  })
  return messages.map(({ id }) => id)
}
