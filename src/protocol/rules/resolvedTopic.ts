/** What the topic of a conversation that was resolved begins with: assumed. */
export const resolvedTopicMark = '✔ '

/** A topic without the mark. */
export function unmarkedTopic(topic: string): string {
  return topic.startsWith(resolvedTopicMark) ? topic.slice(resolvedTopicMark.length) : topic
}
