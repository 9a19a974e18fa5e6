import { storedMessages } from './messages.js'
import { topicShown } from './topics.js'
import type { World } from './world.js'

/** The topics of a channel with the newest message of each, most recent first. */
export function topicsOf(world: World, channelId: number, showsEmpty: boolean) {
  const prefix = `${channelId}:`
  return [...world.state.index.byTopic]
    .flatMap(([key, ids]) => (key.startsWith(prefix) ? storedMessages(world.state, [ids.last ?? 0]) : []))
    .sort((one, other) => other.id - one.id)
    .map(({ id, place }) => {
      const topic = place.kind === 'channel' ? place.topic : ''
      return { name: showsEmpty ? topic : topicShown(world, topic), max_id: id }
    })
}
