import { partiallyCompleted } from '../../../../protocol/index.js'
import { readTopic } from '../../channels/topics.js'
import { deleteMessages } from '../../messages/deletion.js'
import { messagesIn } from '../../messages/messages.js'
import { isSubscribed, mayReadChannel, maySeeChannel } from '../../messages/visibility.js'
import { byAccount, type Operation } from '../../operation.js'
import { refuse } from '../../refusal.js'
import { channelShape } from '../../shapes/channel.js'
import type { ChannelPlace } from '../../state.js'
import { isAdministrator } from '../../users/accounts.js'
import type { World } from '../../world.js'
import { readableChannel } from './topics.js'

type Names = 'streams.deleteTopic' | 'streams.list' | 'streams.get'

export const streamOperations: { readonly [Name in Names]: Operation<Name> } = {
  'streams.deleteTopic': byAccount(({ world, caller, params }) => {
    const channel = readableChannel(world, caller, params.stream_id)
    const topic = readTopic(world, params.topic_name, 'emptyTopic')
    const complete = deleteTopic(world, { kind: 'channel', channelId: channel.id, topic })
    if (world.has('deleteTopicComplete')) return { complete }
    return complete ? {} : partiallyCompleted
  }),

  'streams.list': byAccount(({ world, caller, params }) => {
    if (params.include_all_active && !isAdministrator(caller)) refuse('notAuthorizedForQuery')
    const shown = [...world.state.channels.values()].filter((channel) => {
      if (params.exclude_archived && channel.isArchived) return false
      if (params.include_all_active) return true
      const subscribed = params.include_subscribed && isSubscribed(channel, caller)
      if (params.include_default && world.state.defaultChannels.has(channel.id)) return true
      return subscribed || (params.include_public && !channel.isPrivate && mayReadChannel(caller, channel))
    })
    return {
      streams: shown.map((channel) => ({
        ...channelShape(world, channel),
        ...(params.include_default && { is_default: world.state.defaultChannels.has(channel.id) }),
      })),
    }
  }),

  'streams.get': byAccount(({ world, caller, params }) => {
    const channel = world.state.channels.get(params.stream_id)
    if (channel === undefined || !maySeeChannel(caller, channel)) refuse('invalidChannelId')
    return { stream: channelShape(world, channel) }
  }),
}

/**
 * Deletes a topic, newest messages first, in batches. A request does so many of them and leaves the rest to the next;
 * on older servers, which could not say that they ended early, all.
 *
 * @see spec 4.6
 */
function deleteTopic(world: World, place: ChannelPlace): boolean {
  const { deleteBatch, deleteBatchesPerRequest } = world.assumptions
  const messages = messagesIn(world.state, place).toReversed()
  const size = world.has('deleteTopicInBatches') ? deleteBatch : messages.length
  const most = world.has('deleteTopicPartiallyCompleted') ? deleteBatchesPerRequest * deleteBatch : messages.length
  for (let from = 0; from < Math.min(most, messages.length); from += size) {
    deleteMessages(world, place, messages.slice(from, from + size))
  }
  return messages.length <= most
}
