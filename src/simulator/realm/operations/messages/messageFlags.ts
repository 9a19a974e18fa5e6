import { readTopic } from '../../channels/topics.js'
import { changeFlag, checkFlag } from '../../messages/changingFlags.js'
import { markRead } from '../../messages/flags.js'
import { messagesIn, storedMessages } from '../../messages/messages.js'
import { byAccount, type Operation } from '../../operation.js'
import { refuse } from '../../refusal.js'
import { listAround } from '../../search/listing.js'
import { readNarrow } from '../../search/narrow.js'
import { readableChannel } from '../channels/topics.js'
import { readable } from './messages.js'

type Names =
  | 'messages.updateFlags'
  | 'messages.updateFlagsInNarrow'
  | 'messages.markAllRead'
  | 'messages.markChannelRead'
  | 'messages.markTopicRead'

export const messageFlagOperations: { readonly [Name in Names]: Operation<Name> } = {
  'messages.updateFlags': byAccount(({ world, caller, params }) => {
    checkFlag(params.flag)
    const messages = [...new Set(params.messages)].map((id) => readable(world, caller, id))
    return { messages: changeFlag(world, caller, messages, params) }
  }),

  'messages.updateFlagsInNarrow': byAccount(({ world, caller, params }) => {
    const { anchor, num_before: before, num_after: after, include_anchor: includeAnchor } = params
    const narrow = readNarrow(world, caller, params.narrow)
    const maximum = world.assumptions.messagesPerRequest
    if (before + after > maximum) refuse('tooManyMessages', { maximum })
    if (!includeAnchor && before > 0 && after > 0) refuse('anchorOnlyExcludedAtEnd')
    checkFlag(params.flag)
    const found = listAround(world, caller, narrow, { anchor, before, after, includeAnchor })
    const { messages } = found
    return {
      processed_count: messages.length,
      updated_count: changeFlag(world, caller, messages, params).length,
      first_processed_id: messages[0]?.id ?? null,
      last_processed_id: messages.at(-1)?.id ?? null,
      found_oldest: found.foundOldest,
      found_newest: found.foundNewest,
    }
  }),

  'messages.markAllRead': byAccount(({ world, caller }) => {
    markRead(world, caller, world.state.messages.values())
    return world.has('deleteTopicComplete') ? { complete: true } : {}
  }),

  'messages.markChannelRead': byAccount(({ world, caller, params }) => {
    const { id } = readableChannel(world, caller, params.stream_id)
    markRead(world, caller, storedMessages(world.state, world.state.index.byChannel.get(id) ?? []))
    return {}
  }),

  'messages.markTopicRead': byAccount(({ world, caller, params }) => {
    const { id: channelId } = readableChannel(world, caller, params.stream_id)
    const topic = readTopic(world, params.topic_name, 'emptyTopic')
    const messages = messagesIn(world.state, { kind: 'channel', channelId, topic })
    // The server asks nothing of the empty topic.
    if (messages.length === 0 && params.topic_name !== '') refuse('noSuchTopic', { topic })
    markRead(world, caller, messages)
    return {}
  }),
}
