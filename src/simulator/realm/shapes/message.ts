import type { Message } from '../../../protocol/index.js'
import { topicShown } from '../channels/topics.js'
import { recipientId } from '../messages/conversations.js'
import { apiEmail, dummyEmail, mayAccessUser, type Viewer } from '../messages/visibility.js'
import { topicLinks } from '../organisation/linkify.js'
import type { Account, Edit, StoredMessage } from '../state.js'
import { accountOf } from '../users/accounts.js'
import type { World } from '../world.js'
import { avatarUrl, unknownAvatar, unknownUser } from './user.js'

export interface MessagePresentation {
  /** Give `content` as HTML. */
  readonly applyMarkdown: boolean
  readonly clientGravatar: boolean
  /** Give an empty topic as it is, not as its display name. */
  readonly emptyTopics: boolean
  /** Give `rendered_content` besides the content. */
  readonly withRendered?: boolean
}

/** A message as a viewer sees it, without flags. @see spec 6.1 */
export function messageShape(world: World, viewer: Viewer, message: StoredMessage, how: MessagePresentation): Message {
  const { place } = message
  const isInChannel = place.kind === 'channel'
  const topic = isInChannel ? place.topic : ''
  const showsEmpty = how.emptyTopics || !isInChannel
  const sender = accountOf(world, message.senderId)
  const known = mayAccessUser(world, viewer, sender)
  const shape = {
    id: message.id,
    sender_id: message.senderId,
    content: how.applyMarkdown ? message.rendered : message.content,
    recipient_id: recipientId(world, viewer, message),
    timestamp: message.sent,
    client: message.client,
    subject: showsEmpty ? topic : topicShown(world, topic),
    topic_links: listOf(topicLinks(world, topic), (link) => link),
    rendered_content: how.withRendered ? message.rendered : undefined,
    is_me_message: message.content.startsWith('/me '),
    reactions: listOf(message.reactions, reactionShape),
    submessages: listOf(message.submessages, (part) => ({
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
    stream_id: isInChannel ? place.channelId : undefined,
    avatar_url: known ? avatarUrl(world, viewer, sender, how.clientGravatar) : unknownAvatar,
    content_type: how.applyMarkdown ? 'text/html' : 'text/x-markdown',
  }
  if (message.edits.length > 0) Object.assign(shape, changes(world, message))
  // All in one literal, and what is missing taken out again: most have it all, and spreading costs more than the rest.
  return (isInChannel && how.withRendered === true ? shape : withoutMissing(shape)) as Message
}

function withoutMissing(shape: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const name of Object.keys(shape)) if (shape[name] !== undefined) fields[name] = shape[name]
  return fields
}

/** What most messages have none of costs them nothing: they share one empty list, which nobody can add to. */
function listOf<Item, Shape>(items: readonly Item[], shape: (item: Item) => Shape): Shape[] {
  return items.length === 0 ? none : items.map(shape)
}

const none: never[] = []
Object.freeze(none)

function reactionShape({ emoji, userId }: StoredMessage['reactions'][number]) {
  return { emoji_name: emoji.name, emoji_code: emoji.code, reaction_type: emoji.type, user_id: userId }
}

function recipientShape(world: World, viewer: Viewer, id: number) {
  const account: Account = accountOf(world, id)
  return {
    id,
    email: apiEmail(world, viewer, account),
    full_name: account.fullName,
    is_mirror_dummy: account.isImportedStub,
  }
}

/** What a message shows of its edits; nothing before the first. @see spec 6.1 */
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
    ...(edit.content && {
      prev_content: edit.content.before,
      prev_rendered_content: edit.content.renderedBefore,
    }),
    ...(edit.channel && { prev_stream: edit.channel.before, stream: edit.channel.after }),
    ...(edit.topic && { prev_topic: edit.topic.before, topic: edit.topic.after }),
  }
}
