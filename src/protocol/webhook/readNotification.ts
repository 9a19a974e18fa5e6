import type { core } from 'zod/mini'
import { type Path, pathText } from '../encoding/issuePath.js'
import { Notification, olderDirectMessageTrigger, type SentNotification, triggers } from './webhook.js'

/** Where a notification doesn't match its declaration. */
export interface NotificationProblem {
  /** E.g. `message.reactions[0].user_id`. */
  readonly path: string
  readonly problem: string
}

export type ReadNotification =
  | { readonly ok: true; readonly notification: Notification; readonly warnings: readonly NotificationProblem[] }
  | { readonly ok: false; readonly problems: readonly NotificationProblem[] }

/**
 * Parses a notification: rejects it if a field that a receiver needs is wrong, and drops any other mistyped field, with a
 * warning. An older server's `private_message` is read as `direct_message`.
 *
 * @example const { ok } = readNotification(JSON.parse(content))
 */
export function readNotification(json: unknown): ReadNotification {
  const first = Notification.safeParse(json)
  if (first.success) return { ok: true, notification: modern(first.data), warnings: [] }
  const { issues } = first.error
  const essential = issues.filter((issue) => isEssential(issue.path))
  if (essential.length > 0) return { ok: false, problems: essential.map(describe) }
  const repaired = structuredClone(json)
  for (const issue of issues) drop(repaired, droppedPath(issue.path))
  const second = Notification.safeParse(repaired)
  return second.success
    ? { ok: true, notification: modern(second.data), warnings: issues.map(describe) }
    : { ok: false, problems: second.error.issues.map(describe) }
}

const essentialFields: readonly PropertyKey[] = ['bot_email', 'token', 'trigger']

/** The fields of a message that a receiver can't do without; any other mistyped field is dropped. */
const essentialInMessage: readonly PropertyKey[] = [
  'id',
  'type',
  'sender_id',
  'sender_email',
  'content',
  'stream_id',
  'display_recipient',
]

function isEssential([field, inner, , innermost]: Path): boolean {
  if (field !== 'message') return field === undefined || essentialFields.includes(field)
  if (inner === 'display_recipient') return innermost !== 'is_mirror_dummy'
  return inner === undefined || essentialInMessage.includes(inner)
}

/** The whole field is dropped, except inside the recipients, where only the faulty detail is dropped. */
function droppedPath(path: Path): Path {
  if (path[0] !== 'message') return path.slice(0, 1)
  return path[1] === 'display_recipient' ? path : path.slice(0, 2)
}

function drop(json: unknown, path: Path): void {
  let holder = json as Record<PropertyKey, unknown>
  for (const part of path.slice(0, -1)) holder = holder[part] as Record<PropertyKey, unknown>
  const last = path.at(-1)
  if (last !== undefined) delete holder[last]
}

function modern(notification: SentNotification): Notification {
  const { trigger, data, message } = notification
  return {
    ...notification,
    data: data ?? message.content,
    trigger: trigger === olderDirectMessageTrigger ? triggers.directMessage : trigger,
  }
}

function describe(issue: core.$ZodIssue): NotificationProblem {
  return { path: pathText(issue.path), problem: issue.message }
}
