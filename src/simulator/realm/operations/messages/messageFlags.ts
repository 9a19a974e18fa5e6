import { readTopic } from '../../channels/topics.js'
import { changeFlag, checkFlag, markRead } from '../../messages/flags.js'
import { isInChannel, messagesIn, messagesThat } from '../../messages/messages.js'
import type { Operations } from '../../operation.js'
import { refuse } from '../../refusal.js'
import { listAround, readNarrow } from '../../search/narrow.js'
import { readableChannel } from '../channels/channels.js'
import { readable } from './messages.js'

export const messageFlagOperations = {
  'messages.updateFlags': ({ world, caller, params }) => {
    checkFlag(params)
    const messages = [...new Set(params.messages)].map((id) => readable(world, caller, id))
    return { messages: changeFlag(world, caller, messages, params) }
  },

  'messages.updateFlagsInNarrow': ({ world, caller, params }) => {
    const { anchor, num_before: before, num_after: after, include_anchor: includeAnchor } = params
    const narrow = readNarrow(world, caller, params.narrow)
    const maximum = world.assumptions.messagesPerRequest
    if (before + after > maximum) refuse('tooManyMessages', { maximum })
    if (!includeAnchor && before > 0 && after > 0) refuse('anchorOnlyExcludedAtEnd')
    const found = listAround(world, caller, narrow, { anchor, before, after, includeAnchor })
    checkFlag(params)
    const { messages } = found
    return {
      processed_count: messages.length,
      updated_count: changeFlag(world, caller, messages, params).length,
      first_processed_id: messages[0]?.id ?? null,
      last_processed_id: messages.at(-1)?.id ?? null,
      found_oldest: found.foundOldest,
      found_newest: found.foundNewest,
    }
  },

  'messages.markAllRead': ({ world, caller }) => {
    markRead(world, caller, world.state.messages.values())
    return world.has('deleteTopicComplete') ? { complete: true } : {}
  },

  'messages.markChannelRead': ({ world, caller, params }) => {
    const { id } = readableChannel(world, caller, params.stream_id)
    const messages = messagesThat(world.state, (message) => isInChannel(message, id))
    markRead(world, caller, messages)
  },

  'messages.markTopicRead': ({ world, caller, params }) => {
    const { id: channelId } = readableChannel(world, caller, params.stream_id)
    const topic = readTopic(world, params.topic_name, 'emptyTopic')
    const messages = messagesIn(world.state, { kind: 'channel', channelId, topic })
    // The server doesn't check whether the empty topic exists.
    if (messages.length === 0 && params.topic_name !== '') refuse('noSuchTopic', { topic })
    markRead(world, caller, messages)
  },
} satisfies Partial<Operations>
