/** What the topic of a conversation that was resolved begins with, as the service has it. */
const resolvedMark = '✔ '

export const isResolved = (topic: string): boolean => topic.startsWith(resolvedMark)

/** The topic's name when it is resolved, or when it no longer is. */
export function resolvedName(topic: string): string {
  return isResolved(topic) ? topic.slice(resolvedMark.length) : resolvedMark + topic
}
