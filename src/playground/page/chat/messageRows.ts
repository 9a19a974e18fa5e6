import type { Message } from '../../../protocol/index.js'
import { type Place, placeOfMessage, placeText } from './place.js'

/** A line of a list of messages, which may be a whole message. */
export type MessageRow =
  | { readonly kind: 'day'; readonly key: string; readonly timestamp: number }
  /** What follows is in another conversation than what came before. */
  | { readonly kind: 'place'; readonly key: string; readonly place: Place }
  | {
      readonly kind: 'message'
      readonly key: string
      readonly message: Message
      /** Whether it says who wrote it, and when; else that is said of a message above it. */
      readonly isFirst: boolean
    }

/** What decides how messages are shown. */
export interface Reading {
  readonly place: Place
  readonly ownId: number
  /** The day of a time in UNIX seconds, the same for all times of one day. */
  dayOf(timestamp: number): string
}

/** Messages as lines, oldest first. */
export function messageRows(messages: readonly Message[], { place, ownId, dayOf }: Reading): readonly MessageRow[] {
  const rows: MessageRow[] = []
  const isOfSeveral = place.kind === 'channel'
  let before: Message | undefined
  let day = ''
  let where = ''
  for (const message of messages) {
    const { id, timestamp = 0 } = message
    const its = placeOfMessage(message, ownId)
    if (dayOf(timestamp) !== day) {
      day = dayOf(timestamp)
      rows.push({ kind: 'day', key: `d${id}`, timestamp })
      before = undefined
    }
    if (isOfSeveral && placeText(its) !== where) {
      where = placeText(its)
      rows.push({ kind: 'place', key: `p${id}`, place: its })
      before = undefined
    }
    rows.push({ kind: 'message', key: `m${id}`, message, isFirst: !continues(before, message) })
    before = message
  }
  return rows
}

/** Seconds after which a message says again who wrote it. */
const pause = 600

function continues(before: Message | undefined, message: Message): boolean {
  return (
    before !== undefined &&
    before.sender_id === message.sender_id &&
    !before.is_me_message &&
    !message.is_me_message &&
    (message.timestamp ?? 0) - (before.timestamp ?? 0) < pause
  )
}
