import { withoutUndefined } from '../../../values.js'
import type { Place } from '../chat/place.js'

/** What is to be saved as a test. */
export interface Wanted {
  /** Whoever looks on, and what they look at. */
  readonly userId: number
  readonly place: Place
  /** IDs of the first and the last message; from the beginning, and up to now, unless given. */
  readonly from: number | undefined
  readonly to: number | undefined
  /** What was said elsewhere in that time, too. */
  readonly isAll: boolean
  /** The one that answers unless given. */
  readonly bot: number | undefined
}

/** A transcript, as the simulator writes it. */
export interface Transcript {
  readonly name: string
  readonly text: string
  readonly bot: string
  readonly actions: number
  readonly organisation: { readonly name: string; readonly text: string } | null
  /** The file beside which the simulator can write it; null where it can't. */
  readonly beside: string | null
}

/** What the simulator is asked for; `channelName` knows the channels by their IDs. */
export function requestFor(
  { userId, place, from, to, isAll, bot }: Wanted,
  channelName: (id: number) => string | undefined,
): Readonly<Record<string, unknown>> {
  const where = isAll ? undefined : whereOf(place, userId, channelName)
  return withoutUndefined({ bot, from, to, where })
}

/** Whether a place is one conversation, and what is said elsewhere can be told from it. */
export function isOneConversation({ kind }: Place): boolean {
  return kind === 'topic' || kind === 'direct'
}

function whereOf(place: Place, userId: number, channelName: (id: number) => string | undefined) {
  if (place.kind === 'direct') return { people: [...new Set([...place.userIds, userId])] }
  const channel = place.kind === 'topic' ? channelName(place.channelId) : undefined
  return place.kind === 'topic' && channel !== undefined ? { channel, topic: place.topic } : undefined
}

/** What is chosen at first: what was said since this conversation was saved last. */
export function firstChoice(messages: readonly { readonly id: number }[], savedUpTo: number | undefined) {
  if (savedUpTo === undefined) return undefined
  return messages.find(({ id }) => id > savedUpTo)?.id
}

/** A message in one short line, to choose by. */
export function messageLine({ sender_full_name: who, content }: { sender_full_name: string; content: string }): string {
  const line = content.replace(/\s+/g, ' ').trim()
  return `${who}: ${line.length > 60 ? `${line.slice(0, 59)}…` : line}`
}
