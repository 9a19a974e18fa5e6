import { partiallyCompleted, visibilityPolicies } from '../../../../protocol/index.js'
import { fingerprint } from '../../../base/random.js'
import { isAdministrator } from '../../access/accounts.js'
import { accessUser, changedSetting, isReadable, ownBot, readableChannel } from '../../access/lookup.js'
import type { Call, Operations } from '../../access/operation.js'
import { isSubscribed, mayReadChannel, mayReadMessage, maySeeChannel } from '../../access/visibility.js'
import { administersChannel, changeChannel, setDefaultChannel } from '../../channels/changing.js'
import {
  accessPolicy,
  noticeAccess,
  noticeArchiving,
  noticeDescription,
  noticePosting,
  noticeRename,
  noticeRetention,
} from '../../channels/channelNotices.js'
import { makeChannel } from '../../channels/subscribing.js'
import { isInChannel, messagesIn, messagesThat, placeKey } from '../../conversations/messages.js'
import {
  badCharacter,
  displayedTopic,
  isKnownPolicy,
  readChannelName,
  readDescription,
  readTopic,
  setTopicPolicy,
  topicPolicy,
} from '../../conversations/topics.js'
import { deleteMessages } from '../../messages/deleting.js'
import { channelNamed } from '../../messages/recipients.js'
import { channelShape, folderShape, settingOfChannel } from '../../shapes/channel.js'
import { refuse } from '../../world/refusal.js'
import type { Account, ChannelPlace, Folder, StoredChannel } from '../../world/state.js'
import { host, nextId, seconds, type World } from '../../world/world.js'
import { finishCreating, readChannelSettings, readFolder, readRetention } from './subscriptions.js'

