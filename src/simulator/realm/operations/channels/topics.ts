import { visibilityPolicies } from '../../../../protocol/index.js'
import { isKnownPolicy, readTopic, setTopicPolicy, topicPolicy } from '../../channels/topics.js'
import { channelNamed } from '../../messages/recipients.js'
import { mayReadChannel } from '../../messages/visibility.js'
import { byAccount, type Operation, type OwnCall } from '../../operation.js'
import { refuse } from '../../refusal.js'
import type { Account, Channel } from '../../state.js'
import type { World } from '../../world.js'

type Names = 'topics.setVisibility' | 'topics.setMuted'

const { none, muted } = visibilityPolicies

export const topicOperations: { readonly [Name in Names]: Operation<Name> } = {
  'topics.setVisibility': byAccount(({ world, caller, params }) => {
    const { stream_id: id, visibility_policy: policy } = params
    const topic = readTopic(world, params.topic, 'emptyTopic')
    if (!isKnownPolicy(world, policy)) refuse('notInList', { name: 'visibility_policy' })
    if (topic === '' && !world.has('emptyTopic')) refuse('topicCannotBeEmpty')
    const channel = policy === none ? world.state.channels.get(id) : readableChannel(world, caller, id)
    setTopicPolicy(world, caller, channel ?? refuse('invalidChannelId'), topic, policy)
    return {}
  }),

  'topics.setMuted': byAccount((call) => {
    const { world, caller, params } = call
    const topic = readTopic(world, params.topic, 'emptyTopic')
    const channel = channelToMute(call)
    const adds = params.op === 'add'
    if (!world.has('topicMutingIdempotent')) {
      const isMuted = topicPolicy(caller, channel, topic) === muted
      if (adds && isMuted) refuse('topicAlreadyMuted')
      if (!adds && !isMuted) refuse('topicNotMuted')
    }
    setTopicPolicy(world, caller, channel, topic, adds ? muted : none)
    return {}
  }),
}

/** To mute, the channel must be readable; to unmute it need only be there. */
function channelToMute({ world, caller, params }: OwnCall<'topics.setMuted'>): Channel {
  const { stream_id: id, stream: name, op } = params
  if (id !== undefined && name !== undefined) refuse('unsupportedCombination', { parameters: 'stream_id, stream' })
  if (id === undefined && name === undefined) refuse('missingChannelOfTopic')
  const channel = id === undefined ? channelNamed(world, name ?? '') : world.state.channels.get(id)
  if (op === 'remove') return channel ?? refuse('topicNotMuted')
  if (channel !== undefined && isReadable(caller, channel)) return channel
  return id === undefined ? refuse('invalidChannelName', { stream: name }) : refuse('invalidChannelId')
}

/** The channel with an ID, if its messages can be read and written. @throws {Refusal} in the same words for any other */
export function readableChannel(world: World, caller: Account, id: number): Channel {
  const channel = world.state.channels.get(id)
  return channel !== undefined && isReadable(caller, channel) ? channel : refuse('invalidChannelId')
}

/** Whether the messages of a channel can be read and written. */
export function isReadable(caller: Account, channel: Channel): boolean {
  return !channel.isArchived && mayReadChannel(caller, channel)
}
