import type { ClientCapability } from '../../../protocol/index.js'
import { displayedTopic } from '../channels/topics.js'
import type { EventOf, EventType, RealmEvent, Wire } from '../events.js'
import { flagsOf } from '../messages/flags.js'
import { apiEmail, isSubscribed, mayAccessUser, mayReadChannel, maySeeChannel } from '../messages/visibility.js'
import { slimPresence } from '../operations/users/presence.js'
import { messageShape } from '../shapes/message.js'
import { eventAtLevel, hasEvents } from '../shapes/olderShapes.js'
import { botShape, servicesOf, userShape } from '../shapes/user.js'
import type { Account, StoredMessage } from '../state.js'
import { accountOf, isAdministrator, isBot, isServiceBot } from '../users/accounts.js'
import type { World } from '../world.js'
import type { EventQueue, Wants } from './eventQueues.js'
import { fitsQueue } from './queueNarrow.js'

/**
 * An event as the client of a queue sees it, without its number: none if the client may not see it or didn't ask for it,
 * several if the client needs it split. The shapes are assumed.
 */
export function seenBy(world: World, queue: EventQueue, event: RealmEvent): readonly Wire[] {
  const { wants } = queue
  const viewer = world.state.accounts.get(queue.userId)
  if (viewer?.isActive !== true || !isWanted(world, wants, event.type)) return []
  const seen = seenToday(world, viewer, queue, event)
  return seen.map((body) => eventAtLevel(world, viewer, event.type, body))
}

/** In today's shapes. */
function seenToday(world: World, viewer: Account, queue: EventQueue, event: RealmEvent): readonly Wire[] {
  const { wants } = queue
  const to: To = {
    world,
    viewer,
    wants,
    queueId: queue.id,
    can: (capability) => wants.capabilities.includes(capability),
  }
  // The audience of a message isn't enough: some clients ask for messages that they don't receive.
  if (event.type === 'message') return seenMessage(to, event)
  if (event.audience !== 'everyone' && !event.audience.includes(viewer.id)) return []
  const see = views[event.type] as ((to: To, event: RealmEvent) => readonly Wire[]) | undefined
  return see === undefined ? [bodyOf(event)] : see(to, event)
}

interface To {
  readonly world: World
  readonly viewer: Account
  readonly wants: Wants
  readonly queueId: string
  can(capability: ClientCapability): boolean
}

/** A client that asks for the newer event doesn't get the older one with the same content. */
function isWanted(world: World, { eventTypes }: Wants, type: EventType): boolean {
  if (type === 'outgoing webhook' || !hasEvents(world, type)) return false
  if (eventTypes === undefined) return true
  const hasNewer = type === 'muted_topics' && eventTypes.includes('user_topic') && hasEvents(world, 'user_topic')
  return eventTypes.includes(type) && !hasNewer
}

function bodyOf(event: RealmEvent): Wire {
  const { id: _, at: __, audience: ___, type: ____, ...body } = event
  return body
}

type Views = { readonly [Type in EventType]?: (to: To, event: EventOf<Type>) => readonly Wire[] }