export const channelOperations = {
  'channelFolders.list': ({ world, params }) => {
    const ordered = world.has('channelFolderOrder')
    const folders = [...world.state.folders.values()]
      .filter((folder) => params.include_archived || !folder.is_archived)
      .sort((one, other) => (ordered ? one.order - other.order : 0) || one.id - other.id)
    return { channel_folders: folders.map((folder) => folderShape(world, folder)) }
  },

  'channelFolders.create': ({ world, caller, params }) => {
    const folders = [...world.state.folders.values()]
    const folder: Folder = {
      name: readFolderName(world, params.name, undefined),
      id: nextId(world, 'folder'),
      description: params.description.trim(),
      order: folders.reduce((highest, { order }) => Math.max(highest, order), -1) + 1,
      is_archived: false,
      creator_id: caller.id,
      date_created: seconds(world),
    }
    world.state.folders.set(folder.id, folder)
    world.emit('channel_folder', 'everyone', { op: 'add', channel_folder: folderShape(world, folder) })
    return { channel_folder_id: folder.id }
  },

  'channelFolders.update': ({ world, params }) => {
    const folder = world.state.folders.get(params.channel_folder_id) ?? refuse('invalidChannelFolder')
    const name = params.name === undefined ? folder.name : readFolderName(world, params.name, folder)
    const description = params.description?.trim() ?? folder.description
    const is_archived = params.is_archived ?? folder.is_archived
    if (is_archived && !folder.is_archived && isUsedFolder(world, folder)) refuse('channelFolderInUse')
    const before = { ...folder }
    Object.assign(folder, { name, description, is_archived })
    const { rendered_description } = folderShape(world, folder)
    const data = {
      ...(name !== before.name && { name }),
      ...(description !== before.description && { description, rendered_description }),
      ...(is_archived !== before.is_archived && { is_archived }),
    }
    if (Object.keys(data).length > 0) {
      world.emit('channel_folder', 'everyone', { op: 'update', channel_folder_id: folder.id, data })
    }
  },

  'channelFolders.reorder': ({ world, params }) => {
    const { folders } = world.state
    const order = params.order
    const isWhole = order.length === folders.size && new Set(order).size === order.length
    if (!isWhole || !order.every((id) => folders.has(id))) refuse('invalidOrder')
    for (const [place, id] of order.entries()) Object.assign(folders.get(id) ?? {}, { order: place })
    world.emit('channel_folder', 'everyone', { op: 'reorder', order })
  },

  'streams.getId': ({ world, caller, params }) => {
    const channel = channelNamed(world, params.stream)
    if (channel === undefined || !maySeeChannel(caller, channel)) {
      refuse('invalidChannelName', { stream: params.stream })
    }
    return { stream_id: channel.id }
  },

  'streams.topics': ({ world, caller, params }) => {
    const channel = world.state.channels.get(params.stream_id)
    if (channel === undefined || !mayReadChannel(caller, channel)) refuse('invalidChannelId')
    return { topics: topicsOf(world, caller, channel.id, params.allow_empty_topic_name) }
  },

  'streams.create': ({ world, caller, params }) => {
    const name = readChannelName(params.name)
    if (channelNamed(world, name) !== undefined) refuse('channelExists', { channel_name: name })
    const subscribers = [...new Set(params.subscribers)].map((id) => accessUser(world, caller, id, { mayBeBot: true }))
    const settings = readChannelSettings(world, caller, params)
    const { history_public_to_subscribers: shared_history } = params
    const description = readDescription(params.description)
    const draft = { name, description, shared_history, ...settings }
    const channel = makeChannel(world, caller, draft, subscribers)
    finishCreating(world, caller, [channel], params)
    return { id: channel.id }
  },

  'streams.update': ({ world, caller, params }) => {
    const channel = administered(world, caller, params.stream_id)
    const { is_private, is_archived, is_default_stream, history_public_to_subscribers: shared_history } = params
    const description = params.description === undefined ? undefined : readDescription(params.description)
    if (is_archived === false && !channel.is_archived) refuse('channelNotArchived')
    if (shared_history === false && !(is_private ?? channel.invite_only)) refuse('invalidParameters')
    const isDefault = is_default_stream ?? world.state.defaultChannels.has(channel.id)
    const isRefused = isDefault && (is_private ?? channel.invite_only)
    if (isRefused && world.has('streams.update.is_default_stream')) refuse('defaultChannelPrivate')
    if (params.is_web_public) refuse(is_private ? 'invalidParameters' : 'webPublicChannelsOff')
    if (is_default_stream !== undefined && !isAdministrator(caller)) refuse('defaultChannelsNotManaged')
    const days = params.message_retention_days
    const message_retention_days = days === undefined ? undefined : readRetention(caller, days)
    const name = params.new_name === undefined ? undefined : newName(world, channel, params.new_name)
    const folder_id = params.folder_id === undefined ? undefined : readFolder(world, params.folder_id)
    const setting = params.can_send_message_group
    const posterBefore = settingOfChannel(world, channel, 'can_send_message_group')
    const poster = setting && changedSetting(world, caller, posterBefore, setting)
    const before = { ...channel, policy: accessPolicy(channel) }
    changeChannel(world, channel, {
      ...{ name, description, is_private, shared_history, is_archived, folder_id, message_retention_days },
      can_send_message_group: poster,
    })
    if (is_archived === false) noticeArchiving(world, channel)
    if (is_private !== undefined || shared_history !== undefined) noticeAccess(world, caller, channel, before.policy)
    if (is_default_stream !== undefined) setDefaultChannel(world, channel, is_default_stream)
    if (message_retention_days !== undefined) {
      noticeRetention(world, caller, channel, before.message_retention_days ?? null)
    }
    if (description !== undefined) noticeDescription(world, caller, channel, before.description)
    if (name !== undefined) noticeRename(world, caller, channel, before.name)
    if (poster !== undefined && JSON.stringify(poster) !== JSON.stringify(posterBefore)) {
      noticePosting(world, caller, channel, { before: posterBefore, after: poster })
    }
  },

  'streams.archive': ({ world, caller, params }) => {
    const channel = administered(world, caller, params.stream_id)
    if (channel.is_archived) refuse('invalidChannelId')
    changeChannel(world, channel, { is_archived: true })
    noticeArchiving(world, channel)
  },

  'streams.deleteTopic': ({ world, caller, params }) => {
    const channel = readableChannel(world, caller, params.stream_id)
    const topic = readTopic(world, params.topic_name, 'emptyTopic')
    const complete = deleteTopic(world, caller, { kind: 'channel', stream_id: channel.id, topic })
    if (world.has('deleteTopicComplete')) return { complete }
    return complete ? {} : partiallyCompleted
  },

  'streams.list': ({ world, caller, params }) => {
    if (params.include_all_active && !isAdministrator(caller)) refuse('notAuthorizedForQuery')
    const shown = [...world.state.channels.values()].filter((channel) => {
      if (params.exclude_archived && channel.is_archived) return false
      if (params.include_all_active) return true
      const subscribed = params.include_subscribed && isSubscribed(channel, caller)
      if (params.include_default && world.state.defaultChannels.has(channel.id)) return true
      return subscribed || (params.include_public && !channel.invite_only && mayReadChannel(caller, channel))
    })
    return {
      streams: shown.map((channel) => ({
        ...channelShape(world, channel),
        ...(params.include_default && { is_default: world.state.defaultChannels.has(channel.id) }),
      })),
    }
  },

  'streams.get': ({ world, caller, params }) => {
    return { stream: channelShape(world, knownChannel(world, caller, params.stream_id)) }
  },

  'defaultStreams.add': ({ world, caller, params }) => {
    const channel = readableChannel(world, caller, params.stream_id)
    if (channel.invite_only) refuse('privateChannelAsDefault')
    setDefaultChannel(world, channel, true)
  },

  'defaultStreams.remove': ({ world, caller, params }) => {
    setDefaultChannel(world, readableChannel(world, caller, params.stream_id), false)
  },

  'streams.getEmail': ({ world, caller, params }) => {
    const { stream_id, sender_id } = params
    const channel = readableChannel(world, caller, stream_id)
    if (sender_id !== undefined && sender_id !== caller.id) ownBot(world, caller, sender_id)
    const token = fingerprint(`mail to channel ${channel.id} by ${caller.id} from ${sender_id ?? 'the server'}`)
    const name = channel.name.toLowerCase().replaceAll(/\W+/g, '-')
    return { email: `${name}.${token}.show-sender@${host(world)}` }
  },

  'streams.members': ({ world, caller, params }) => {
    const { subscribers } = knownChannel(world, caller, params.stream_id)
    return { subscribers: subscribers.filter((id) => world.state.accounts.get(id)?.is_active === true) }
  },

  'subscriptions.isSubscribed': ({ world, caller, params }) => {
    const account = accessUser(world, caller, params.user_id, { mayBeBot: true })
    return { is_subscribed: isSubscribed(knownChannel(world, caller, params.stream_id), account) }
  },

  'topics.setVisibility': ({ world, caller, params }) => {
    const { stream_id: id, visibility_policy } = params
    const topic = readTopic(world, params.topic, 'emptyTopic')
    if (!isKnownPolicy(world, visibility_policy)) refuse('notInList', { name: 'visibility_policy' })
    if (topic === '' && !world.has('emptyTopic')) refuse('topicCannotBeEmpty')
    const channel = visibility_policy === none ? world.state.channels.get(id) : readableChannel(world, caller, id)
    setTopicPolicy(world, caller, channel ?? refuse('invalidChannelId'), topic, visibility_policy)
  },

  'topics.setMuted': (call) => {
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
  },
} satisfies Partial<Operations>

