import type { Operations } from '../../access/operation.js'
import { audienceOf, isListed } from '../../access/visibility.js'
import { storedMessages } from '../../conversations/messages.js'
import { displayedTopic } from '../../conversations/topics.js'
import { renderPlainly } from '../../markdown/index.js'
import { htmlDifference } from '../../messages/htmlDifference.js'
import { checkSubmessage } from '../../messages/widgets.js'
import { searchMatch, wordsSearched } from '../../search/highlights.js'
import { readNarrow } from '../../search/narrow.js'
import { refuse } from '../../world/refusal.js'
import type { StoredMessage } from '../../world/state.js'
import { nextId, type World } from '../../world/world.js'
import { changeable, readable } from './messages.js'

export const messageViewOperations = {
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
    const words = wordsSearched(params.narrow)
    const fitting = storedMessages(world.state, params.msg_ids).filter(
      (message) => isListed(world, caller, message) && narrow(message),
    )
    return { messages: Object.fromEntries(fitting.map((message) => [message.id, searchMatch(world, message, words)])) }
  },

  'messages.readReceipts': ({ world, caller, params }) => {
    const { senderId, readers } = readable(world, caller, params.message_id)
    if (!world.assumptions.readReceipts) refuse('readReceiptsDisabled')
    const shown = (id: number) =>
      id !== senderId &&
      world.state.accounts.get(id)?.isActive === true &&
      !caller.muted.has(id) &&
      !caller.mutedBy.has(id)
    return { user_ids: readers.filter(shown) }
  },

  'submessages.send': ({ world, caller, params }) => {
    const { msg_type: type, content } = params
    const message = changeable(world, caller, params.message_id)
    checkSubmessage(message, caller, content)
    const part = { id: nextId(world, 'submessage'), senderId: caller.id, type, content }
    message.submessages = [...message.submessages, part]
    world.emit('submessage', audienceOf(world, message.place, [message]), {
      msg_type: type,
      content,
      message_id: message.id,
      sender_id: caller.id,
      submessage_id: part.id,
    })
  },
} satisfies Partial<Operations>

/** All versions of a message, oldest first. The shape is assumed. */
function historyOf(world: World, message: StoredMessage, showsEmptyTopics: boolean) {
  const { place, senderId, sent, edits } = message
  const shown = (topic: string) => (showsEmptyTopics ? topic : displayedTopic(world, topic))
  let content = message.content
  let rendered = message.rendered
  let topic = place.kind === 'channel' ? place.topic : ''
  let channel = place.kind === 'channel' ? place.channelId : undefined
  const state = () => ({ ...(channel !== undefined && { topic: shown(topic) }), content, rendered_content: rendered })
  // Edits record the previous version, so this goes back from the current one.
  const later = edits.map((edit) => {
    const after = state()
    const entry = {
      ...after,
      ...(edit.content && {
        prev_content: edit.content.before,
        prev_rendered_content: edit.content.renderedBefore,
        content_html_diff: htmlDifference(edit.content.renderedBefore, after.rendered_content),
      }),
      ...(edit.topic && { prev_topic: shown(edit.topic.before) }),
      ...(edit.channel && { prev_stream: edit.channel.before, stream: edit.channel.after }),
      user_id: edit.userId,
      timestamp: edit.time,
    }
    content = edit.content?.before ?? content
    rendered = edit.content?.renderedBefore ?? rendered
    topic = edit.topic?.before ?? topic
    channel = edit.channel?.before ?? channel
    return entry
  })
  return [{ ...state(), user_id: senderId, timestamp: sent }, ...later.reverse()]
}
