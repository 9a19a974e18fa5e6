import { createHash } from 'node:crypto'
import { type Edit, type ReadParams, resolvedTopicMark, serverTexts, unmarkedTopic } from '../../../protocol/index.js'
import { accountOf, isModerator } from '../access/accounts.js'
import { isAllowed } from '../access/groups.js'
import { readableChannel } from '../access/lookup.js'
import { copyHolders, mayReadMessage, sharesHistory, union } from '../access/visibility.js'
import { messageLink, messagesIn, readContent } from '../conversations/messages.js'
import { readTopic, topicForMessage } from '../conversations/topics.js'
import { render } from '../markdown/index.js'
import { alertedBy } from '../notifications/notifications.js'
import { topicLinks } from '../organisation/linkify.js'
import { type TimeLimitName, timeLimit } from '../organisation/timeLimits.js'
import { linkedUploads, linkUploads, scheduleDeletion, unlinkUploads, uploadShape } from '../organisation/uploads.js'
import type { Wire } from '../world/events.js'
import { refuse } from '../world/refusal.js'
import type { Account, ChannelPlace, StoredChannel, StoredMessage, Upload } from '../world/state.js'
import { seconds, type World } from '../world/world.js'
import { emitDeleted, withFirstMessageEvents } from './deleting.js'
import { moveCopies, noticeMove, noticeResolving } from './moving.js'
import { checkMentions } from './permissions.js'
import { mayPost } from './recipients.js'

type Change = Omit<ReadParams<'messages.edit'>, 'message_id'>

/** Edits a message, with the checks in the server's order. Returns the uploads that nothing links to any more. */
export function editMessage(world: World, caller: Account, message: StoredMessage, given: Change) {
  if (given.content !== undefined) checkMayEdit(world, caller, message)
  const change = { ...given, topic: changedTopic(world, message, given.topic) }
  const topic = checkChange(world, message, change)
  const content = change.content === undefined ? undefined : readEdit(world, caller, change.content)
  const target = change.stream_id === undefined ? undefined : readableChannel(world, caller, change.stream_id)
  const to = newPlace(message, target, topic)
  if (to !== undefined && topic !== undefined) checkMayRename(world, caller, message, topic)
  if (content !== undefined) checkMentions(world, caller, message.place, content.mentions)
  if (target !== undefined) checkMayMoveTo(world, caller, message, target)
  if (to !== undefined) checkWholeMove(world, caller, message, to, change.propagate_mode)
  const edit = content === undefined ? undefined : editContent(world, message, content)
  if (to !== undefined) move(world, caller, message, to, change, edit)
  else if (edit !== undefined) announceEdit(world, caller, message, edit)
  return { detached_uploads: (edit?.detached ?? []).map((upload) => uploadShape(world, upload)) }
}

/** The new topic; undefined if it is the one that the message has. */
function changedTopic(world: World, { place }: StoredMessage, given: string | undefined): string | undefined {
  const topic = given?.trim()
  const isSame =
    topic !== undefined && place.kind === 'channel' && readTopic(world, topic, 'emptyTopic') === place.topic
  return isSame ? undefined : topic
}

/** Checks what needs no permissions, and reads the new topic. @throws {Refusal} */
function checkChange(world: World, message: StoredMessage, change: Change): string | undefined {
  const { content, topic, stream_id, propagate_mode, prev_content_sha256: digest } = change
  if (content === undefined && topic === undefined && stream_id === undefined) refuse('nothingToChange')
  if (message.place.kind === 'direct') {
    if (stream_id !== undefined) refuse('directMessagesCannotMove')
    if (topic !== undefined) refuse('directMessagesHaveNoTopics')
  }
  if (propagate_mode !== 'change_one' && topic === undefined && stream_id === undefined) refuse('propagateNeedsTopic')
  const resolvedEmpty = [resolvedTopicMark.trim(), resolvedTopicMark + world.assumptions.emptyTopicDisplayName]
  if (topic !== undefined && world.has('emptyTopic') && resolvedEmpty.includes(topic)) {
    refuse('generalChatCannotBeResolved')
  }
  const read = topic === undefined ? undefined : topicForMessage(world, topic)
  if (read === '' && world.assumptions.topicsRequired) refuse('topicsRequiredToMove')
  if (stream_id !== undefined && content !== undefined) refuse('contentAndChannel')
  if (content !== undefined && message.submessages.some((part) => part.msg_type === 'widget')) {
    refuse('widgetsCannotBeEdited')
  }
  const isAsExpected = digest === undefined || digest === createHash('sha256').update(message.content).digest('hex')
  if (!isAsExpected) refuse('expectationMismatch', { field_name: 'prev_content_sha256' })
  return read
}

