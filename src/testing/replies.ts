import type { Message } from '../protocol/index.js'
import type { TestChat, Where } from './chat.js'

/** Where replies come from. */
export interface Origin {
  readonly chat: TestChat
  /** Absent for what was said anywhere. */
  readonly where?: Where
  /** The ID of the message after which they were said. */
  readonly after: number
}

/** Kept apart, so that replies are an array of messages and nothing else. */
const origins = new WeakMap<readonly Message[], Origin>()

/** Remembers where replies come from, for whoever has to explain what is wrong with them. */
export function noteReplies(replies: Message[], origin: Origin): Message[] {
  origins.set(replies, origin)
  return replies
}

export const originOf = (replies: readonly Message[]): Origin | undefined => origins.get(replies)
