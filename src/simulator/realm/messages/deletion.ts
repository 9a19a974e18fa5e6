import { dropUpload, unlinkUploads } from '../organisation/uploads.js'
import type { Place, StoredMessage } from '../state.js'
import type { World } from '../world.js'
import { audienceOf } from './audience.js'
import { dropMessages, firstMessageId } from './messages.js'

/**
 * Deletes messages of one place. Files that only they linked to go with them, and when the oldest message of a channel
 * changes, that is told too.
 *
 * @see spec 4.6 and 4.10
 */
export function deleteMessages(world: World, place: Place, messages: readonly StoredMessage[]): void {
  if (messages.length === 0) return
  const oldest = place.kind === 'channel' ? firstMessageId(world, place.channelId) : null
  dropMessages(world.state, messages)
  for (const message of messages) {
    for (const upload of unlinkUploads(world, message.id, message.uploads)) dropUpload(world, upload)
  }
  world.emit('delete_message', audienceOf(world, place), {
    message_ids: messages.map((message) => message.id).sort((one, other) => one - other),
    ...(place.kind === 'channel'
      ? { message_type: 'stream', stream_id: place.channelId, topic: place.topic }
      : { message_type: 'private' }),
  })
  if (place.kind === 'channel') tellOfOldest(world, place, oldest)
}

function tellOfOldest(world: World, place: Place & { kind: 'channel' }, before: number | null): void {
  const now = firstMessageId(world, place.channelId)
  if (now === before || !world.has('firstMessageIdEvent')) return
  world.emit('stream', audienceOf(world, place), {
    op: 'update',
    property: 'first_message_id',
    value: now,
    stream_id: place.channelId,
    name: world.state.channels.get(place.channelId)?.name,
  })
}
