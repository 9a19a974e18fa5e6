import type { Message } from '../../protocol/index.js'
import { sha256, unmarkedTopic } from '../../protocol/lean.js'
import { sendable } from '../../text/index.js'

/** A conversation as parts of a key: a topic, resolved or not, or the people of a direct one, in whatever order. */
export function placeOf(message: Message): readonly string[] {
  if (message.type === 'stream') {
    // Servers take topics alike that differ in case alone.
    return ['topic', String(message.stream_id), fitting(unmarkedTopic(message.subject).toLowerCase())]
  }
  const people = message.display_recipient.map(({ id }) => id).sort((one, other) => one - other)
  return ['direct', fitting(people.join(','))]
}

/** What is too long for a key, such as a direct conversation of hundreds, goes by its digest. */
function fitting(part: string): string {
  const whole = sendable(part)
  return encodeURIComponent(whole).length <= longest ? part : `#${sha256(whole)}`
}

/** Characters as they stand in a key; a topic of sixty of the longest ones has 720. */
const longest = 760
