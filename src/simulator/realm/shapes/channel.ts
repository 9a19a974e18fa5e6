import { renderPlainly } from '../markdown/index.js'
import { firstMessageId } from '../messages.js'
import type { Channel } from '../state.js'
import type { World } from '../world.js'

/** A channel as it is listed. The shape is assumed. */
export function channelShape(world: World, channel: Channel) {
  return {
    stream_id: channel.id,
    name: channel.name,
    description: channel.description,
    rendered_description: renderPlainly(world, channel.description),
    invite_only: channel.isPrivate,
    is_web_public: false,
    is_archived: channel.isArchived,
    creator_id: channel.creatorId,
    date_created: channel.created,
    first_message_id: firstMessageId(world, channel.id),
    history_public_to_subscribers: true,
    message_retention_days: null,
    stream_post_policy: 1,
    stream_weekly_traffic: null,
    ...(world.has('channelFolders') && { folder_id: channel.folderId }),
    subscriber_count: channel.subscribers.length,
    ...Object.fromEntries(channel.groupSettings),
  }
}
