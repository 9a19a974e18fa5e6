import { type Message, unmarkedTopic } from '../protocol/index.js'
import { longestKey } from '../storage/createStorage.js'
import { sendable, sha256 } from '../text/index.js'

/** A key of the storage from its parts, escaped so that no name can reach into another's place. */
export const joined = (...parts: readonly string[]) => parts.map((part) => encodeURIComponent(sendable(part))).join('/')

/** A key as storages take it: where it is too long, its longest part goes by its digest, such as hundreds of people. */
export async function fitting(key: string): Promise<string> {
  // Escaped, a character is one byte.
  if (key.length <= longestKey) return key
  const parts = key.split('/')
  const at = parts.reduce((longest, part, index) => (part.length > (parts[longest] ?? '').length ? index : longest), 0)
  return fitting(parts.with(at, `#${await sha256(parts[at] ?? '')}`).join('/'))
}

/** A conversation as parts of a key: a topic, resolved or not, or the people of a direct one, in whatever order. */
export function placeOf(message: Message): readonly string[] {
  if (message.type === 'stream') return topicPlace(message.stream_id, message.subject)
  return directPlace(message.display_recipient.map(({ id }) => id))
}

/** Servers treat topics that differ only in case as the same. */
export function topicPlace(channel: number, topic: string): readonly string[] {
  return ['topic', String(channel), unmarkedTopic(topic).toLowerCase()]
}

/** @param people The IDs of all participants, including the bot. */
export function directPlace(people: readonly number[]): readonly string[] {
  return ['direct', [...people].sort((one, other) => one - other).join(',')]
}