/** @throws {Refusal} for a name that is not allowed or taken */
function readFolderName(world: World, given: string, own: Folder | undefined): string {
  const name = given.trim()
  if (name === '') refuse('channelFolderNameEmpty')
  const position = badCharacter(name)
  if (position > 0) refuse('channelFolderCharacter', { position })
  const isTaken = [...world.state.folders.values()].some(
    (folder) => folder !== own && !folder.is_archived && folder.name.toLowerCase() === name.toLowerCase(),
  )
  return isTaken ? refuse('channelFolderExists', { name }) : name
}

function isUsedFolder(world: World, folder: Folder): boolean {
  return [...world.state.channels.values()].some((channel) => channel.folder_id === folder.id && !channel.is_archived)
}

/** A channel that the caller administers, subscribed or not. @throws {Refusal} */
function administered(world: World, caller: Account, id: number): StoredChannel {
  const channel = world.state.channels.get(id)
  if (channel !== undefined && administersChannel(world, caller, channel)) return channel
  const known = knownChannel(world, caller, id)
  return isAdministrator(caller) ? known : refuse('channelNotAdministered')
}

/** A new name can differ from the old one in case only. */
function newName(world: World, channel: StoredChannel, given: string): string {
  const name = readChannelName(given)
  if (name === channel.name) refuse('channelNameSame')
  const other = channelNamed(world, name)
  return other === undefined || other === channel ? name : refuse('channelNameInUse', { name })
}

/** A channel's topics with their newest message, most recent first. */
function topicsOf(world: World, caller: Account, channelId: number, showsEmpty: boolean) {
  const messages = messagesThat(
    world.state,
    (message) => isInChannel(message, channelId) && mayReadMessage(world, caller, message),
  )
  const newest = new Map(messages.map((message) => [placeKey(message.place), message]))
  return [...newest.values()]
    .sort((one, other) => other.id - one.id)
    .map(({ id, place }) => {
      const topic = place.kind === 'channel' ? place.topic : ''
      return { name: showsEmpty ? topic : displayedTopic(world, topic), max_id: id }
    })
}

/**
 * Deletes a topic in batches, newest messages first. A request stops after a number of batches and leaves the rest to the
 * next one; older servers couldn't report that, and delete everything.
 */
function deleteTopic(world: World, caller: Account, place: ChannelPlace): boolean {
  const { deleteBatch, deleteBatchesPerRequest } = world.assumptions
  const messages = messagesIn(world.state, place)
    .filter((message) => mayReadMessage(world, caller, message))
    .toReversed()
  const size = world.has('deleteTopicInBatches') ? deleteBatch : messages.length
  const most = world.has('deleteTopicPartiallyCompleted') ? deleteBatchesPerRequest * deleteBatch : messages.length
  for (let from = 0; from < Math.min(most, messages.length); from += size) {
    deleteMessages(world, place, messages.slice(from, from + size), caller)
  }
  return messages.length <= most
}

function knownChannel(world: World, caller: Account, id: number): StoredChannel {
  const channel = world.state.channels.get(id)
  return channel !== undefined && maySeeChannel(caller, channel) ? channel : refuse('invalidChannelId')
}

const { none, muted } = visibilityPolicies

/** A channel must be readable to be muted, but not to be unmuted. */
function channelToMute({ world, caller, params }: Call<'topics.setMuted'>): StoredChannel {
  const { stream_id: id, stream: name, op } = params
  if (id !== undefined && name !== undefined) refuse('unsupportedCombination', { parameters: 'stream_id, stream' })
  if (id === undefined && name === undefined) refuse('missingChannelOfTopic')
  const channel = id === undefined ? channelNamed(world, name ?? '') : world.state.channels.get(id)
  if (op === 'remove') return channel ?? refuse('topicNotMuted')
  if (channel !== undefined && isReadable(caller, channel)) return channel
  return id === undefined ? refuse('invalidChannelName', { stream: name }) : refuse('invalidChannelId')
}
