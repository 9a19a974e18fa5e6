import { type Message, unmarkedTopic } from '../../protocol/index.js'
import { longestKey } from '../../storage/createStorage.js'
import { sendable, sha256 } from '../../text/index.js'

/** A storage key made of parts, which are escaped so that no name can produce another's key. */
export const joined = (...parts: readonly string[]) => parts.map((part) => encodeURIComponent(sendable(part))).join('/')

/** Shortens a key that is too long for storages: replaces its longest part, such as hundreds of people, with a digest. */
export async function fitting(key: string): Promise<string> {
  // Escaped characters are one byte each.
  if (key.length <= longestKey) return key
  const parts = key.split('/')
  const at = parts.reduce((longest, part, index) => (part.length > (parts[longest] ?? '').length ? index : longest), 0)
  return fitting(parts.with(at, `#${await sha256(parts[at] ?? '')}`).join('/'))
}

/** A conversation as parts of a key: a topic, resolved or not, or the people of a direct conversation, in any order. */
export function placeParts(message: Message): readonly string[] {
  if (message.type === 'stream') return topicPlace(message.stream_id, message.subject)
  return directPlace(message.display_recipient.map(({ id }) => id))
}

/** The same as text. */
export const placeId = (message: Message): string => joined(...placeParts(message))

/** Servers treat topics that differ only in case as the same. */
export function topicPlace(channel: number, topic: string): readonly string[] {
  return ['topic', String(channel), unmarkedTopic(topic).toLowerCase()]
}

/** @param people The IDs of all participants, including the bot. */
export function directPlace(people: readonly number[]): readonly string[] {
  return ['direct', [...people].sort((one, other) => one - other).join(',')]
}
