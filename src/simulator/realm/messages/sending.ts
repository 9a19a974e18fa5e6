import { botTypes, type Message } from '../../../protocol/index.js'
import { accountOf, isBot, isServiceBot } from '../access/accounts.js'
import { includesSorted, union } from '../access/visibility.js'
import { followOnSending } from '../conversations/following.js'
import { directPlace, readContent, recordConversation } from '../conversations/messages.js'
import { render as renderUsually } from '../markdown/index.js'
import { alertedBy, notifyBot, triggeredBots } from '../notifications/notifications.js'
import { linkedUploads, linkUploads } from '../organisation/uploads.js'
import { asMarkdown, messageShape } from '../shapes/message.js'
import { refuse } from '../world/refusal.js'
import type { Account, ChannelPlace, Mentions, Place, StoredMessage } from '../world/state.js'
import { nextId, seconds, type World } from '../world/world.js'
import { markRead } from './flags.js'
import { checkMentions } from './permissions.js'
import { channelNamed } from './recipients.js'
import { widgetOf } from './widgets.js'

export interface Outgoing {
  readonly sender: Account
  readonly place: Place
  readonly content: string
  readonly client: string
  /** Somebody else who has read it already. */
  readonly readBy?: Account | undefined
  /** False leaves it unread for the sender. */
  readonly read_by_sender?: boolean | undefined
  /** JSON as a string. */
  readonly widget_content?: string | undefined
  /** The client's own ID of the message, and the event queue in which it expects it. */
  readonly local?: { readonly queueId: string; readonly id: string } | undefined
  /** Called if the sender's policy for the topic changes. */
  readonly onPolicy?: (policy: number) => void
}

/**
 * Sends a message: stores it, emits it to its receivers, and posts it to the bots that it triggers.
 *
 * @throws {Refusal} if its content is not allowed
 */
export function send(world: World, outgoing: Outgoing): StoredMessage {
  const message = compose(world, outgoing, () => ({ id: nextId(world, 'message'), sent: seconds(world) }))
  const { local } = outgoing
  const policy = followOnSending(world, message)
  if (policy !== undefined) outgoing.onPolicy?.(policy)
  const shape = messageShape(world, undefined, message, { ...asMarkdown, client_gravatar: true })
  const members = membersOf(world, outgoing.place)
  const audience = message.mentionedBots === undefined ? members : union([members, message.mentionedBots])
  world.emit('message', audience, { message: shape, flags: [], ...(local && { local }) })
  markEmbedded(world, message)
  for (const triggered of message.triggered) notifyBot(world, message, triggered)
  return message
}

/** Sends a direct message of the server, or of another account, regardless of permissions. */
export function sendNotice(world: World, recipient: Account, content: string, sender = server(world)): StoredMessage {
  const place = directPlace([sender.id, recipient.id])
  return send(world, { sender, place, content, client: internalClient })
}

/** Posts a notice of the server in a channel. */
export function postNotice(world: World, place: ChannelPlace, content: string, readBy?: Account): void {
  send(world, { sender: server(world), place, content, client: internalClient, readBy })
}

const server = (world: World) => accountOf(world, world.state.notificationBotId)

/** The client of messages that the server itself writes. */
const internalClient = 'Internal'

/** Given by the seed, or assigned when the message is sent. */
interface Identity {
  readonly id: number
  /** UNIX seconds. */
  readonly sent: number
}

/** Creates and stores a message, without events. */
export function compose(
  world: World,
  outgoing: Outgoing,
  identity: () => Identity,
  render = renderUsually,
): StoredMessage {
  const { sender, place } = outgoing
  const content = readContent(world, outgoing.content)
  const widget = widgetOf(content, outgoing.widget_content)
  const { html, mentions } = render(world, content, sender)
  checkMentions(world, sender, place, mentions)
  const receivers = receiversOf(world, place)
  const mentionedBots = botsCalled(world, mentions).filter((bot) => !includesSorted(receivers, bot))
  const { id, sent } = identity()
  const message: StoredMessage = {
    id,
    timestamp: sent,
    sender_id: sender.id,
    client: outgoing.client,
    content,
    rendered_content: html,
    place,
    mentions,
    alerted: alertedBy(world, content, receivers),
    receivers,
    ...(mentionedBots.length > 0 && { mentionedBots }),
    readers: readersOf(outgoing, receivers),
    triggered: [],
    reactions: [],
    submessages: [],
    edit_history: [],
    last_edit_timestamp: undefined,
    last_moved_timestamp: undefined,
    uploads: linkedUploads(world, sender, content).map((upload) => upload.id),
  }
  if (widget !== undefined) {
    const part = { id: nextId(world, 'submessage'), message_id: id, sender_id: sender.id, msg_type: 'widget' }
    message.submessages = [{ ...part, content: JSON.stringify(widget) }]
  }
  message.triggered = triggeredBots(world, sender, message)
  if (place.kind === 'direct') recordConversation(world, place)
  world.state.messages.set(id, message)
  linkUploads(world, message)
  return message
}

