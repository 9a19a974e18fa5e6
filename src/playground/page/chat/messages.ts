import type { Message } from '../../../protocol/index.js'
import { type ChatPlace, isIn, placeOfMessage } from './place.js'
import { listOf, numberOf, numbersOf, textOf } from './state.js'

/** An event, as the server sends it to clients. */
export interface ChatEvent {
  readonly id: number
  readonly type: string
  readonly [field: string]: unknown
}

/** The loaded messages of a place: the newest, and as many older ones as were requested. */
export interface Messages {
  /** Oldest first. */
  readonly list: readonly Message[]
  readonly hasOldest: boolean
  /** Whether they have to be loaded again. */
  readonly isStale: boolean
}

export const noMessages: Messages = { list: [], hasOldest: false, isStale: false }

/** The messages after an event; the same object if it doesn't concern them. */
export function reduceMessages(known: Messages, place: ChatPlace, ownId: number, event: ChatEvent): Messages {
  switch (event.type) {
    case 'message': {
      const message = { ...(event.message as Message), flags: listOf(event.flags) as readonly unknown[] as string[] }
      if (!isIn(placeOfMessage(message, ownId), place)) return known
      const list = [...known.list.filter(({ id }) => id !== message.id), message]
      return { ...known, list: list.sort((one, other) => one.id - other.id) }
    }
    case 'delete_message': {
      const ids = new Set(numbersOf(event.message_ids ?? [event.message_id]))
      const list = known.list.filter(({ id }) => !ids.has(id))
      return list.length === known.list.length ? known : { ...known, list }
    }
    case 'update_message_flags': {
      const ids = new Set(numbersOf(event.messages))
      const isMarked = ({ id }: Message) => event.all === true || ids.has(id)
      if (!known.list.some(isMarked)) return known
      const list = known.list.map((message) => (isMarked(message) ? flagged(message, event) : message))
      return { ...known, list }
    }
    case 'update_message':
    case 'reaction':
    case 'submessage':
      return known.list.some(({ id }) => id === numberOf(event.message_id)) ? { ...known, isStale: true } : known
    default:
      return known
  }
}

function flagged(message: Message, event: ChatEvent): Message {
  const flag = textOf(event.flag)
  const others = (message.flags ?? []).filter((one) => one !== flag)
  return { ...message, flags: event.op === 'add' ? [...others, flag] : others }
}
