import type { Log } from '../bot/index.js'
import { type Event, eventShapes, type NotificationProblem, pathText, readNotification } from '../protocol/index.js'
import { isObject } from '../values.js'

/** An event as the listener can use it; undefined if it isn't as documented, so that it is skipped: the log says why. */
export function readEvent(event: Event, log: Log): Event | undefined {
  const about = { event: event.id, type: event.type }
  const read = event.type === 'message' ? parseMessage(event.message) : undefined
  const problem = problemOf(event) ?? (read && !read.ok ? read.problems[0] : undefined)
  if (problem) {
    log.error({ ...about, field: problem.path, problem: problem.problem }, "Skipped an event that can't be read")
    return undefined
  }
  if (event.type !== 'message' || !read?.ok) return event
  const { notification, warnings } = read
  if (warnings.length > 0) log.warn({ ...about, warnings }, 'Dropped mistyped fields of an event')
  return { ...event, message: notification.message }
}

/** A message as a notification has it. */
export const parseMessage = (message: unknown) => readNotification({ bot_email: '', trigger: '', token: '', message })

function problemOf(event: Event): NotificationProblem | undefined {
  if (event.type === 'unreadable') {
    if (!isObject(event.value)) return { path: '', problem: 'is not an object' }
    if (event.value.id !== event.id) return { path: 'id', problem: "is not the next event's" }
    return { path: 'type', problem: 'is not a string' }
  }
  const [issue] = (Object.hasOwn(shapes, event.type) && shapes[event.type]?.safeParse(event).error?.issues) || []
  return issue && { path: pathText(issue.path), problem: issue.message }
}

const shapes = eventShapes()
