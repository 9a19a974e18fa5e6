import { inOrder } from '../access/groups.js'
import { audienceOf, channelAudience } from '../access/visibility.js'
import { firstMessageId } from '../conversations/messages.js'
import { deleteUpload, unlinkUploads } from '../organisation/uploads.js'
import type { Account, Place, StoredMessage } from '../world/state.js'
import type { World } from '../world/world.js'

/**
 * Deletes messages of one place, and the files that only they linked to. Emits an event if the oldest message of a
 * channel changes.
 */
export function deleteMessages(world: World, place: Place, messages: readonly StoredMessage[], deleter: Account): void {
  if (messages.length === 0) return
  const channel = place.kind === 'channel' ? world.state.channels.get(place.stream_id) : undefined
  const reachesCopies = channel === undefined || world.has('deletionsReachCopies')
  const audience = reachesCopies ? audienceOf(world, place, messages) : channel.subscribers
  withFirstMessageEvents(world, [place], () => {
    for (const message of messages) {
      world.state.messages.delete(message.id)
      for (const upload of unlinkUploads(world, message.id, message.uploads)) deleteUpload(world, upload)
    }
    emitDeleted(world, audience.includes(deleter.id) ? audience : [...audience, deleter.id], place, messages)
  })
}

/** Tells accounts that messages are gone, at least for them. */
export function emitDeleted(
  world: World,
  audience: readonly number[],
  place: Place,
  messages: readonly StoredMessage[],
): void {
  world.emit('delete_message', audience, {
    message_ids: inOrder(messages.map(({ id }) => id)),
    ...(place.kind === 'channel'
      ? { message_type: 'stream', stream_id: place.stream_id, topic: place.topic }
      : { message_type: 'private' }),
  })
}

/** Makes a change that may affect the first messages of channels, and sends the events about it. */
export function withFirstMessageEvents(world: World, places: readonly Place[], change: () => void): void {
  const channels = new Set(places.flatMap((place) => (place.kind === 'channel' ? [place.stream_id] : [])))
  const before = [...channels].map((id) => ({ id, first: firstMessageId(world.state, id) }))
  change()
  for (const { id, first } of before) {
    const now = firstMessageId(world.state, id)
    const channel = world.state.channels.get(id)
    if (channel === undefined || now === first || !world.has('firstMessageIdEvent')) continue
    world.emit('stream', channelAudience(channel), {
      op: 'update',
      property: 'first_message_id',
      value: now,
      stream_id: id,
      name: channel.name,
    })
  }
}
