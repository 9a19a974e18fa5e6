import type { Operations } from '../../access/operation.js'
import { isInChannel, messagesIn, messagesThat } from '../../conversations/messages.js'
import { readTopic } from '../../conversations/topics.js'
import { changeFlag, checkFlag, markAllRead, markRead } from '../../messages/flags.js'
import { listAround } from '../../search/listing.js'
import { readListing } from '../../search/narrow.js'
import { refuse } from '../../world/refusal.js'
import { readableChannel } from '../channels/channels.js'

export const messageFlagOperations = {
  'messages.updateFlags': ({ world, caller, params }) => {
    checkFlag(params)
    const { ignoredChannels } = changeFlag(world, caller, params.messages, params)
    return { messages: params.messages, ignored_because_not_subscribed_channels: ignoredChannels }
  },

  'messages.updateFlagsInNarrow': ({ world, caller, params }) => {
    const { num_before, num_after, include_anchor } = params
    const listing = readListing(world, caller, params.narrow)
    const maximum = world.assumptions.messagesPerRequest
    if (num_before + num_after > maximum) refuse('tooManyMessages', { maximum })
    if (!include_anchor && num_before > 0 && num_after > 0) refuse('anchorOnlyExcludedAtEnd')
    const { messages, found_oldest, found_newest } = listAround(world, caller, listing, params)
    checkFlag(params)
    const ids = messages.map(({ id }) => id)
    const { changed, ignoredChannels } = changeFlag(world, caller, ids, params)
    return {
      ...{ processed_count: ids.length, updated_count: changed.length },
      ...{ first_processed_id: ids[0] ?? null, last_processed_id: ids.at(-1) ?? null },
      ...{ found_oldest, found_newest, ignored_because_not_subscribed_channels: ignoredChannels },
    }
  },

  'messages.markAllRead': ({ world, caller }) => {
    markAllRead(world, caller)
    return world.has('deleteTopicComplete') ? { complete: true } : {}
  },

  'messages.markChannelRead': ({ world, caller, params }) => {
    const { id } = readableChannel(world, caller, params.stream_id)
    const messages = messagesThat(world.state, (message) => isInChannel(message, id))
    markRead(world, caller, messages)
  },

  'messages.markTopicRead': ({ world, caller, params }) => {
    const { id: stream_id } = readableChannel(world, caller, params.stream_id)
    const topic = readTopic(world, params.topic_name, 'emptyTopic')
    const messages = messagesIn(world.state, { kind: 'channel', stream_id, topic })
    // The server doesn't check whether the empty topic exists.
    if (messages.length === 0 && params.topic_name !== '') refuse('noSuchTopic', { topic })
    markRead(world, caller, messages)
  },
} satisfies Partial<Operations>
