import type { Message } from '../protocol/index.js'
import type { TestChat, Where } from './chat.js'
import type { History } from './history.js'

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

/** What those know of a chat who look into it. */
export interface Inside {
  readonly history: History
  /** The bot's ID. */
  readonly bot: number
}

const insides = new WeakMap<TestChat, Inside>()

export function noteInside(chat: TestChat, inside: Inside): void {
  insides.set(chat, inside)
}

/** @throws {TypeError} for what `testBot` did not make */
export function insideOf(chat: TestChat): Inside {
  const inside = insides.get(chat)
  if (inside !== undefined) return inside
  throw new TypeError('This is no chat. Give what testBot made, or what say, dm and the like gave.')
}
