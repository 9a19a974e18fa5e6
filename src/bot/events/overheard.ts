import type { Message, Notification } from '../../protocol/index.js'
import type { Context, Handler, HandlerResult, Layer } from '../context.js'
import { BotSetupError, refuseSecond } from '../errors.js'
import type { EventContext, MessageFilter } from './events.js'
import { type HeardEvent, isOverheard, type OverheardTrigger } from './notification.js'

/** The handlers of what only an event queue brings: messages that aren't for the bot, and events. */
export interface Overhears {
  readonly handlers: readonly OverhearingHandler[]
  /** The handler of a notification. */
  find(notification: Notification): OverhearingHandler | undefined
}

/** A handler of something that only an event queue brings. */
export interface OverhearingHandler {
  /** The method that declared it, such as `onReaction`. */
  readonly name: string
  /** The trigger of the notifications that it takes. */
  readonly trigger: OverheardTrigger
  /** Its file, line and column; undefined if the platform doesn't say. */
  readonly at: string | undefined
}

interface Declaration extends OverhearingHandler {
  readonly around: readonly Layer[]
  readonly filter: MessageFilter
  run(ctx: Context, event: HeardEvent | undefined): HandlerResult
}

export class Overheard implements Overhears {
  readonly handlers: Declaration[] = []

  /** @throws {BotSetupError} for an invalid filter, and for a second handler of all messages. */
  addMessages(filter: MessageFilter, handler: Handler, around: readonly Layer[]): void {
    checkFilter(filter)
    this.#add('onMessage', 'message', around, handler, filter)
  }

  /** @throws {BotSetupError} for a second handler of the same kind of event. */
  addEvents<C extends EventContext>(
    name: string,
    trigger: OverheardTrigger,
    handler: (ctx: C) => HandlerResult,
    around: readonly Layer[] = [],
  ): void {
    // The listener has read the facts from the event, so the type holds.
    this.#add(name, trigger, around, (ctx, event) => handler(Object.assign(ctx, event?.facts) as unknown as C))
  }

  /** The first handler whose filter matches. */
  find(notification: Notification): Declaration | undefined {
    const trigger = isOverheard(notification) ? notification.trigger : 'message'
    return this.handlers.find((one) => one.trigger === trigger && passes(one.filter, notification.message))
  }

  #add(
    name: string,
    trigger: OverheardTrigger,
    around: readonly Layer[],
    run: Declaration['run'],
    filter: MessageFilter = {},
  ): void {
    const isForAll = (one: MessageFilter) => Object.keys(one).length === 0
    const there = this.handlers.find((one) => one.name === name && isForAll(one.filter))
    if (isForAll(filter)) refuseSecond(there, name)
    this.handlers.push({ name, trigger, at: declaredAt(), around, filter, run })
  }
}

function passes({ channel, topic, text }: MessageFilter, message: Message): boolean {
  const { display_recipient: name, subject } = message
  const isThere =
    channel === undefined || isSame(channel, name) || ('stream_id' in message && channel === message.stream_id)
  if (!isThere || (topic !== undefined && !isSame(topic, subject))) return false
  // Unlike `test`, `search` always starts at the beginning.
  return text === undefined || message.content.search(text) >= 0
}

const isSame = (one: unknown, other: unknown) => String(one).toLowerCase() === String(other).toLowerCase()

function checkFilter(filter: MessageFilter): void {
  for (const [name, value] of Object.entries(filter)) {
    if (name === 'text' ? value instanceof RegExp : name === 'channel' || name === 'topic') continue
    throw new BotSetupError(
      'invalid_filter',
      `onMessage can't filter by ${name}: ${value}. Give a channel, a topic, and a regular expression as text.`,
    )
  }
}

/** Where in the bot's own files the handler was declared. */
function declaredAt(): string | undefined {
  const frames = new Error().stack?.match(/[^\s(@]+:\d+:\d+(?=\)?$)/gm)
  return frames?.[framesOfOurs]
}

/** This function, `#add`, `add…` and the bot's method. */
const framesOfOurs = 4
