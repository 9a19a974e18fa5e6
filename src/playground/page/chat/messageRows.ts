import type { Message } from '../../../protocol/index.js'
import { type ChatPlace, placeOfMessage, placeText } from './place.js'

/** A row of a message list: a message or a separator. */
export type MessageRow =
  | { readonly kind: 'day'; readonly key: string; readonly timestamp: number }
  /** The start of another conversation. */
  | { readonly kind: 'place'; readonly key: string; readonly place: ChatPlace }
  | {
      readonly kind: 'message'
      readonly key: string
      readonly message: Message
      /** Whether it shows its sender and time; otherwise a message above it does. */
      readonly isFirst: boolean
    }

/** The context of a message list. */
export interface MessageContext {
  readonly place: ChatPlace
  readonly ownId: number
  /** A key for the day of a time in UNIX seconds. */
  dayOf(timestamp: number): string
}

/** Messages as rows, oldest first. */
export function messageRows(
  messages: readonly Message[],
  { place, ownId, dayOf }: MessageContext,
): readonly MessageRow[] {
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

/** Seconds after which a message shows its sender again. */
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