const views: Views = {
  update_message: (to, event) => {
    const { message_ids: ids, stream_id: channelId } = event
    if (!concerns(to, channelId, ids)) return []
    const message = to.world.state.messages.get(event.message_id)
    const flags = message === undefined ? [] : flagsOf(to.world, to.viewer, message)
    return [{ ...withTopics(to, bodyOf(event), ['subject', 'orig_subject']), flags }]
  },

  delete_message: (to, event) => {
    if (!concerns(to, event.stream_id, [])) return []
    const body = withTopics(to, bodyOf(event), ['topic'])
    if (to.can('bulk_message_deletion')) return [body]
    const { message_ids: ids, ...rest } = body
    return (ids as readonly number[]).map((message_id) => ({ ...rest, message_id }))
  },

  update_message_flags: (to, event) => {
    const body = bodyOf(event)
    const { message_details: details } = event
    if (details === undefined) return [body]
    const seen = Object.entries(details).map(([id, one]) => [id, withTopics(to, one, ['topic'])])
    return [{ ...body, message_details: Object.fromEntries(seen) }]
  },

  reaction: (to, event) => {
    if (!concernsMessage(to, event.message_id)) return []
    const account = accountOf(to.world, event.user_id)
    const email = apiEmail(to.world, to.viewer, account)
    return [{ ...bodyOf(event), user: { user_id: account.id, email, full_name: account.fullName } }]
  },

  submessage: (to, event) => (concernsMessage(to, event.message_id) ? [bodyOf(event)] : []),

  typing: (to, event) => {
    if (event.message_type === 'stream' && !to.can('stream_typing_notifications')) return []
    if (!concerns(to, event.stream_id, [])) return []
    const { sender, recipients } = event
    const known = ({ user_id }: { readonly user_id: number }) => ({
      user_id,
      email: apiEmail(to.world, to.viewer, accountOf(to.world, user_id)),
    })
    const body = withTopics(to, bodyOf(event), ['topic'])
    return [{ ...body, sender: known(sender), ...(recipients && { recipients: recipients.map(known) }) }]
  },

  presence: (to, event) => {
    const account = accountOf(to.world, event.user_id)
    if (!mayAccessUser(to.world, to.viewer, account)) return []
    if (to.can('simplified_presence_events') && account.presence !== undefined) {
      return [{ presences: { [account.id]: slimPresence(account.presence) } }]
    }
    return [{ ...bodyOf(event), email: apiEmail(to.world, to.viewer, account) }]
  },

  user_status: (to, event) =>
    mayAccessUser(to.world, to.viewer, accountOf(to.world, event.user_id)) ? [bodyOf(event)] : [],

  realm_user: (to, event) => {
    const { world, viewer, wants } = to
    const account = accountOf(world, event.person.user_id)
    if (!mayAccessUser(world, viewer, account)) return []
    if (event.op !== 'add') return [bodyOf(event)]
    const how = { clientGravatar: wants.clientGravatar, withProfile: false }
    return [{ op: 'add', person: userShape(world, viewer, account, how) }]
  },

  realm_bot: (to, event) => {
    const bot = accountOf(to.world, event.bot.user_id)
    if (!isAdministrator(to.viewer) && bot.ownerId !== to.viewer.id) return []
    if (event.op === 'add') return [{ op: 'add', bot: botShape(to.world, to.viewer, bot) }]
    // Keys and tokens are added only here, for those who manage the bot.
    const { user_id, ...changes } = event.bot
    const secrets = {
      ...('services' in changes && { services: servicesOf(bot) }),
      ...('api_key' in changes && { api_key: bot.apiKey }),
    }
    return [{ op: 'update', bot: { user_id, ...changes, ...secrets } }]
  },

  realm_linkifiers: (to, event) => {
    const isOlder = !to.world.has('linkifierUrlTemplate') || to.can('linkifier_url_template')
    return [isOlder ? bodyOf(event) : { realm_linkifiers: [] }]
  },

  user_group: (to, event) => {
    const knowsDeactivated = to.can('include_deactivated_groups')
    const data = event.data as Wire | undefined
    if (event.op === 'update' && data?.deactivated !== undefined) return knowsDeactivated ? [bodyOf(event)] : []
    const standsForDeactivated = event.op === 'remove' || event.instead === true
    if (standsForDeactivated && knowsDeactivated) return []
    const { instead: _, ...body } = bodyOf(event)
    return [body]
  },

  stream: (to, event) => {
    // Sent to those who can no longer see the channel.
    if (event.op === 'delete') return [bodyOf(event)]
    const streams = event.streams as readonly { readonly stream_id: number }[] | undefined
    if (streams !== undefined) {
      const seen = streams.filter(({ stream_id }) => seesChannel(to, stream_id))
      return seen.length === 0 ? [] : [{ ...bodyOf(event), streams: seen }]
    }
    if (!seesChannel(to, event.stream_id)) return []
    if (event.property === 'folder_id' && !to.world.has('channelFolders')) return []
    const archives = event.property === 'is_archived' && !to.can('archived_channels')
    if (!archives) return [bodyOf(event)]
    const gone = [{ stream_id: event.stream_id }]
    return event.value === true ? [{ op: 'delete', streams: gone, stream_ids: [event.stream_id] }] : []
  },

  subscription: (to, event) => {
    if (event.op !== 'peer_add' && event.op !== 'peer_remove') return [bodyOf(event)]
    const seen = (event.stream_ids as readonly number[]).filter((id) => seesChannel(to, id))
    return seen.length === 0 ? [] : [{ ...bodyOf(event), stream_ids: seen }]
  },
}

