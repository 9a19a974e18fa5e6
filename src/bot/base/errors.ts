import { CodedError, EarshotError, nameErrors } from '../../errors.js'
import { alikeAmong } from '../../text/index.js'

/**
 * Throw this from a handler to refuse something: the sender gets the message as it is, and the delivery doesn't count
 * as failed.
 *
 * @example
 * throw new UserError('There is no topic called lunch here.')
 */
export class UserError extends EarshotError {
  /** @param options `code` identifies the error. (default: `refused`) */
  constructor(message: string, { code = 'refused', ...options }: ErrorOptions & { readonly code?: string } = {}) {
    super(code, message, options)
  }
}

/** The bot's setup can't work. Thrown during setup, before any message arrives. */
export class BotSetupError extends CodedError<BotSetupCode> {}

interface DeclaredHandler {
  /** The method that declared it, and what for: `onMention`, `on direct`. */
  readonly name: string
  /** Its file, line and column; undefined if the platform doesn't say. */
  readonly at: string | undefined
}

/** @throws {BotSetupError} if there is already a handler of this kind, which would take every message. */
export function refuseSecond(declared: readonly DeclaredHandler[], { name, at }: DeclaredHandler): void {
  const first = declared.find((other) => other.name === name)
  if (first === undefined) return
  const places = first.at === undefined ? '' : `, at ${first.at} and at ${at}`
  throw new BotSetupError(
    'duplicate_handler',
    `${name} is declared twice${places}, and the first handler would take every message. Put both into one.`,
  )
}

/** @throws {BotSetupError} if people can't tell two of these apart when they type them. */
export function refuseAlike<Declared extends Pick<DeclaredHandler, 'at'>>(
  code: BotSetupCode,
  what: string,
  declared: readonly Declared[],
  nameOf: (one: Declared) => string,
): void {
  const [one, other] = alikeAmong(declared, nameOf) ?? []
  if (one === undefined || other === undefined) return
  const problem = nameOf(one) === nameOf(other) ? 'is declared twice' : `looks the same as '${nameOf(other)}' to people`
  const places = one.at === undefined ? '' : `, at ${one.at} and at ${other.at}`
  throw new BotSetupError(code, `${what} '${nameOf(one)}' ${problem}${places}. Rename one.`)
}

type BotSetupCode =
  | 'invalid_pattern'
  | 'duplicate_command'
  | 'duplicate_handler'
  | 'invalid_filter'
  | 'invalid_option'
  | 'invalid_access'
  | 'invalid_duration'
  | 'module_in_use'
  | 'invalid_session'
  | 'invalid_schedule'
  | 'duplicate_schedule'

/** A handler or middleware did something that isn't allowed. */
export class HandlerError extends CodedError<HandlerErrorCode> {}

type HandlerErrorCode =
  | 'invalid_reply'
  | 'invalid_widget'
  | 'next_called_twice'
  | 'reserved_name'
  | 'invalid_question'
  | 'invalid_step'
  | 'invalid_lock'
  | 'invalid_duration'
  | 'asked_out_of_order'
  | 'empty_message'
  | 'invalid_destination'
  | 'invalid_message'
  | 'invalid_emoji'
  | 'no_copy'
  | 'invalid_upload'
  | 'not_sent'
  | 'message_gone'
  | 'invalid_stream'
  | 'invalid_history'
  | 'no_follow_up_handler'

/**
 * A text doesn't fit into the messages that it may become: an edit can't make one message two, and no text becomes more than
 * twenty. Nothing of it was sent.
 */
export class ContentTooLongError extends CodedError<'content_too_long'> {
  /** In characters, as the server counts them. */
  readonly length: number
  /** The most characters that fit. */
  readonly limit: number

  constructor(length: number, messages: number, limit: number) {
    const room = messages === 1 ? `one message of ${limit}` : `${messages} messages of ${limit / messages} each`
    super(
      'content_too_long',
      `A text has ${length} characters and doesn't fit into ${room}. Shorten it, or send several.`,
    )
    this.length = length
    this.limit = limit
  }
}

nameErrors({ UserError, BotSetupError, HandlerError, ContentTooLongError })
