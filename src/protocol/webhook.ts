import * as z from 'zod/mini'
import { essentialMessageFields, Message } from './entities/message.js'

/**
 * The triggers that the spec names. `trigger` stays an open string: other values may exist.
 *
 * @see spec 6.1
 */
export const triggers = { mention: 'mention', directMessage: 'direct_message' } as const

/** What servers below the level of `directMessageTrigger` call a direct message. */
export const olderDirectMessageTrigger = 'private_message'

/** What the server posts to a bot's address. @see spec 6.1 */
export const Notification = z.looseObject({
  bot_email: z.string(),
  bot_full_name: z.optional(z.string()),
  /** The raw content, Markdown with the mention in it. */
  data: z.optional(z.string()),
  trigger: z.string(),
  /** The bot's secret, by which the receiver knows the server. */
  token: z.string(),
  message: Message,
})
export type Notification = z.infer<typeof Notification> & {
  /** The raw content; the message's own where the server sent none. */
  data: string
}

/** Where a notification is not as declared. */
export interface NotificationProblem {
  /** E.g. `message.reactions[0].user_id`. */
  readonly path: string
  readonly problem: string
}

export type ReadNotification =
  | { readonly ok: true; readonly notification: Notification; readonly warnings: readonly NotificationProblem[] }
  | { readonly ok: false; readonly problems: readonly NotificationProblem[] }

/**
 * Reads a notification: refuses it when what a receiver needs to act is wrong, and drops, with a warning, anything
 * else that is mistyped. An older server's `private_message` is read as `direct_message`.
 *
 * @see spec 6.1
 */
export function readNotification(json: unknown): ReadNotification {
  const first = Notification.safeParse(json)
  if (first.success) return { ok: true, notification: modern(first.data), warnings: [] }
  const essential = first.error.issues.filter((issue) => isEssential(issue.path))
  if (essential.length > 0) return { ok: false, problems: essential.map(describe) }
  const mended = structuredClone(json)
  for (const issue of first.error.issues) drop(mended, droppedPath(issue.path))
  const second = Notification.safeParse(mended)
  return second.success
    ? { ok: true, notification: modern(second.data), warnings: first.error.issues.map(describe) }
    : { ok: false, problems: second.error.issues.map(describe) }
}

type Path = readonly PropertyKey[]

const essentialFields: readonly PropertyKey[] = ['bot_email', 'token', 'trigger']
const essentialInMessage: readonly PropertyKey[] = essentialMessageFields

function isEssential([field, inner, , innermost]: Path): boolean {
  if (field !== 'message') return field === undefined || essentialFields.includes(field)
  if (inner === 'display_recipient') return innermost !== 'is_mirror_dummy'
  return inner === undefined || essentialInMessage.includes(inner)
}

/** A whole field is dropped, except inside the recipients, of whom only the faulty detail goes. */
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

function modern(notification: z.infer<typeof Notification>): Notification {
  const { trigger, data, message } = notification
  return {
    ...notification,
    data: data ?? message.content,
    trigger: trigger === olderDirectMessageTrigger ? triggers.directMessage : trigger,
  }
}

function describe(issue: z.core.$ZodIssue): NotificationProblem {
  return { path: pathText(issue.path), problem: issue.message }
}

/** A path as people write it: `message.reactions[0].user_id`. */
export function pathText(path: Path): string {
  return path.map((part, at) => (typeof part === 'number' ? `[${part}]` : (at > 0 ? '.' : '') + String(part))).join('')
}

/** What a receiver answers: a reply, or that there is none. The format is assumed. @see spec 6.2 */
export type WebhookReply =
  | {
      /** Markdown, posted in the same conversation. */
      readonly content: string
      /** JSON as text. */
      readonly widget_content?: string
    }
  | { readonly response_not_required: true }

/** The answer that posts nothing. */
export const noReply: WebhookReply = { response_not_required: true }
