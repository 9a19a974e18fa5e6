import type { Message, Notification } from '../../protocol/index.js'
import { fold } from '../../text/index.js'
import { BotSetupError } from '../base/errors.js'
import { type HeardEvent, isOverheard, type OverhearingHandler } from '../base/notification.js'
import type { Context, HandlerResult } from '../context/context.js'
import type { Placed } from '../context/placed.js'
import type { MessageFilter } from './events.js'

/** A handler of events, or that what handles messages needs an event queue too: `onFollowUp` and `follow`. */
export interface EventDeclaration extends OverhearingHandler, Placed {
  /** Whether middleware runs around it, which an event without a message has none for. */
  readonly hasLayers: boolean
  readonly filter: MessageFilter
  /** Milliseconds for which topics are followed; only for `follow`. */
  readonly time?: number | undefined
  run(ctx: Context, event: HeardEvent | undefined): HandlerResult
}

/** The handlers of a notification: all whose filters match. */
export function eventHandlers(events: readonly EventDeclaration[], notification: Notification): EventDeclaration[] {
  const trigger = isOverheard(notification) ? notification.trigger : 'message'
  return events.filter((one) => one.trigger === trigger && passes(one.filter, notification.message))
}

function passes({ channel, topic, text }: MessageFilter, message: Message): boolean {
  const { display_recipient: name, subject } = message
  const isThere =
    channel === undefined || isSame(channel, name) || ('stream_id' in message && channel === message.stream_id)
  if (!isThere || (topic !== undefined && !isSame(topic, subject))) return false
  // Unlike `test`, `search` always starts at the beginning.
  return text === undefined || message.content.search(text) >= 0
}

const isSame = (one: unknown, other: unknown) => fold(String(one)) === fold(String(other))

/** @throws {BotSetupError} for an unknown part of a filter */
export function checkMessageFilter(filter: MessageFilter): void {
  for (const [name, value] of Object.entries(filter)) {
    if (name === 'text' ? value instanceof RegExp : name === 'channel' || name === 'topic') continue
    throw new BotSetupError(
      'invalid_filter',
      `onMessage can't filter by ${name}: ${value}. Give a channel, a topic, and a regular expression as text.`,
    )
  }
}
