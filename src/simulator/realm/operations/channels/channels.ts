import { codePoints, limits } from '../../../../protocol/index.js'
import { readChannelName } from '../../channels/channelNames.js'
import { makeChannel } from '../../channels/subscribing.js'
import { topicShown } from '../../channels/topics.js'
import { storedMessages } from '../../messages/messages.js'
import { channelNamed } from '../../messages/recipients.js'
import { mayReadChannel, maySeeChannel } from '../../messages/visibility.js'
import { byAccount, type Operation } from '../../operation.js'
import { refuse } from '../../refusal.js'
import { accessUser } from '../../search/lookup.js'
import { changeChannel } from '../../seed/growing.js'
import type { Account, Channel } from '../../state.js'
import { isAdministrator } from '../../users/accounts.js'
import type { World } from '../../world.js'
import { readFolder } from './subscriptions.js'

type Names = 'streams.getId' | 'streams.topics' | 'streams.create' | 'streams.update' | 'streams.archive'

export const channelOperations: { readonly [Name in Names]: Operation<Name> } = {
  'streams.getId': byAccount(({ world, caller, params }) => {
    const channel = channelNamed(world, params.stream)
    if (channel === undefined || !maySeeChannel(caller, channel)) {
      refuse('invalidChannelName', { stream: params.stream })
    }
    return { stream_id: channel.id }
  }),

  'streams.topics': byAccount(({ world, caller, params }) => {
    const channel = world.state.channels.get(params.stream_id)
    if (channel === undefined || !mayReadChannel(caller, channel)) refuse('invalidChannelId')
    return { topics: topicsOf(world, channel.id, params.allow_empty_topic_name) }
  }),

  'streams.create': byAccount(({ world, caller, params }) => {
    const name = readChannelName(params.name)
    if (channelNamed(world, name) !== undefined) refuse('channelExists', { channel_name: name })
    const access = { mayBeBot: true, mayBeDeactivated: false, toChange: false }
    const subscribers = [...new Set(params.subscribers)].map((id) => accessUser(world, caller, id, access))
    const folderId = readFolder(world, params.folder_id)
    const { description, invite_only: isPrivate } = params
    return { id: makeChannel(world, caller, { name, description, isPrivate, folderId }, subscribers).id }
  }),

  'streams.update': byAccount(({ world, caller, params }) => {
    const channel = administered(world, caller, params.stream_id)
    const { description, is_private: isPrivate, is_archived: isArchived, folder_id: folder } = params
    const limit = limits.channelDescription
    if (description !== undefined && codePoints(description) > limit) refuse('tooLong', { name: 'description', limit })
    if (isArchived === false && !channel.isArchived) refuse('channelNotArchived')
    const name = params.new_name === undefined ? undefined : newName(world, channel, params.new_name)
    const folderId = folder === undefined ? undefined : readFolder(world, folder)
    changeChannel(world, channel, {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description: description.replaceAll('\n', ' ') }),
      ...(isPrivate !== undefined && { is_private: isPrivate }),
      ...(isArchived !== undefined && { is_archived: isArchived }),
      ...(folderId !== undefined && { folder_id: folderId }),
    })
    return {}
  }),

  'streams.archive': byAccount(({ world, caller, params }) => {
    const channel = administered(world, caller, params.stream_id)
    if (channel.isArchived) refuse('invalidChannelId')
    changeChannel(world, channel, { is_archived: true })
    return {}
  }),
}

/** The channel, for an administrator, who may also be not subscribed. @throws {Refusal} */
function administered(world: World, caller: Account, id: number): Channel {
  const channel = world.state.channels.get(id)
  if (channel === undefined || !maySeeChannel(caller, channel)) refuse('invalidChannelId')
  return isAdministrator(caller) ? channel : refuse('channelNotAdministered')
}

/** A channel may be renamed to another case of its own name. */
function newName(world: World, channel: Channel, given: string): string {
  const name = readChannelName(given)
  if (name === channel.name) refuse('channelNameSame')
  const other = channelNamed(world, name)
  return other === undefined || other === channel ? name : refuse('channelNameInUse')
}

/** The topics of a channel with the newest message of each, most recent first. */
function topicsOf(world: World, channelId: number, showsEmpty: boolean) {
  const prefix = `${channelId}:`
  return [...world.state.index.byTopic]
    .flatMap(([key, ids]) => (key.startsWith(prefix) ? storedMessages(world.state, [ids.last ?? 0]) : []))
    .sort((one, other) => other.id - one.id)
    .map(({ id, place }) => {
      const topic = place.kind === 'channel' ? place.topic : ''
      return { name: showsEmpty ? topic : topicShown(world, topic), max_id: id }
    })
}
