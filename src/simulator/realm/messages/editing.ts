import { createHash } from 'node:crypto'
import { errors, noticeText, serverTexts, unmarkedTopic } from '../../../protocol/index.js'
import { topicForMessage } from '../channels/topics.js'
import { render } from '../markdown/index.js'
import { alertedBy } from '../notifications/notifications.js'
import { topicLinks } from '../organisation/linkify.js'
import {
  deleteUpload,
  linkedUploads,
  linkUploads,
  scheduleDeletion,
  unlinkUploads,
  uploadShape,
} from '../organisation/uploads.js'
import { Refusal, refuse } from '../refusal.js'
import type { Account, Channel, ChannelPlace, Edit, Place, StoredMessage, Upload } from '../state.js'
import { accountOf, isGuest, isModerator } from '../users/accounts.js'
import { seconds, type World } from '../world.js'
import { firstMessageId, messagesIn, readContent } from './messages.js'
import { checkSending } from './recipients.js'
import { checkWildcards, internalClient, send } from './sending.js'
import { audienceOf, mayReadChannel, mayReadMessage } from './visibility.js'

export interface Change {
  readonly content?: string | undefined
  readonly topic?: string | undefined
  readonly channelId?: number | undefined
  readonly propagate: 'change_one' | 'change_later' | 'change_all'
  /** The SHA-256 digest that the current content must have. */
  readonly digest?: string | undefined
  readonly notifiesOldPlace: boolean
  readonly notifiesNewPlace: boolean
}

/** Edits a message, with the checks in the server's order. Returns the uploads that nothing links to any more. */
export function editMessage(world: World, caller: Account, message: StoredMessage, change: Change) {
  checkChange(message, change)
  const topic = change.topic === undefined ? undefined : topicForMessage(world, change.topic)
  if (change.channelId !== undefined && change.content !== undefined) refuse('contentAndChannel')
  if (
    change.digest !== undefined &&
    change.digest.toLowerCase() !== createHash('sha256').update(message.content).digest('hex')
  ) {
    refuse('expectationMismatch')
  }
  if (change.content !== undefined) checkMayEdit(world, caller, message)
  const to =
    change.content === undefined || topic !== undefined ? newPlace(world, caller, message, change, topic) : undefined
  const detached = change.content === undefined ? [] : editContent(world, caller, message, change.content)
  if (to !== undefined) move(world, caller, message, to, change)
  return { detached_uploads: detached.map((upload) => uploadShape(world, upload)) }
}

function checkChange(message: StoredMessage, { content, topic, channelId, propagate }: Change): void {
  if (content === undefined && topic === undefined && channelId === undefined) refuse('nothingToChange')
  if (message.place.kind === 'direct') {
    if (channelId !== undefined) refuse('directMessagesCannotMove')
    if (topic !== undefined) refuse('directMessagesHaveNoTopics')
  }
  if (propagate !== 'change_one' && topic === undefined && channelId === undefined) refuse('propagateNeedsTopic')
  if (content !== undefined && message.submessages.some((part) => part.type === 'widget')) {
    refuse('widgetsCannotBeEdited')
  }
}

function checkMayEdit(world: World, caller: Account, message: StoredMessage): void {
  if (message.senderId !== caller.id) refuse('noEditPermission')
  checkTime(world, message, world.assumptions.editSeconds)
}

/** @throws {Refusal} if a message is too old to be changed */
function checkTime(world: World, message: StoredMessage, limit: number | null): void {
  if (limit !== null && seconds(world) - message.sent > limit) throw new Refusal(errors.editTimeIsUp)
}

/** The new place of a message; undefined if it stays. @throws {Refusal} if the caller may not move it there */
function newPlace(
  world: World,
  caller: Account,
  message: StoredMessage,
  change: Change,
  topic: string | undefined,
): ChannelPlace | undefined {
  const { place } = message
  if (place.kind === 'direct') return undefined
  if (isGuest(caller) && message.senderId !== caller.id) refuse('noEditPermission')
  const channel = change.channelId === undefined ? undefined : channelToMoveTo(world, caller, change.channelId)
  const to = { ...place, channelId: channel?.id ?? place.channelId, topic: topic ?? place.topic }
  if (to.channelId === place.channelId && to.topic === place.topic) return undefined
  if (!isModerator(caller)) checkTime(world, message, world.assumptions.moveSeconds)
  return to
}

function channelToMoveTo(world: World, caller: Account, id: number): Channel {
  const channel = world.state.channels.get(id)
  if (channel === undefined || channel.isArchived || !mayReadChannel(caller, channel)) refuse('invalidChannelId')
  checkSending(world, caller, channel)
  return channel
}

function editContent(world: World, caller: Account, message: StoredMessage, given: string): readonly Upload[] {
  const content = readContent(world, given.trim() === '' ? serverTexts.emptied : given)
  const { html, mentions } = render(world, content)
  checkWildcards(world, caller, message.place, mentions)
  const before = { content: message.content, rendered: message.rendered }
  const time = seconds(world)
  const uploads = linkedUploads(world, content).map((upload) => upload.id)
  const gone = message.uploads.filter((id) => !uploads.includes(id))
  addEdit(message, { userId: caller.id, time, content: { before: before.content, renderedBefore: before.rendered } })
  const alerted = alertedBy(world, content, message.receivers)
  Object.assign(message, { content, rendered: html, mentions, alerted, uploads, contentEdited: time })
  linkUploads(world, message)
  const detached = unlinkUploads(world, message.id, gone)
  for (const upload of detached) scheduleDeletion(world, upload)
  world.emit('update_message', audienceOf(world, message.place), {
    user_id: caller.id,
    edit_timestamp: time,
    message_id: message.id,
    message_ids: [message.id],
    rendering_only: false,
    orig_content: before.content,
    orig_rendered_content: before.rendered,
    content,
    rendered_content: html,
    is_me_message: content.startsWith('/me '),
    ...(message.place.kind === 'channel' && { stream_id: message.place.channelId }),
  })
  return detached
}

