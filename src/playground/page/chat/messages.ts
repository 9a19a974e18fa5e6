import type { Message, Reaction } from '../../../protocol/index.js'
import { wireOf } from '../../parsed.js'
import type { ChatEvent } from '../chatEvent.js'
import { isIn, type Place, placeOfMessage } from './place.js'
import { type ChatState, listOf, numberOf, numbersOf, textOf } from './state.js'

/** The messages of a place that are known: the newest, and as many older ones as were asked for. Pure data. */
export interface Messages {
  /** Oldest first. */
  readonly list: readonly Message[]
  /** Whether there are none before them. */
  readonly hasOldest: boolean
  /** A message came from another place, so that what is known has a gap: it is to be read anew. */
  readonly isStale: boolean
}

export const noMessages: Messages = { list: [], hasOldest: false, isStale: false }

/** Adds what was read, before or among what is known. */
export function withRead(known: Messages, read: readonly Message[], hasOldest: boolean): Messages {
  const byId = new Map([...read, ...known.list].map((message) => [message.id, message]))
  const list = [...byId.values()].sort((one, other) => one.id - other.id)
  return { list, hasOldest, isStale: false }
}

/** Who reads, and what they may read after the event. */
type Reader = Pick<ChatState, 'ownId' | 'channels'>

/** The messages of a place after an event; the same object where the event says nothing of them. */
export function reduceMessages(known: Messages, place: Place, reader: Reader, event: ChatEvent): Messages {
  switch (event.type) {
    case 'message':
      return added(known, place, reader.ownId, { ...(event.message as Message), flags: textsOf(event.flags) })
    case 'delete_message': {
      const ids = new Set(numbersOf(event.message_ids ?? [event.message_id]))
      const list = known.list.filter(({ id }) => !ids.has(id))
      return list.length === known.list.length ? known : { ...known, list }
    }
    case 'update_message':
      return updated(known, place, reader, event)
    case 'reaction':
      return changed(known, [numberOf(event.message_id)], (message) => ({
        ...message,
        reactions: reacted(message.reactions, event),
      }))
    case 'submessage':
      return changed(known, [numberOf(event.message_id)], (message) => ({
        ...message,
        submessages: [
          ...message.submessages.filter(({ id }) => id !== event.submessage_id),
          {
            id: numberOf(event.submessage_id),
            message_id: message.id,
            sender_id: numberOf(event.sender_id),
            msg_type: textOf(event.msg_type),
            content: textOf(event.content),
          },
        ],
      }))
    case 'update_message_flags':
      return changed(known, numbersOf(event.messages), (message) => ({
        ...message,
        flags: flagged(message.flags ?? [], textOf(event.flag), event.op === 'add'),
      }))
    default:
      return known
  }
}

function added(known: Messages, place: Place, ownId: number, message: Message): Messages {
  if (!isIn(placeOfMessage(message, ownId), place)) return known
  const last = known.list.at(-1)
  if (last === undefined || last.id < message.id) return { ...known, list: [...known.list, message] }
  return withRead({ ...known, list: known.list.filter(({ id }) => id !== message.id) }, [message], known.hasOldest)
}

function updated(known: Messages, place: Place, { channels }: Reader, event: ChatEvent): Messages {
  const ids = numbersOf(event.message_ids)
  const isMove = event.subject !== undefined || event.new_stream_id !== undefined
  if (!isMove) {
    if (event.rendered_content === undefined) return known
    return changed(known, [numberOf(event.message_id)], (message) => ({
      ...message,
      content: textOf(event.rendered_content),
      is_me_message: event.is_me_message === true,
      last_edit_timestamp: numberOf(event.edit_timestamp),
    }))
  }
  const channelId = numberOf(event.new_stream_id ?? event.stream_id)
  const topic = textOf(event.subject, textOf(event.orig_subject))
  const isHere = channels.has(channelId) && isIn({ kind: 'topic', channelId, topic }, place)
  const there = new Set(known.list.map(({ id }) => id))
  if (isHere && ids.some((id) => !there.has(id))) return { ...known, isStale: true }
  if (!isHere) {
    const gone = new Set(ids)
    const list = known.list.filter(({ id }) => !gone.has(id))
    return list.length === known.list.length ? known : { ...known, list }
  }
  const resolves = event.new_stream_id === undefined && unmarked(textOf(event.orig_subject)) === unmarked(topic)
  return changed(known, ids, (message) => {
    if (message.type !== 'stream') return message
    return {
      ...message,
      stream_id: channelId,
      subject: topic,
      // A topic that is marked as resolved is not moved by that.
      ...(!resolves && { last_moved_timestamp: numberOf(event.edit_timestamp) }),
    }
  })
}

function changed(known: Messages, ids: readonly number[], change: (message: Message) => Message): Messages {
  const wanted = new Set(ids)
  let isSame = true
  const list = known.list.map((message) => {
    if (!wanted.has(message.id)) return message
    isSame = false
    return change(message)
  })
  return isSame ? known : { ...known, list }
}

function reacted(reactions: readonly Reaction[], event: ChatEvent): Reaction[] {
  const user_id = numberOf(event.user_id ?? wireOf(event.user).user_id)
  const reaction = {
    emoji_name: textOf(event.emoji_name),
    emoji_code: textOf(event.emoji_code),
    reaction_type: textOf(event.reaction_type),
    user_id,
  }
  const others = reactions.filter(
    (one) =>
      one.user_id !== user_id || one.emoji_code !== reaction.emoji_code || one.reaction_type !== reaction.reaction_type,
  )
  return event.op === 'add' ? [...others, reaction] : others
}

function flagged(flags: readonly string[], flag: string, adds: boolean): string[] {
  const others = flags.filter((one) => one !== flag)
  return adds ? [...others, flag] : others
}

const unmarked = (topic: string) => topic.replace(/^✔ /, '')
const textsOf = (value: unknown) => listOf(value) as readonly unknown[] as string[]
