import type { Log, Outgoing, ReplyOptions } from '../../bot/index.js'
import { EarshotError } from '../../client/index.js'
import { cutToLimit } from '../../text/index.js'

/** A bot's reply was not a string, or its widget not JSON. */
export class InvalidReplyError extends EarshotError {
  static {
    InvalidReplyError.prototype.name = 'InvalidReplyError'
  }
  /** What it was, such as `null` or `an object`. */
  readonly given: string

  constructor(field: 'content' | 'widget', given: string) {
    super(
      'INVALID_REPLY',
      `A bot's reply can't be sent. Its ${field} is ${given}. ` +
        (field === 'content' ? 'Reply with a string.' : 'Give a widget that can be written as JSON.'),
    )
    this.given = given
  }
}

/**
 * Prepares a bot's reply for the server: cuts it to the limit and removes NUL characters. Undefined for a blank reply.
 *
 * @throws {InvalidReplyError} for anything but a string.
 */
export function outgoingReply(content: string, { widget }: ReplyOptions, log: Log): Outgoing | undefined {
  if (typeof content !== 'string') throw new InvalidReplyError('content', kindOf(content))
  const clean = content.includes('\0') ? content.replaceAll('\0', '') : content
  if (clean !== content) log.warn({}, 'Removed NUL characters from a reply')
  const fitting = cutToLimit(clean)
  if (fitting !== clean) log.warn({ length: clean.length }, 'Cut a reply to the maximum message length')
  if (fitting.trim() === '') {
    log.debug({}, 'Not sending an empty reply')
    return undefined
  }
  return widget === undefined ? { content: fitting } : { content: fitting, widget_content: widgetText(widget) }
}

function widgetText(widget: unknown): string {
  let text: string | undefined
  try {
    text = JSON.stringify(widget)
  } catch {
    text = undefined
  }
  if (text === undefined) throw new InvalidReplyError('widget', kindOf(widget))
  return text
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : `a value of type ${typeof value}`
}
