import type { ClientCapability } from '../../../protocol/index.js'
import { accountOf, isAdministrator } from '../access/accounts.js'
import { apiEmail, hasCopy, mayAccessUser, maySeeChannel, maySeePresence } from '../access/visibility.js'
import { displayedTopic } from '../conversations/topics.js'
import { flagsOf } from '../messages/flags.js'
import { messageShape } from '../shapes/message.js'
import { eventAtLevel, hasEvents } from '../shapes/olderShapes.js'
import { isSimple, slimPresence } from '../shapes/presence.js'
import { botShape, servicesOf, unknownUserShape, userShape } from '../shapes/user.js'
import type { EventQueue, Wants } from '../world/eventQueues.js'
import type { EventOf, EventType, RealmEvent, Wire } from '../world/events.js'
import type { Account, ChannelPlace, Place } from '../world/state.js'
import type { World } from '../world/world.js'
import { fitsQueue } from './queueNarrow.js'

/**
 * An event as the client of a queue sees it, without its number: none if the client may not see it or didn't ask for it,
 * several if the client needs it split. The shapes are assumed.
 */
export function seenBy(world: World, queue: EventQueue, event: RealmEvent): readonly Wire[] {
  const { wants } = queue
  const viewer = world.state.accounts.get(queue.userId)
  if (viewer?.is_active !== true || !isWanted(world, wants, event.type)) return []
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
  if (!isIn(event, viewer)) return []
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
function isWanted(world: World, { event_types }: Wants, type: EventType): boolean {
  if (type === 'outgoing webhook' || !hasEvents(world, type)) return false
  if (event_types === undefined) return true
  const hasNewer = type === 'muted_topics' && event_types.includes('user_topic') && hasEvents(world, 'user_topic')
  return event_types.includes(type) && !hasNewer
}

function bodyOf(event: RealmEvent): Wire {
  const { id: _, at: __, audience: ___, type: ____, ...body } = event
  return body
}

type Views = { readonly [Type in EventType]?: (to: To, event: EventOf<Type>) => readonly Wire[] }

const views: Views = {
  update_message: (to, event) => {
    const message = to.world.state.messages.get(event.message_id)
    // Subscribers without a copy count as readers.
    const flags = message && hasCopy(message, to.viewer.id) ? flagsOf(to.world, to.viewer, message) : ['read']
    return [{ ...withTopics(to, bodyOf(event), ['subject', 'orig_subject']), flags }]
  },

  delete_message: (to, event) => {
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
    const { world } = to
    const isAgain = world.has('reactionEventUser') && !world.has('reactionEventUserGone')
    if (world.has('reactionUserRemoved') && !isAgain) return [bodyOf(event)]
    const account = accountOf(world, event.user_id)
    const email = apiEmail(world, to.viewer, account)
    return [{ ...bodyOf(event), user: { user_id: account.id, email, full_name: account.full_name } }]
  },

  typing: (to, event) => {
    if (event.message_type === 'stream' && !to.can('stream_typing_notifications')) return []
    const { sender, recipients } = event
    const known = ({ user_id }: { readonly user_id: number }) => ({
      user_id,
      email: apiEmail(to.world, to.viewer, accountOf(to.world, user_id)),
    })
    const body = withTopics(to, bodyOf(event), ['topic'])
    return [{ ...body, sender: known(sender), ...(recipients && { recipients: recipients.map(known) }) }]
  },

  typing_edit_message: (to, event) => [{ ...bodyOf(event), recipient: withTopics(to, event.recipient, ['topic']) }],

  presence: (to, event) => {
    const account = accountOf(to.world, event.user_id)
    if (!maySeePresence(to.world, to.viewer, account)) return []
    if (isSimple(to.world, to.wants) && account.presence !== undefined) {
      return [{ presences: { [account.id]: slimPresence(account.presence) } }]
    }
    const { email: _, ...body } = bodyOf(event)
    return [{ ...body, ...(!to.wants.slim_presence && { email: apiEmail(to.world, to.viewer, account) }) }]
  },

  user_status: (to, event) =>
    mayAccessUser(to.world, to.viewer, accountOf(to.world, event.user_id)) ? [bodyOf(event)] : [],

  realm_user: (to, event) => {
    const { world, viewer, wants } = to
    const account = accountOf(world, event.person.user_id)
    if (!mayAccessUser(world, viewer, account)) {
      const isListed = event.op === 'add' && world.has('unknownUsers') && !to.can('user_list_incomplete')
      return isListed ? [{ op: 'add', person: unknownUserShape(world, account) }] : []
    }
    if (event.op !== 'add') {
      // The only change for which the server repeats the address.
      const email = 'timezone' in event.person && { email: apiEmail(world, viewer, account) }
      return [{ ...bodyOf(event), person: { ...event.person, ...email } }]
    }
    const how = { client_gravatar: wants.client_gravatar, include_custom_profile_fields: false }
    return [{ op: 'add', person: userShape(world, viewer, account, how) }]
  },

  user_topic: (to, event) => [withTopics(to, bodyOf(event), ['topic_name'])],

  realm_bot: (to, event) => {
    const bot = accountOf(to.world, event.bot.user_id)
    if (!isAdministrator(to.viewer) && bot.owner_id !== to.viewer.id) return []
    if (event.op === 'add') return [{ op: 'add', bot: botShape(to.world, to.viewer, bot) }]
    if (event.op === 'remove') return [bodyOf(event)]
    // Keys and tokens are added only here, for those who manage the bot.
    const { user_id, ...changes } = event.bot
    const services = 'services' in changes && { services: servicesOf(bot) }
    // Newer servers tell of nothing else.
    if (to.world.has('botsWithoutKeys')) return services ? [{ op: 'update', bot: { user_id, ...services } }] : []
    const secrets = { ...services, ...('api_key' in changes && { api_key: bot.api_key }) }
    return [{ op: 'update', bot: { user_id, ...changes, ...secrets } }]
  },

  realm_emoji: (to, { realm_emoji, changed }) => {
    const isSingle = to.world.has('emojiEvents') && to.can('individual_emoji_changes')
    if (!isSingle) return [{ op: 'update', realm_emoji }]
    const emoji = realm_emoji[changed]
    const isGone = emoji?.deactivated === true
    return [isGone ? { op: 'update_one', emoji_id: emoji.id, data: { deactivated: true } } : { op: 'add', emoji }]
  },

  realm_linkifiers: (to, event) => {
    const isOlder = !to.world.has('linkifierUrlTemplate') || to.can('linkifier_url_template')
    return [isOlder ? bodyOf(event) : { realm_linkifiers: [] }]
  },

  user_group: (to, event) => {
    const knowsDeactivated = to.can('include_deactivated_groups') && to.world.has('groupDeletionGone')
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
    if ((event.user_ids as readonly number[]).includes(to.viewer.id)) return []
    const seen = (event.stream_ids as readonly number[]).filter((id) => seesChannel(to, id))
    return seen.length === 0 ? [] : [{ ...bodyOf(event), stream_ids: seen }]
  },
}

function seenMessage(to: To, event: EventOf<'message'>): readonly Wire[] {
  const { world, viewer, wants } = to
  const message = world.state.messages.get(Number(event.message.id))
  if (message === undefined || !(isIn(event, viewer) || isAskedFor(to, message.place))) return []
  const how = { ...wants, allow_empty_topic_name: to.can('empty_topic_name') }
  const { local } = event
  const flags = hasCopy(message, viewer.id) ? flagsOf(world, viewer, message) : []
  const seen = { message: messageShape(world, viewer, message, how), flags }
  if (!fitsQueue(world, wants.narrow, seen)) return []
  return [{ ...seen, ...(local?.queueId === to.queueId && { local_message_id: local.id }) }]
}

function isIn({ audience }: RealmEvent, viewer: Account): boolean {
  return audience === 'everyone' || audience.includes(viewer.id)
}

/** Some queues also get the messages of all public channels, without their later changes. */
function isAskedFor({ world, wants }: To, place: Place): boolean {
  return wants.all_public_streams && place.kind === 'channel' && !isPrivate(world, place)
}

function isPrivate({ state }: World, { stream_id }: ChannelPlace): boolean {
  return state.channels.get(stream_id)?.invite_only !== false
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
