import { type Message, unmarkedTopic } from '../../protocol/index.js'

/** A conversation as parts of a key: a topic, resolved or not, or the people of a direct one, in whatever order. */
export function placeOf(message: Message): readonly string[] {
  if (message.type === 'stream') {
    // Servers take topics alike that differ in case alone.
    return ['topic', String(message.stream_id), unmarkedTopic(message.subject).toLowerCase()]
  }
  const people = message.display_recipient.map(({ id }) => id).sort((one, other) => one - other)
  return ['direct', people.join(',')]
}
