import type { Reaction } from '../../../../protocol/index.js'
import { readableChannel } from '../../access/lookup.js'
import type { Operations } from '../../access/operation.js'
import { audienceOf, isListed, makeCopy } from '../../access/visibility.js'
import { followOnTakingPart } from '../../conversations/following.js'
import { isInChannel, messagesIn, messagesThat, storedMessages } from '../../conversations/messages.js'
import { displayedTopic, readTopic } from '../../conversations/topics.js'
import { renderPlainly } from '../../markdown/index.js'
import { changeFlag, checkFlag, markAllRead, markRead } from '../../messages/flags.js'
import { htmlDifference } from '../../messages/htmlDifference.js'
import { checkSubmessage } from '../../messages/widgets.js'
import { emojiByName, resolveEmoji } from '../../organisation/emoji.js'
import { lexemesSearched, searchMatch } from '../../search/highlights.js'
import { checkedRange, listAround } from '../../search/listing.js'
import { readListing, readNarrow } from '../../search/narrow.js'
import { refuse } from '../../world/refusal.js'
import type { Account, Emoji, StoredMessage } from '../../world/state.js'
import { nextId, type World } from '../../world/world.js'
import { changeable, readable } from './messages.js'

export const messageViewOperations = {
  'messages.updateFlags': ({ world, caller, params }) => {
    checkFlag(params)
    const { ignoredChannels } = changeFlag(world, caller, params.messages, params)
    return { messages: params.messages, ignored_because_not_subscribed_channels: ignoredChannels }
  },

  'messages.updateFlagsInNarrow': ({ world, caller, params }) => {
    const listing = readListing(world, caller, params.narrow)
    const range = checkedRange(world, params)
    const { messages, found_oldest, found_newest } = listAround(world, caller, listing, range)
    checkFlag(params)
    const ids = messages.map(({ id }) => id)
    const { changed, ignoredChannels } = changeFlag(world, caller, ids, params)
    return {
      ...{ processed_count: ids.length, updated_count: changed.length },
      ...{ first_processed_id: ids[0] ?? null, last_processed_id: ids.at(-1) ?? null },
      ...{ found_oldest, found_newest, ignored_because_not_subscribed_channels: ignoredChannels },
    }
  },

  'messages.markAllRead': ({ world, caller }) => {
    markAllRead(world, caller)
    return world.has('deleteTopicComplete') ? { complete: true } : {}
  },

  'messages.markChannelRead': ({ world, caller, params }) => {
    const { id } = readableChannel(world, caller, params.stream_id)
    const messages = messagesThat(world.state, (message) => isInChannel(message, id))
    markRead(world, caller, messages)
  },

  'messages.markTopicRead': ({ world, caller, params }) => {
    const { id: stream_id } = readableChannel(world, caller, params.stream_id)
    const topic = readTopic(world, params.topic_name, 'emptyTopic')
    const messages = messagesIn(world.state, { kind: 'channel', stream_id, topic })
    // The server doesn't check whether the empty topic exists.
    if (messages.length === 0 && params.topic_name !== '') refuse('noSuchTopic', { topic })
    markRead(world, caller, messages)
  },

  'messages.render': ({ world, params }) => {
    if (params.content.includes('\u0000')) refuse('messageMustNotContainNull')
    return { rendered: renderPlainly(world, params.content) }
  },

  'messages.history': ({ world, caller, params }) => {
    const message = readable(world, caller, params.message_id)
    return { message_history: historyOf(world, message, params.allow_empty_topic_name) }
  },

  'messages.matchesNarrow': ({ world, caller, params }) => {
    const narrow = readNarrow(world, caller, params.narrow)
    const searched = lexemesSearched(params.narrow)
    const fitting = storedMessages(world.state, params.msg_ids).filter(
      (message) => isListed(world, caller, message) && narrow(message),
    )
    return {
      messages: Object.fromEntries(fitting.map((message) => [message.id, searchMatch(world, message, searched)])),
    }
  },

  'messages.readReceipts': ({ world, caller, params }) => {
    const { sender_id, readers } = readable(world, caller, params.message_id)
    if (!world.assumptions.readReceipts) refuse('readReceiptsDisabled')
    const shown = (id: number) =>
      id !== sender_id &&
      world.state.accounts.get(id)?.is_active === true &&
      !caller.muted.has(id) &&
      !caller.mutedBy.has(id)
    return { user_ids: readers.filter(shown) }
  },

  'submessages.send': ({ world, caller, params }) => {
    const { message_id, msg_type, content } = params
    const message = changeable(world, caller, message_id)
    checkSubmessage(message, caller, content)
    const part = { id: nextId(world, 'submessage'), message_id, sender_id: caller.id, msg_type, content }
    message.submessages = [...message.submessages, part]
    const body = { msg_type, content, message_id, sender_id: caller.id, submessage_id: part.id }
    followOnTakingPart(world, caller, message)
    world.emit('submessage', audienceOf(world, message.place, [message]), body)
  },

  'reactions.add': ({ world, caller, params }) => {
    const message = changeable(world, caller, params.message_id)
    const emoji = sameAsOthers(message, params) ?? resolveEmoji(world, params)
    if (own(message, caller, emoji) !== undefined) refuse('reactionExists')
    const { emoji_name, emoji_code, reaction_type } = message.reactions.find((one) => isSame(one, emoji)) ?? emoji
    makeCopy(message, caller.id)
    const reaction = { emoji_name, emoji_code, reaction_type, user_id: caller.id }
    message.reactions = [...message.reactions, reaction]
    followOnTakingPart(world, caller, message)
    emitReaction(world, message, 'add', reaction)
  },

  'reactions.remove': ({ world, caller, params }) => {
    const message = changeable(world, caller, params.message_id)
    const { emoji_name, reaction_type = 'unicode_emoji' } = params
    // The type isn't derived from the name, so a name alone takes back no custom emoji.
    const emoji_code =
      params.emoji_code ??
      (emoji_name === undefined ? refuse('emojiNameOrCodeNeeded') : emojiByName(world, emoji_name).emoji_code)
    const gone = own(message, caller, { emoji_code, reaction_type }) ?? refuse('reactionDoesNotExist')
    message.reactions = message.reactions.filter((one) => one !== gone)
    emitReaction(world, message, 'remove', gone)
  },
} satisfies Partial<Operations>

