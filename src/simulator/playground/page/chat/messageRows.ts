import type { Message } from '../../../../protocol/index.js'
import { type Place, placeOfMessage, placeText } from './place.js'
import { type ChatState, policyOf } from './state.js'

/** A line of a list of messages, which may be a whole message. */
export type MessageRow =
  | { readonly kind: 'day'; readonly key: string; readonly timestamp: number }
  /** What follows is in another conversation than what came before. */
  | { readonly kind: 'place'; readonly key: string; readonly place: Place }
  | {
      readonly kind: 'folded'
      readonly key: string
      readonly why: 'muted user' | 'muted topic'
      readonly ids: readonly number[]
      readonly isOpen: boolean
    }
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
  readonly state: Pick<ChatState, 'ownId' | 'mutedUsers' | 'policies' | 'channels'>
  /** IDs of messages whose fold the reader has opened. */
  readonly opened: ReadonlySet<number>
  /** The day of a time in UNIX seconds, the same for all times of one day. */
  dayOf(timestamp: number): string
}

/** Messages as lines, oldest first. What muted people wrote, and muted topics among others, are folded. */
export function messageRows(messages: readonly Message[], reading: Reading): readonly MessageRow[] {
  const { place, state, opened, dayOf } = reading
  const rows: MessageRow[] = []
  let before: Message | undefined
  let day = ''
  let where = place.kind === 'topic' || place.kind === 'direct' ? placeText(place) : ''

  const show = (message: Message): void => {
    rows.push({ kind: 'message', key: `m${message.id}`, message, isFirst: !continues(before, message) })
    before = message
  }
  const startOf = (message: Message): void => {
    const { id, timestamp = 0 } = message
    const its = placeOfMessage(message, state.ownId)
    if (dayOf(timestamp) !== day) {
      day = dayOf(timestamp)
      rows.push({ kind: 'day', key: `d${id}`, timestamp })
      before = undefined
    }
    if ((place.kind !== 'all' && place.kind !== 'channel') || placeText(its) === where) return
    where = placeText(its)
    rows.push({ kind: 'place', key: `p${id}`, place: its })
    before = undefined
  }

  for (let at = 0; at < messages.length; ) {
    const message = messages[at]
    if (message === undefined) break
    const why = whyFolded(message, reading)
    if (why === 'left out') {
      at += 1
      continue
    }
    startOf(message)
    if (why === undefined) {
      show(message)
      at += 1
      continue
    }
    const run = runFrom(messages, at, (other) => whyFolded(other, reading) === why && isBeside(message, other, reading))
    const ids = run.map(({ id }) => id)
    const isOpen = ids.some((id) => opened.has(id))
    rows.push({ kind: 'folded', key: `f${message.id}`, why, ids, isOpen })
    before = undefined
    if (isOpen) for (const one of run) show(one)
    if (isOpen) before = undefined
    at += run.length
  }
  return rows
}

/** One-on-one messages of muted people are no part of what one looks through. @see spec 4.12 */
function whyFolded(message: Message, { place, state }: Reading): 'muted user' | 'muted topic' | 'left out' | undefined {
  if (state.mutedUsers.has(message.sender_id)) {
    const its = placeOfMessage(message, state.ownId)
    return place.kind === 'all' && its.kind === 'direct' && its.userIds.length === 1 ? 'left out' : 'muted user'
  }
  if (message.type !== 'stream' || (place.kind !== 'all' && place.kind !== 'channel')) return undefined
  const policy = policyOf(state, message.stream_id, message.subject)
  if (policy === 'muted') return 'muted topic'
  // Whoever reads the channel itself wants what is in it.
  const isOfMuted = place.kind === 'all' && state.channels.get(message.stream_id)?.isMuted === true
  return isOfMuted && policy === 'neutral' ? 'muted topic' : undefined
}

function isBeside(one: Message, other: Message, { state, dayOf }: Reading): boolean {
  return (
    dayOf(one.timestamp ?? 0) === dayOf(other.timestamp ?? 0) &&
    placeText(placeOfMessage(one, state.ownId)) === placeText(placeOfMessage(other, state.ownId))
  )
}

function runFrom<One>(list: readonly One[], start: number, belongs: (one: One) => boolean): readonly One[] {
  let end = start + 1
  while (end < list.length && belongs(list[end] as One)) end += 1
  return list.slice(start, end)
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
