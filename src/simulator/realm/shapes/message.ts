import type { Message } from '../../../protocol/index.js'
import { accountOf } from '../access/accounts.js'
import { apiEmail, dummyEmail, mayAccessUser, type Viewer } from '../access/visibility.js'
import { recipientId } from '../conversations/messages.js'
import { displayedTopic } from '../conversations/topics.js'
import { topicLinks } from '../organisation/linkify.js'
import type { Edit, StoredMessage } from '../world/state.js'
import type { World } from '../world/world.js'
import { avatarUrl, unknownAvatar, unknownUser } from './user.js'

export interface MessagePresentation {
  readonly applyMarkdown: boolean
  readonly clientGravatar: boolean
  /** Leave an empty topic empty instead of using its display name. */
  readonly emptyTopics: boolean
  readonly withRendered?: boolean
}

/** A message without flags. */
export function messageShape(world: World, viewer: Viewer, message: StoredMessage, how: MessagePresentation): Message {
  const { place } = message
  const isInChannel = place.kind === 'channel'
  const topic = isInChannel ? place.topic : ''
  const showsEmpty = how.emptyTopics || !isInChannel
  const sender = accountOf(world, message.senderId)
  const known = mayAccessUser(world, viewer, sender)
  return {
    id: message.id,
    sender_id: message.senderId,
    content: how.applyMarkdown ? message.rendered : message.content,
    recipient_id: recipientId(world, viewer, message),
    timestamp: message.sent,
    client: message.client,
    subject: showsEmpty ? topic : displayedTopic(world, topic),
    topic_links: topicLinks(world, topic),
    ...(how.withRendered && { rendered_content: message.rendered }),
    is_me_message: message.content.startsWith('/me '),
    reactions: message.reactions.map(reactionShape),
    submessages: message.submessages.map((part) => ({
      id: part.id,
      message_id: message.id,
      sender_id: part.senderId,
      msg_type: part.type,
      content: part.content,
    })),
    sender_full_name: known ? sender.fullName : unknownUser,
    sender_email: known ? apiEmail(world, viewer, sender) : dummyEmail(world, sender.id),
    sender_realm_str: world.state.realm.subdomain,
    display_recipient: isInChannel
      ? (world.state.channels.get(place.channelId)?.name ?? '')
      : place.userIds.map((id) => recipientShape(world, viewer, id)),
    type: isInChannel ? 'stream' : 'private',
    ...(isInChannel && { stream_id: place.channelId }),
    avatar_url: known ? avatarUrl(world, viewer, sender, how.clientGravatar) : unknownAvatar,
    content_type: how.applyMarkdown ? 'text/html' : 'text/x-markdown',
    ...changes(world, message),
  } as Message
}

function reactionShape({ emoji, userId }: StoredMessage['reactions'][number]) {
  return { emoji_name: emoji.name, emoji_code: emoji.code, reaction_type: emoji.type, user_id: userId }
}

function recipientShape(world: World, viewer: Viewer, id: number) {
  const account = accountOf(world, id)
  return {
    id,
    email: apiEmail(world, viewer, account),
    full_name: account.fullName,
    is_mirror_dummy: account.isImportedStub,
  }
}

/** Fields about edits; none for an unedited message. */
function changes(world: World, message: StoredMessage) {
  const [newest] = message.edits
  if (newest === undefined) return {}
  const apart = world.has('lastMovedTimestamp')
  const edited = apart ? message.contentEdited : newest.time
  return {
    ...(edited !== undefined && { last_edit_timestamp: edited }),
    ...(apart && message.moved !== undefined && { last_moved_timestamp: message.moved }),
    edit_history: message.edits.map(editShape),
  }
}

function editShape(edit: Edit) {
  return {
    user_id: edit.userId,
    timestamp: edit.time,
    ...(edit.content && { prev_content: edit.content.before, prev_rendered_content: edit.content.renderedBefore }),
    ...(edit.channel && { prev_stream: edit.channel.before, stream: edit.channel.after }),
    ...(edit.topic && { prev_topic: edit.topic.before, topic: edit.topic.after }),
  }
}
