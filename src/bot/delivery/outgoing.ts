import { EarshotError, nameErrors } from '../../errors.js'
import type { Params } from '../../protocol/index.js'
import { cutToLimit } from '../../text/index.js'
import type { Log } from '../base/log.js'

type Sent = Params<'messages.send'>

/** A message that goes to the conversation of a notification. */
export type Outgoing = Pick<Sent, 'content' | 'widget_content'>

export interface DeliveryReplyOptions {
  /** Draws a widget: the parameter of the same name. */
  readonly widgetContent?: string
  /** Sends it as a message in any case, so that there is an ID by which it can be changed later. */
  readonly asMessage?: boolean
  /** Identifies the reply if the delivery may be handled more than once. (default: its number) */
  readonly name?: string
}

export function outgoingOf(content: string, { widgetContent }: DeliveryReplyOptions): Outgoing {
  return widgetContent === undefined ? { content } : { content, widget_content: widgetContent }
}

/** A bot's reply isn't a string. */
export class InvalidReplyError extends EarshotError {
  /** What it is, such as `null` or `an object`. */
  readonly given: string

  constructor(given: string) {
    super('invalid_reply', `A bot's reply can't be sent. Its content is ${given}. Reply with a string.`)
    this.given = given
  }
}

/**
 * A text as one message that the server accepts: cut to the limit, without NUL characters; undefined if it is blank.
 * @throws {InvalidReplyError} for anything but a string.
 */
export function onePart(text: string, log: Log): string | undefined {
  if (typeof text !== 'string') throw new InvalidReplyError(kindOf(text))
  const clean = text.includes('\0') ? text.replaceAll('\0', '') : text
  if (clean !== text) log.warn({}, 'Removed NUL characters from a reply')
  const fitting = cutToLimit(clean)
  if (fitting !== clean) log.warn({ length: clean.length }, 'Cut a reply to the maximum message length')
  if (fitting.trim() !== '') return fitting
  log.debug({}, 'Not sending an empty reply')
  return undefined
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : `a value of type ${typeof value}`
}

nameErrors({ InvalidReplyError })
