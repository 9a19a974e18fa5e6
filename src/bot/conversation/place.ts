import { type Message, unmarkedTopic } from '../../protocol/index.js'

/** A conversation as parts of a key: a topic, resolved or not, or the people of a direct one, in whatever order. */
export function placeOf(message: Message): readonly string[] {
  if (message.type === 'stream') return topicPlace(message.stream_id, message.subject)
  return directPlace(message.display_recipient.map(({ id }) => id))
}

/** Servers take topics alike that differ in case alone. */
export function topicPlace(channel: number, topic: string): readonly string[] {
  return ['topic', String(channel), unmarkedTopic(topic).toLowerCase()]
}

/** @param people The IDs of all of them, the bot among them. */
export function directPlace(people: readonly number[]): readonly string[] {
  return ['direct', [...people].sort((one, other) => one - other).join(',')]
}