/** @throws {Refusal} if the caller may not edit the content of the message, or not any more */
export function checkMayEdit(world: World, caller: Account, message: StoredMessage, seconds = grace): void {
  if (world.state.realmSettings.get('allow_message_editing') === false) refuse('editingDisabled')
  if (message.sender_id !== caller.id) refuse('noEditPermission')
  if (isTooOld(world, message, 'message_content_edit_limit_seconds', seconds)) refuse('editTimeIsUp')
}

/** Whether the time in which a message may be changed is up. The server grants some seconds more than the setting says. */
function isTooOld(world: World, { timestamp }: StoredMessage, setting: TimeLimitName, more = grace): boolean {
  const limit = timeLimit(world, setting)
  return limit !== null && seconds(world) - timestamp > limit + more
}

/** Seconds. */
const grace = 20

/** An edit that leaves nothing is shown as a deletion. */
function readEdit(world: World, editor: Account, given: string) {
  const content = readContent(world, given.trimEnd() === '' ? serverTexts.contentDeleted : given)
  return { content, ...render(world, content, editor) }
}

/** The new place of a message; undefined if it stays. */
function newPlace({ place }: StoredMessage, channel: StoredChannel | undefined, topic: string | undefined) {
  if (place.kind === 'direct') return undefined
  const to = { ...place, stream_id: channel?.id ?? place.stream_id, topic: topic ?? place.topic }
  return to.stream_id === place.stream_id && to.topic === place.topic ? undefined : to
}

/** @throws {Refusal} if the caller may not rename the topic of the message, or resolve it */
function checkMayRename(world: World, caller: Account, message: StoredMessage, topic: string): void {
  const resolves = message.place.kind === 'channel' && unmarkedTopic(message.place.topic) === unmarkedTopic(topic)
  if (resolves && world.has('resolvingGroup')) {
    if (!isAllowed(world, 'can_resolve_topics_group', caller)) refuse('noResolvePermission')
    return
  }
  if (!isAllowed(world, 'can_move_messages_between_topics_group', caller)) refuse('noEditPermission')
  if (!isModerator(caller) && isTooOld(world, message, 'move_messages_within_stream_limit_seconds')) {
    refuse('topicTimeIsUp')
  }
}

/** @throws {Refusal} if the caller may not move the message to a channel */
function checkMayMoveTo(world: World, caller: Account, message: StoredMessage, channel: StoredChannel): void {
  if (!isAllowed(world, 'can_move_messages_between_channels_group', caller)) refuse('noMovePermission')
  if (!mayPost(world, caller, channel)) refuse('notAllowedToPost')
  if (!isModerator(caller) && isTooOld(world, message, 'move_messages_between_streams_limit_seconds')) {
    refuse('channelTimeIsUp')
  }
}

/** @throws {Refusal} if a whole topic is to be moved, and some of its messages are too old */
function checkWholeMove(
  world: World,
  caller: Account,
  message: StoredMessage,
  to: ChannelPlace,
  propagate: Change['propagate_mode'],
): void {
  const from = message.place
  if (propagate !== 'change_all' || from.kind === 'direct' || isModerator(caller)) return
  if (!world.has('partialMoveLimit') || (world.has('resolvingGroup') && onlyResolves(from, to))) return
  const all = movedWith(world, caller, message, propagate)
  const movable = all.filter(
    (one) =>
      !(from.topic !== to.topic && isTooOld(world, one, 'move_messages_within_stream_limit_seconds')) &&
      !(from.stream_id !== to.stream_id && isTooOld(world, one, 'move_messages_between_streams_limit_seconds')),
  )
  if (movable.length === all.length) return
  refuse('moveTimeIsUp', {
    first_message_id_allowed_to_move: movable[0]?.id,
    total_messages_in_topic: all.length,
    total_messages_allowed_to_move: movable.length,
  })
}

/** A new content: what the history of the message and the event say of it. */
interface ContentEdit {
  readonly before: Pick<Edit, 'prev_content' | 'prev_rendered_content'>
  readonly eventFields: Wire
  readonly detached: readonly Upload[]
}

function editContent(
  world: World,
  message: StoredMessage,
  { content, html: rendered_content, mentions }: ReturnType<typeof readEdit>,
): ContentEdit {
  const { content: prev_content, rendered_content: prev_rendered_content } = message
  const uploads = linkedUploads(world, accountOf(world, message.sender_id), content).map((upload) => upload.id)
  const gone = message.uploads.filter((id) => !uploads.includes(id))
  const alerted = alertedBy(world, content, message.receivers)
  const last_edit_timestamp = seconds(world)
  Object.assign(message, { content, rendered_content, mentions, alerted, uploads, last_edit_timestamp })
  linkUploads(world, message)
  const detached = unlinkUploads(world, message.id, gone)
  for (const upload of detached) scheduleDeletion(world, upload)
  const original = { orig_content: prev_content, orig_rendered_content: prev_rendered_content }
  return {
    before: { prev_content, prev_rendered_content },
    eventFields: { ...original, content, rendered_content, is_me_message: content.startsWith('/me ') },
    detached,
  }
}