function seenMessage(to: To, event: EventOf<'message'>): readonly Wire[] {
  const { world, viewer, wants } = to
  const message = world.state.messages.get(Number(event.message.id))
  if (message === undefined || !receives(to, message)) return []
  const how = {
    applyMarkdown: wants.applyMarkdown,
    clientGravatar: wants.clientGravatar,
    emptyTopics: to.can('empty_topic_name'),
  }
  const { local } = event
  const seen = { message: messageShape(world, viewer, message, how), flags: flagsForReceiver(to, message) }
  if (!fitsQueue(world, wants.narrow, seen)) return []
  return [{ ...seen, ...(local?.queueId === to.queueId && { local_message_id: local.id }) }]
}

/** Bots that the server calls have no feed; others also get messages that mention them, or all public ones. */
function receives({ world, viewer, wants }: To, message: StoredMessage): boolean {
  const { place, receivers, mentions } = message
  if (place.kind === 'direct') return place.userIds.includes(viewer.id) && !isServiceBot(viewer)
  const channel = world.state.channels.get(place.channelId)
  if (channel === undefined) return false
  const isCalled = !isServiceBot(viewer) && mentions.users.includes(viewer.id)
  // A mentioned bot gets the message even from a private channel that it isn't in.
  if (!mayReadChannel(viewer, channel)) return isCalled && isBot(viewer)
  if (wants.allPublicChannels && !channel.isPrivate) return true
  return isCalled || (!isServiceBot(viewer) && receivers.includes(viewer.id))
}

function flagsForReceiver({ world, viewer }: To, message: StoredMessage): readonly string[] {
  const isCalled = message.mentions.users.includes(viewer.id) && !message.receivers.includes(viewer.id)
  return isCalled ? ['mentioned'] : flagsOf(world, viewer, message)
}

/** Whether a viewer gets events about messages of a channel. Direct messages have their own audience. */
function concerns({ world, viewer, wants }: To, channelId: unknown, messageIds: readonly number[]): boolean {
  if (typeof channelId !== 'number') return true
  const channel = world.state.channels.get(channelId)
  if (channel === undefined || !mayReadChannel(viewer, channel)) return false
  if (isSubscribed(channel, viewer) || (wants.allPublicChannels && !channel.isPrivate)) return true
  return messageIds.some((id) => {
    const message = world.state.messages.get(id)
    return message?.receivers.includes(viewer.id) === true || message?.mentions.users.includes(viewer.id) === true
  })
}

function concernsMessage(to: To, id: number): boolean {
  const place = to.world.state.messages.get(id)?.place
  return concerns(to, place?.kind === 'channel' ? place.channelId : undefined, [id])
}

function seesChannel({ world, viewer }: To, id: unknown): boolean {
  const channel = world.state.channels.get(Number(id))
  return channel !== undefined && maySeeChannel(viewer, channel)
}

/** Replaces empty topics for clients that don't support them. */
function withTopics({ world, can }: To, body: Wire, names: readonly string[]): Wire {
  if (can('empty_topic_name')) return body
  const shown = names.filter((name) => body[name] === '').map((name) => [name, displayedTopic(world, '')])
  return { ...body, ...Object.fromEntries(shown) }
}
