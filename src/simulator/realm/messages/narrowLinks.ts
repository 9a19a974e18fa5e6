import type { Channel, StoredMessage } from '../state.js'
import type { World } from '../world.js'

/** A path to a channel within the organisation's web client. */
export function channelPath(channel: Pick<Channel, 'id' | 'name'>): string {
  return `/#narrow/channel/${channel.id}-${encodePart(channel.name.replaceAll(' ', '-'))}`
}

/** A path to a topic of a channel. */
export function topicPath(channel: Pick<Channel, 'id' | 'name'>, topic: string): string {
  return `${channelPath(channel)}/topic/${encodePart(topic)}`
}

/** The whole address of a message. */
export function messageLink(world: World, { id, place }: StoredMessage): string {
  if (place.kind === 'direct') return `${world.url()}/#narrow/dm/${place.userIds.join(',')}-pm/near/${id}`
  const channel = world.state.channels.get(place.channelId)
  return channel === undefined ? world.url() : `${world.url()}${topicPath(channel, place.topic)}/near/${id}`
}

/** Writes a name so that it stands in the fragment of an address: percent-encoded, with dots for the percent signs. */
function encodePart(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\u{fffd}'))
    .replaceAll(/[!'()*.~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%7E', '~')
    .replaceAll('%', '.')
}
