import { type Message, unmarkedTopic } from '../../protocol/index.js'
import { sha256 } from '../../protocol/sha256.js'
import { sendable } from '../../text/index.js'

/** A conversation as parts of a key: a topic, resolved or not, or the people of a direct one, in whatever order. */
export function placeOf(message: Message): readonly string[] {
  if (message.type === 'stream') return topicPlace(message.stream_id, message.subject)
  return directPlace(message.display_recipient.map(({ id }) => id))
}

/** Servers take topics alike that differ in case alone. */
export function topicPlace(channel: number, topic: string): readonly string[] {
  return ['topic', String(channel), fitting(unmarkedTopic(topic).toLowerCase())]
}

/** @param people The IDs of all of them, the bot among them. */
export function directPlace(people: readonly number[]): readonly string[] {
  return ['direct', fitting([...people].sort((one, other) => one - other).join(','))]
}

/** What is too long for a key, such as a direct conversation of hundreds, goes by its digest. */
function fitting(part: string): string {
  const whole = sendable(part)
  return encodeURIComponent(whole).length <= longest ? part : `#${sha256(whole)}`
}

/** Characters as they stand in a key; a topic of sixty of the longest ones has 720. */
const longest = 760
