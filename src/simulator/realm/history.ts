import { htmlDifference } from './htmlDifference.js'
import type { StoredMessage } from './state.js'
import { topicShown } from './topics.js'
import type { World } from './world.js'

/** What a message was when it was sent, and after every change since, oldest first. The shape is assumed. */
export function historyOf(world: World, message: StoredMessage, showsEmptyTopics: boolean) {
  const { place, senderId, sent, edits } = message
  const shown = (topic: string) => (showsEmptyTopics ? topic : topicShown(world, topic))
  let content = message.content
  let rendered = message.rendered
  let topic = place.kind === 'channel' ? place.topic : ''
  let channel = place.kind === 'channel' ? place.channelId : undefined
  const state = () => ({
    ...(channel !== undefined && { topic: shown(topic) }),
    content,
    rendered_content: rendered,
  })
  // Edits say what was before, so the way leads back from what is now.
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
