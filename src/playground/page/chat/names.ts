import type { Message } from '../../../protocol/index.js'
import type { ChatPlace } from './place.js'
import type { ChatState } from './state.js'

/** Somebody's name, and marks such as `bot`. */
export interface Named {
  readonly name: string
  readonly marks: readonly string[]
}

/** The sender of a message, even one that the reader can't see. */
export function senderOf(state: ChatState, message: Message): Named {
  const { sender_id: id, sender_full_name: name } = message
  return state.people.has(id) || !name ? namedPerson(state, id) : { name, marks: [] }
}

export function namedPerson(state: ChatState, id: number): Named {
  const person = state.people.get(id)
  if (person === undefined) return { name: `User ${id}`, marks: [] }
  return {
    name: person.full_name,
    marks: [
      ...(person.is_bot ? ['bot'] : []),
      ...(person.is_guest ? ['guest'] : []),
      ...(person.is_deleted === true ? ['deleted'] : person.is_active ? [] : ['deactivated']),
    ],
  }
}

/** The initials of a name's first and last word. */
export function initials(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => word?.match(/[\p{L}\p{N}]/u)?.[0] ?? '',
  )
  return letters.join('').toUpperCase() || '?'
}

/** The name of a place in parts: a channel and its topic, or people. */
export function placeWords(state: ChatState, place: ChatPlace): { readonly title: string; readonly topic?: string } {
  switch (place.kind) {
    case 'channel':
      return { title: channelWords(state, place.channelId) }
    case 'topic':
      return { title: channelWords(state, place.channelId), topic: topicWords(state, place.topic) }
    case 'direct': {
      const isSelf = place.userIds.length === 1 && place.userIds[0] === state.ownId
      return { title: isSelf ? 'Notes to self' : place.userIds.map((id) => namedPerson(state, id).name).join(', ') }
    }
  }
}

/** The name of a place: `#kitchen › lunch`, `Prospero, Iago`. */
export function placeName(state: ChatState, place: ChatPlace): string {
  const { title, topic } = placeWords(state, place)
  return topic === undefined ? title : `${title} › ${topic}`
}

function channelWords(state: ChatState, id: number): string {
  return `#${state.channels.get(id)?.name ?? ` unknown channel ${id}`}`
}

export function topicWords(state: ChatState, topic: string): string {
  return topic === '' ? state.limits.emptyTopic : topic
}
