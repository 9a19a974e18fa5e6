import { EarshotError, nameErrors } from '../../errors.js'
import type { Params } from '../../protocol/index.js'

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
  /** What it is, such as `null` or `a list of 2`. */
  readonly given: string

  constructor(given: string) {
    super('invalid_reply', `A bot's reply is ${given}. Reply with a string.`)
    this.given = given
  }
}

nameErrors({ InvalidReplyError })