function move(world: World, caller: Account, message: StoredMessage, to: ChannelPlace, change: Change): void {
  const from = message.place
  if (from.kind === 'direct') return
  const moved = movedWith(world, caller, message, change.propagate)
  const time = seconds(world)
  const changesTopic = from.topic !== to.topic
  const edit: Edit = {
    userId: caller.id,
    time,
    ...(changesTopic && { topic: { before: from.topic, after: to.topic } }),
    ...(from.channelId !== to.channelId && { channel: { before: from.channelId, after: to.channelId } }),
  }
  const whole = messagesIn(world.state, from).length === moved.length
  withFirstMessageEvents(world, [from, to], () => {
    for (const one of moved) {
      one.place = to
      addEdit(one, edit)
      if (!onlyResolves(from, to)) one.moved = time
    }
    world.emit('update_message', audienceOf(world, from), {
      user_id: caller.id,
      edit_timestamp: time,
      message_id: message.id,
      message_ids: moved.map((one) => one.id),
      rendering_only: false,
      propagate_mode: change.propagate,
      stream_id: from.channelId,
      ...(edit.channel && { new_stream_id: to.channelId }),
      orig_subject: from.topic,
      ...(changesTopic && { subject: to.topic, topic_links: topicLinks(world, to.topic) }),
    })
  })
  announceMove(world, caller, { from, to, count: moved.length, whole, resolves: onlyResolves(from, to) }, change)
}

/** The message and those of its topic that move with it. */
function movedWith(
  world: World,
  caller: Account,
  message: StoredMessage,
  propagate: Change['propagate'],
): readonly StoredMessage[] {
  if (propagate === 'change_one') return [message]
  return messagesIn(world.state, message.place).filter(
    (other) => (propagate === 'change_all' || other.id >= message.id) && mayReadMessage(world, caller, other),
  )
}

/** Whether a move does nothing but resolve or unresolve a topic. */
function onlyResolves(from: ChannelPlace, to: ChannelPlace): boolean {
  return (
    from.channelId === to.channelId && from.topic !== to.topic && unmarkedTopic(from.topic) === unmarkedTopic(to.topic)
  )
}

function addEdit(message: StoredMessage, edit: Edit): void {
  message.edits = [edit, ...message.edits]
}

interface Move {
  readonly from: ChannelPlace
  readonly to: ChannelPlace
  readonly count: number
  /** Whether all messages of the topic were moved. */
  readonly whole: boolean
  /** Whether the move does nothing but resolve or unresolve the topic. */
  readonly resolves: boolean
}

/** Posts notices of a move in the old and the new topic. */
function announceMove(world: World, mover: Account, move: Move, { notifiesOldPlace, notifiesNewPlace }: Change): void {
  const user = `@_**${mover.fullName}|${mover.id}**`
  if (move.resolves) {
    const text = move.to.topic.length > move.from.topic.length ? serverTexts.resolved : serverTexts.unresolved
    if (notifiesNewPlace) post(world, move.to, noticeText(text, { user }))
    return
  }
  const { count } = move
  const [here, away] = move.whole
    ? [serverTexts.topicMovedHere, serverTexts.topicMovedAway]
    : count === 1
      ? [serverTexts.messageMovedHere, serverTexts.messageMovedAway]
      : [serverTexts.messagesMovedHere, serverTexts.messagesMovedAway]
  if (notifiesNewPlace) post(world, move.to, noticeText(here, { count, user, place: placeText(world, move.from) }))
  if (notifiesOldPlace) post(world, move.from, noticeText(away, { count, user, place: placeText(world, move.to) }))
}

function post(world: World, place: ChannelPlace, content: string): void {
  const sender = accountOf(world, world.state.notificationBotId)
  send(world, { sender, place, content, client: internalClient })
}

function placeText(world: World, { channelId, topic }: ChannelPlace): string {
  return `#**${world.state.channels.get(channelId)?.name ?? ''}>${topic}**`
}

/**
 * Deletes messages of one place, and the files that only they linked to. Emits an event if the oldest message of a
 * channel changes.
 *
 * @see spec 4.6 and 4.10
 */
export function deleteMessages(world: World, place: Place, messages: readonly StoredMessage[]): void {
  if (messages.length === 0) return
  withFirstMessageEvents(world, [place], () => {
    for (const message of messages) {
      world.state.messages.delete(message.id)
      for (const upload of unlinkUploads(world, message.id, message.uploads)) deleteUpload(world, upload)
    }
    world.emit('delete_message', audienceOf(world, place), {
      message_ids: messages.map((message) => message.id).sort((one, other) => one - other),
      ...(place.kind === 'channel'
        ? { message_type: 'stream', stream_id: place.channelId, topic: place.topic }
        : { message_type: 'private' }),
    })
  })
}

/** Makes a change that may affect the first messages of channels, and sends the events about it. */
function withFirstMessageEvents(world: World, places: readonly Place[], change: () => void): void {
  const channels = new Map(places.flatMap((place) => (place.kind === 'channel' ? [[place.channelId, place]] : [])))
  const before = [...channels].map(([id, place]) => ({ id, place, first: firstMessageId(world.state, id) }))
  change()
  for (const { id, place, first } of before) {
    const now = firstMessageId(world.state, id)
    if (now === first || !world.has('firstMessageIdEvent')) continue
    world.emit('stream', audienceOf(world, place), {
      op: 'update',
      property: 'first_message_id',
      value: now,
      stream_id: id,
      name: world.state.channels.get(id)?.name,
    })
  }
}
