import type { Operations } from '../../access/operation.js'
import { audienceOf, isListed } from '../../access/visibility.js'
import { followOnTakingPart } from '../../conversations/following.js'
import { storedMessages } from '../../conversations/messages.js'
import { displayedTopic } from '../../conversations/topics.js'
import { renderPlainly } from '../../markdown/index.js'
import { htmlDifference } from '../../messages/htmlDifference.js'
import { checkSubmessage } from '../../messages/widgets.js'
import { lexemesSearched, searchMatch } from '../../search/highlights.js'
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
