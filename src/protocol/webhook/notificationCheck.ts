import { ChannelMessage, DirectMessage } from '../entities/message.js'
import { hasFeature } from '../levels/features.js'
import { readNotification } from './readNotification.js'
import { Notification, olderDirectMessageTrigger, triggers } from './webhook.js'

/** Something in a notification that a server wouldn't have posted, and its consequence. */
export interface NotificationFinding {
  /** Field names and list indexes (from 0). */
  readonly path: readonly (string | number)[]
  readonly weight: FindingWeight
  readonly says: string
}

/**
 * `refused`: a receiver can't act on the notification; `dropped`: it drops the field; `unusual`: it accepts the field,
 * though no server of this level posts it.
 */
export type FindingWeight = (typeof findingWeights)[number]

export const findingWeights = ['refused', 'dropped', 'unusual'] as const

/** Everything in a notification that a server of this level would have written differently. */
export function checkNotification(json: unknown, level: number): readonly NotificationFinding[] {
  const read = readNotification(json)
  if (!read.ok) return read.problems.map(({ path, problem }) => finding(stepsOf(path), 'refused', problem))
  const dropped = read.warnings.map(({ path, problem }) => finding(stepsOf(path), 'dropped', problem))
  return [...dropped, ...unusual(json as Written, level)]
}

interface Written {
  readonly trigger: string
  readonly data?: unknown
  readonly message: Readonly<Record<string, unknown>>
}

function unusual(notification: Written, level: number): readonly NotificationFinding[] {
  const { trigger, data, message } = notification
  const shape = message.type === 'private' ? DirectMessage.shape : ChannelMessage.shape
  return [
    ...unknownFields(notification, Notification.shape, []),
    ...unknownFields(message, shape, ['message']),
    ...unusualTrigger(trigger, message.type, level),
    ...(data !== undefined && data !== message.content
      ? [finding(['data'], 'unusual', 'is another text than message.content; a server writes the same twice')]
      : []),
    ...(message.last_moved_timestamp !== undefined && !hasFeature(level, 'lastMovedTimestamp')
      ? [finding(['message', 'last_moved_timestamp'], 'unusual', `is not sent by a server of level ${level}`)]
      : []),
  ]
}

function unknownFields(value: object, shape: object, path: readonly string[]): readonly NotificationFinding[] {
  return Object.keys(value)
    .filter((name) => !Object.hasOwn(shape, name))
    .map((name) => finding([...path, name], 'unusual', 'is not a known field'))
}

function unusualTrigger(trigger: string, type: unknown, level: number): readonly NotificationFinding[] {
  const isDirect = hasFeature(level, 'directMessageTrigger')
  const direct = isDirect ? triggers.directMessage : olderDirectMessageTrigger
  const expected = type === 'private' ? direct : triggers.mention
  if (trigger === expected) return []
  return [finding(['trigger'], 'unusual', `is "${expected}" for such a message from a server of level ${level}`)]
}

/** Splits a path such as `message.reactions[0].user_id` into its steps. */
function stepsOf(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([step, index]) => (index === undefined ? step : Number(index)))
}

function finding(path: NotificationFinding['path'], weight: FindingWeight, says: string): NotificationFinding {
  return { path, weight, says }
}
