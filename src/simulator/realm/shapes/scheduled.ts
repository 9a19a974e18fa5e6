import type { Scheduled } from '../state.js'

/** A scheduled message as its sender sees it. The shape is assumed. @see spec 2.3 */
export function scheduledShape({ id, place, content, rendered, due, state }: Scheduled) {
  return {
    scheduled_message_id: id,
    ...(place.kind === 'channel'
      ? { type: 'stream', to: place.channelId, topic: place.topic }
      : { type: 'private', to: [...place.userIds] }),
    content,
    rendered_content: rendered,
    scheduled_delivery_timestamp: due,
    failed: state === 'failed',
  }
}
