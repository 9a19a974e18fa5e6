import type { Message } from '../../../protocol/index.js'
import { accountOf } from '../access/accounts.js'
import { apiEmail, dummyEmail, mayAccessUser, type Viewer } from '../access/visibility.js'
import { messagesIn, recipientId } from '../conversations/messages.js'
import { displayedTopic } from '../conversations/topics.js'
import { topicLinks } from '../organisation/linkify.js'
import type { Place, StoredMessage } from '../world/state.js'
import type { World } from '../world/world.js'
import { avatarUrl, unknownAvatar, unknownUser } from './user.js'

export interface MessagePresentation {
  readonly apply_markdown: boolean
  readonly client_gravatar: boolean
  /** Leave an empty topic empty instead of using its display name. */
  readonly allow_empty_topic_name: boolean
  readonly withRendered?: boolean
}

export const asMarkdown: MessagePresentation = {
  apply_markdown: false,
  client_gravatar: false,
  allow_empty_topic_name: true,
  withRendered: true,
}

/** The messages of a topic or conversation, oldest first, as Markdown. */
export function markdownIn(world: World, place: Place): Message[] {
  return messagesIn(world.state, place).map((message) => messageShape(world, undefined, message, asMarkdown))
}

/** A message without flags. */
export function messageShape(world: World, viewer: Viewer, message: StoredMessage, how: MessagePresentation): Message {
  const { id, sender_id, content, rendered_content, timestamp, client, place, reactions, submessages } = message
  const isInChannel = place.kind === 'channel'
  const topic = isInChannel ? place.topic : ''
  const showsEmpty = how.allow_empty_topic_name || !isInChannel
  const sender = accountOf(world, sender_id)
  const known = mayAccessUser(world, viewer, sender)
  return {
    ...{ id, sender_id, content: how.apply_markdown ? rendered_content : content },
    recipient_id: recipientId(world, viewer, message),
    ...{ timestamp, client, subject: showsEmpty ? topic : displayedTopic(world, topic) },
    topic_links: topicLinks(world, topic),
    ...(how.withRendered && { rendered_content }),
    ...{ is_me_message: content.startsWith('/me '), reactions, submessages },
    sender_full_name: known ? sender.full_name : unknownUser,
    sender_email: known ? apiEmail(world, viewer, sender) : dummyEmail(world, sender_id),
    sender_realm_str: world.state.realm.subdomain,
    display_recipient: isInChannel
      ? (world.state.channels.get(place.stream_id)?.name ?? '')
      : place.user_ids.map((user) => recipientShape(world, viewer, user)),
    type: isInChannel ? 'stream' : 'private',
    ...(isInChannel && { stream_id: place.stream_id }),
    avatar_url: known ? avatarUrl(world, viewer, sender, how.client_gravatar) : unknownAvatar,
    content_type: how.apply_markdown ? 'text/html' : 'text/x-markdown',
    ...changes(world, message),
  } as Message
}

function recipientShape(world: World, viewer: Viewer, id: number) {
  const account = accountOf(world, id)
  const { full_name, is_imported_stub: is_mirror_dummy } = account
  return { id, email: apiEmail(world, viewer, account), full_name, is_mirror_dummy }
}

/** Fields about edits; none for an unedited message. */
function changes(world: World, { edit_history, last_edit_timestamp, last_moved_timestamp }: StoredMessage) {
  const [newest] = edit_history
  if (newest === undefined) return {}
  const apart = world.has('lastMovedTimestamp')
  const edited = apart ? last_edit_timestamp : newest.timestamp
  return {
    ...(edited !== undefined && { last_edit_timestamp: edited }),
    ...(apart && last_moved_timestamp !== undefined && { last_moved_timestamp }),
    edit_history,
  }
}