/** Records an edit that moves nothing, and tells everybody of it. */
function announceEdit(world: World, caller: Account, message: StoredMessage, edit: ContentEdit): void {
  addEdit(message, { user_id: caller.id, timestamp: seconds(world), ...edit.before })
  world.emit('update_message', editAudience(world, message), {
    ...editFields(world, caller, message, [message]),
    ...edit.eventFields,
    ...(message.place.kind === 'channel' && channelFields(world, message.place)),
  })
}

/** Everybody with a copy, even from a channel that they have left, and subscribers who can read it without one. */
function editAudience(world: World, message: StoredMessage): readonly number[] {
  const { place } = message
  const channel = place.kind === 'channel' ? world.state.channels.get(place.stream_id) : undefined
  const copies = copyHolders(message)
  return channel === undefined || !sharesHistory(channel) ? copies : union(new Set([channel.subscribers, copies]))
}

/** @param contentEdit A new content that the message gets in the same request, which is part of the same event. */
function move(
  world: World,
  caller: Account,
  message: StoredMessage,
  to: ChannelPlace,
  change: Change,
  contentEdit: ContentEdit | undefined,
): void {
  const from = message.place
  if (from.kind === 'direct') return
  const moved = movedWith(world, caller, message, change.propagate_mode)
  const time = seconds(world)
  const resolves = onlyResolves(from, to)
  const changesTopic = from.topic !== to.topic
  const changesChannel = from.stream_id !== to.stream_id
  const edit = {
    ...(changesChannel && { prev_stream: from.stream_id, stream: to.stream_id }),
    ...(changesTopic && { prev_topic: from.topic, topic: to.topic }),
  }
  const whole = messagesIn(world.state, from).length === moved.length
  const toEmpty = messagesIn(world.state, to).every((other) => moved.includes(other))
  withFirstMessageEvents(world, [from, to], () => {
    for (const one of moved) {
      one.place = to
      addEdit(one, { user_id: caller.id, timestamp: time, ...(one === message && contentEdit?.before), ...edit })
      if (!resolves) one.last_moved_timestamp = time
    }
    const { stays, loses } = moveAudience(world, message, moved, from, to)
    if (loses.length > 0) emitDeleted(world, loses, from, moved)
    world.emit('update_message', stays, {
      ...editFields(world, caller, message, moved),
      ...contentEdit?.eventFields,
      propagate_mode: change.propagate_mode,
      ...channelFields(world, from),
      ...(changesChannel && { new_stream_id: to.stream_id }),
      orig_subject: from.topic,
      ...(changesTopic && { subject: to.topic, topic_links: topicLinks(world, to.topic) }),
    })
  })
  if (resolves && change.content === undefined) noticeResolving(world, caller, from, to)
  noticeMove(world, caller, {
    ...{ from, to, link: messageLink(world, message), count: moved.length, whole, toEmpty },
    inOldTopic: change.send_notification_to_old_thread,
    inNewTopic: change.send_notification_to_new_thread && !resolves,
  })
}

/** Who gets events about a move. If the channel changes, copies are given and taken. */
function moveAudience(
  world: World,
  message: StoredMessage,
  moved: readonly StoredMessage[],
  from: ChannelPlace,
  to: ChannelPlace,
) {
  const [before, after] = [from, to].map(({ stream_id }) => world.state.channels.get(stream_id))
  if (before === undefined || after === undefined || before === after) {
    return { stays: editAudience(world, message), loses: [] }
  }
  return moveCopies(world, message, moved, { from: before, to: after })
}

/** The message and those of its topic that move with it. */
function movedWith(
  world: World,
  caller: Account,
  message: StoredMessage,
  propagate: Change['propagate_mode'],
): readonly StoredMessage[] {
  if (propagate === 'change_one') return [message]
  return messagesIn(world.state, message.place).filter(
    (other) => (propagate === 'change_all' || other.id >= message.id) && mayReadMessage(world, caller, other),
  )
}

/** Whether a move does nothing but resolve or unresolve a topic. */
function onlyResolves(from: ChannelPlace, to: ChannelPlace): boolean {
  return (
    from.stream_id === to.stream_id && from.topic !== to.topic && unmarkedTopic(from.topic) === unmarkedTopic(to.topic)
  )
}

function addEdit(message: StoredMessage, edit: Edit): void {
  message.edit_history = [edit, ...message.edit_history]
}

function editFields(
  world: World,
  { id: user_id }: Account,
  { id: message_id }: StoredMessage,
  all: readonly StoredMessage[],
) {
  const message_ids = all.map((message) => message.id)
  return { user_id, edit_timestamp: seconds(world), message_id, message_ids, rendering_only: false }
}

function channelFields(world: World, { stream_id }: ChannelPlace) {
  return { stream_id, stream_name: world.state.channels.get(stream_id)?.name }
}
