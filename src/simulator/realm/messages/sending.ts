import { render } from '../markdown/index.js'
import { alertedBy } from '../notifications/alerting.js'
import { notifyBot } from '../notifications/notifications.js'
import { triggeredBots } from '../notifications/triggers.js'
import { linkedUploads, linkUploads } from '../organisation/uploads.js'
import { refuse } from '../refusal.js'
import { messageShape } from '../shapes/message.js'
import type { Account, Mentions, Place, StoredMessage } from '../state.js'
import { isAdministrator } from '../users/accounts.js'
import { nextId, seconds, type World } from '../world.js'
import { readContent } from './content.js'
import { directPlace, keepConversation } from './conversations.js'
import { keepMessage } from './messages.js'
import { widgetOf } from './widgets.js'

/** A message on its way to a place where the sender may send. */
export interface Outgoing {
  readonly sender: Account
  readonly place: Place
  readonly content: string
  /** Name of the sending client. */
  readonly client: string
  /** False leaves it unread for the sender. */
  readonly readBySender?: boolean | undefined
  /** JSON as text. */
  readonly widgetContent?: string | undefined
  /** What the client calls the message, and the event queue in which it wants to recognise it. */
  readonly local?: { readonly queueId: string; readonly id: string } | undefined
}

/**
 * Sends a message: keeps it, tells those who receive it, and posts it to the bots that it triggers.
 *
 * @throws {Refusal} when its content may not be sent
 */
export function send(world: World, outgoing: Outgoing): StoredMessage {
  const message = compose(world, outgoing, nextMessage(world))
  if (world.listened()) {
    const how = { applyMarkdown: false, clientGravatar: true, emptyTopics: true, withRendered: true }
    const audience = message.receivers
    const { local } = outgoing
    const shape = messageShape(world, undefined, message, how)
    world.emit('message', audience, { message: shape, flags: nothing, ...(local && { local }) })
  }
  for (const triggered of message.triggered) notifyBot(world, message, triggered)
  return message
}

/** Sends a direct message from one account to another, whatever the rules for people. */
export function sendNotice(world: World, sender: Account, recipient: Account, content: string): StoredMessage {
  const place = directPlace([sender.id, recipient.id])
  return send(world, { sender, place, content, client: internalClient })
}

/** What messages that the server writes itself give as their client. */
const internalClient = 'Internal'

/** What a new message is given that an old one, from a seed, brings along. */
export interface Identity {
  readonly id: number
  /** UNIX seconds. */
  readonly sent: number
}

/** Makes and keeps a message, without telling anybody. */
export function compose(world: World, outgoing: Outgoing, identity: () => Identity): StoredMessage {
  const { sender, place } = outgoing
  const content = readContent(world, outgoing.content)
  const widget = widgetOf(content, outgoing.widgetContent)
  const { html, mentions } = render(world, content)
  checkWildcards(world, sender, place, mentions)
  const receivers = receiversOf(world, place)
  const { id, sent } = identity()
  const message: StoredMessage = {
    id,
    sent,
    senderId: sender.id,
    client: outgoing.client,
    content,
    rendered: html,
    place,
    mentions,
    alerted: alertedBy(world, content, receivers),
    receivers,
    readers: readersOf(sender, receivers, outgoing.readBySender ?? true),
    triggered: nothing,
    reactions: nothing,
    submessages: nothing,
    edits: nothing,
    contentEdited: undefined,
    moved: undefined,
    uploads: orNothing(linkedUploads(world, content).map((upload) => upload.id)),
  }
  if (widget !== undefined) {
    const part = {
      id: nextId(world, 'submessage'),
      senderId: sender.id,
      type: 'widget',
      content: JSON.stringify(widget),
    }
    message.submessages = [part]
  }
  message.triggered = orNothing(triggeredBots(world, sender, message))
  if (place.kind === 'direct') keepConversation(world, place)
  keepMessage(world.state, message)
  linkUploads(world, message)
  return message
}

/** One empty list for all messages, since most of a message's lists stay empty. */
const nothing: readonly never[] = []

function orNothing<Item>(items: readonly Item[]): readonly Item[] {
  return items.length > 0 ? items : nothing
}

function nextMessage(world: World): () => Identity {
  return () => ({ id: nextId(world, 'message'), sent: seconds(world) })
}

/** In large channels only administrators may call everybody. @throws {Refusal} */
export function checkWildcards(world: World, sender: Account, place: Place, mentions: Mentions): void {
  if (place.kind === 'direct' || isAdministrator(sender)) return
  const size = world.state.channels.get(place.channelId)?.subscribers.length ?? 0
  if (size <= world.assumptions.wildcardSubscribers) return
  if (mentions.channelWildcard) refuse('channelWildcardNotAllowed')
  if (mentions.topicWildcard) refuse('topicWildcardNotAllowed')
}

function receiversOf(world: World, place: Place): readonly number[] {
  return place.kind === 'direct' ? place.userIds : (world.state.channels.get(place.channelId)?.subscribers ?? [])
}

/** The sender has read it, unless not wanted so, and so has everybody who muted the sender. @see spec 3 */
function readersOf(sender: Account, receivers: readonly number[], readBySender: boolean): readonly number[] {
  const muters = sender.mutedBy.size === 0 ? nothing : [...sender.mutedBy].filter((id) => receivers.includes(id))
  if (!readBySender) return orNothing(muters)
  return muters.length > 0 ? [sender.id, ...muters] : sender.alone
}