/** All versions of a message, oldest first. The shape is assumed. */
function historyOf(world: World, message: StoredMessage, showsEmptyTopics: boolean) {
  const { place, sender_id, timestamp, edit_history } = message
  const shown = (topic: string) => (showsEmptyTopics ? topic : displayedTopic(world, topic))
  let { content, rendered_content } = message
  let topic = place.kind === 'channel' ? place.topic : ''
  const state = () => ({ ...(place.kind === 'channel' && { topic: shown(topic) }), content, rendered_content })
  // Edits record the previous version, so this goes back from the current one.
  const later = edit_history.map(({ prev_content, prev_rendered_content, prev_topic, prev_stream, ...edit }) => {
    const { user_id, timestamp, stream } = edit
    const entry = {
      ...state(),
      ...(prev_rendered_content !== undefined && {
        ...{ prev_content, prev_rendered_content },
        content_html_diff: htmlDifference(prev_rendered_content, rendered_content),
      }),
      ...(prev_topic !== undefined && { prev_topic: shown(prev_topic) }),
      ...(prev_stream !== undefined && { prev_stream, stream }),
      ...{ user_id, timestamp },
    }
    content = prev_content ?? content
    rendered_content = prev_rendered_content ?? rendered_content
    topic = prev_topic ?? topic
    return entry
  })
  return [{ ...state(), user_id: sender_id, timestamp }, ...later.reverse()]
}

/** Users can join an existing reaction even if its emoji is no longer available. */
function sameAsOthers({ reactions }: StoredMessage, { emoji_code, reaction_type }: Partial<Emoji>): Emoji | undefined {
  return reactions.find((one) => one.emoji_code === emoji_code && one.reaction_type === reaction_type)
}

type EmojiKey = Pick<Emoji, 'emoji_code' | 'reaction_type'>

function own(message: StoredMessage, caller: Account, emoji: EmojiKey): Reaction | undefined {
  return message.reactions.find((one) => one.user_id === caller.id && isSame(one, emoji))
}

function isSame(one: EmojiKey, other: EmojiKey): boolean {
  return one.emoji_code === other.emoji_code && one.reaction_type === other.reaction_type
}

function emitReaction(world: World, message: StoredMessage, op: 'add' | 'remove', reaction: Reaction): void {
  const { user_id, ...emoji } = reaction
  const body = { op, user_id, message_id: message.id, ...emoji }
  world.emit('reaction', audienceOf(world, message.place, [message]), body)
}
