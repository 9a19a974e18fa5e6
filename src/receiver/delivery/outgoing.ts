import type { Log, Outgoing, ReplyOptions } from '../../bot/index.js'
import { EarshotError } from '../../client/index.js'
import { cutToLimit } from '../../text/index.js'

/** A bot replied with something that is no text. */
export class InvalidReplyError extends EarshotError {
  static {
    InvalidReplyError.prototype.name = 'InvalidReplyError'
  }
  /** What it was: `null`, `array`, `object`, `number`, … */
  readonly given: string

  constructor(field: 'content' | 'widget', given: string) {
    super(
      'INVALID_REPLY',
      `A bot's reply can't be sent. Its ${field} was ${given}. ` +
        (field === 'content' ? 'Reply with a string.' : 'Give a widget that can be written as JSON.'),
    )
    this.given = given
  }
}

/**
 * Makes of a bot's reply what the server takes: cut to the limit, without NUL characters, which the server refuses.
 * Undefined when nothing would be seen of it.
 *
 * @throws {InvalidReplyError} for what is no text.
 */
export function outgoingReply(content: string, { widget }: ReplyOptions, log: Log): Outgoing | undefined {
  if (typeof content !== 'string') throw new InvalidReplyError('content', kindOf(content))
  const clean = content.includes('\0') ? content.replaceAll('\0', '') : content
  if (clean !== content) log.warn({}, 'A reply held NUL characters, which the server refuses; they were left out')
  const fitting = cutToLimit(clean)
  if (fitting !== clean) log.warn({ length: clean.length }, 'A reply was over the message limit and was cut')
  if (fitting.trim() === '') {
    log.debug({}, 'A reply was empty and is not sent')
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
