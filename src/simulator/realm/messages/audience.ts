import type { Audience } from '../events.js'
import type { Place } from '../state.js'
import type { World } from '../world.js'

/** Who hears of what happens in a place: everyone in it; of a public channel, everybody. */
export function audienceOf(world: World, place: Place): Audience {
  if (place.kind === 'direct') return place.userIds
  const channel = world.state.channels.get(place.channelId)
  return channel?.isPrivate === true ? channel.subscribers : 'everyone'
}