function membersOf({ state }: World, place: Place): readonly number[] {
  return place.kind === 'direct' ? place.user_ids : (state.channels.get(place.stream_id)?.subscribers ?? [])
}

/** The members of a place who get a copy. The messages of a channel share the list. */
function receiversOf(world: World, place: Place): readonly number[] {
  const members = membersOf(world, place)
  const channel = place.kind === 'channel' ? world.state.channels.get(place.stream_id) : undefined
  const known = channel?.receiving
  const level = world.levelReached()
  if (known?.of === members && known.level === level) return known.receivers
  const some = members.filter((id) => {
    const account = world.state.accounts.get(id)
    return account?.is_active === true && (!isServiceBot(account) || world.has('serviceBotCopies'))
  })
  const receivers = some.length === members.length ? members : some
  if (channel !== undefined) channel.receiving = { of: members, level, receivers }
  return receivers
}

/** Generic bots get a copy of every message that mentions them; people and other bots only of those in their channels. */
function botsCalled({ state }: World, { users }: Mentions): readonly number[] {
  return users.filter((id) => {
    const account = state.accounts.get(id)
    return account?.is_active === true && account.bot_type === botTypes.generic
  })
}

/** Embedded bots run within the server, which marks what they were sent as read. */
function markEmbedded(world: World, message: StoredMessage): void {
  if (!world.has('serviceBotCopies') || isBot(accountOf(world, message.sender_id))) return
  const { place, mentions } = message
  for (const id of place.kind === 'direct' ? place.user_ids : mentions.users) {
    const account = accountOf(world, id)
    if (account.bot_type === botTypes.embedded) markRead(world, account, [message])
  }
}

/** The sender, unless excluded, and everybody who muted the sender. */
function readersOf(
  { sender, readBy, read_by_sender = true }: Outgoing,
  receivers: readonly number[],
): readonly number[] {
  const muters = [...sender.mutedBy].filter((id) => receivers.includes(id))
  return [...(read_by_sender ? [sender.id] : []), ...(readBy === undefined ? [] : [readBy.id]), ...muters]
}

export interface Reply {
  readonly bot: number
  /** The message of the notification, as it was then: the reply goes to that place. */
  readonly message: Message
  readonly content: string
  /** JSON as a string; any other type is refused. */
  readonly widget?: unknown
}

/**
 * Posts a bot's reply in the conversation of the message that triggered it, even if the bot couldn't otherwise write
 * there. Triggers no bot.
 *
 * @throws {Refusal} if the content is not allowed, or if the channel is gone
 */
export function postReply(world: World, { bot, message, content, widget }: Reply): number {
  const sender = accountOf(world, bot)
  const place = placeOf(world, message)
  const widget_content = widget === undefined || typeof widget === 'string' ? widget : notJson
  return send(world, { sender, place, content, client: replyClient, widget_content, read_by_sender: false }).id
}

export function noticeToOwner(world: World, botId: number, content: string): number | undefined {
  const bot = accountOf(world, botId)
  const owner = bot.owner_id === null ? undefined : world.state.accounts.get(bot.owner_id)
  return owner?.is_active === true ? sendNotice(world, owner, content, bot).id : undefined
}

const replyClient = 'OutgoingWebhookResponse'

/** Replaces a widget that isn't a string, to be refused as invalid JSON. */
const notJson = '{'

/** Finds the channel by the name it had. */
function placeOf(world: World, message: Message): Place {
  if (message.type === 'private') return directPlace(message.display_recipient.map((user) => user.id))
  const name = message.display_recipient
  const channel = channelNamed(world, name) ?? refuse('channelNameDoesNotExist', { stream: name })
  if (channel.is_archived) refuse('notAuthorizedToSend', { name })
  return { kind: 'channel', stream_id: channel.id, topic: message.subject }
}
