import { EarshotError } from '../../client/index.js'
import { nameErrors } from '../../errors.js'

/** The facts that a refusal can disclose. They never include content of the body, only the path of an invalid field. */
interface RefusalFacts {
  readonly method?: string
  readonly allow?: string
  /** Bytes, or levels. */
  readonly limit?: number
  /** E.g. `message.sender_id`. */
  readonly path?: string
  readonly problem?: string
  /** Seconds. */
  readonly retryAfter?: number
}

interface Claim {
  /** The address in `bot_email`. */
  readonly bot: string
  readonly wrong: 'bot' | 'token'
}

/** Why a request is refused before it reaches a bot. Placeholders such as `{limit}` are filled in from the facts. */
const texts = {
  not_found:
    "Nothing is served at this path. The receiver has another path. Check the bot's address on the chat server.",
  method_not_allowed:
    "This path does not accept {method}. It accepts {allow}. Set it as the bot's address on the chat server; healthz below it shows whether the receiver runs.",
  too_large: 'The body is too large. At most {limit} bytes are read. Raise maxBodyBytes if the chat server sends more.',
  unreadable_body: 'The body is incomplete. The connection ended early. Send the request again.',
  empty_body: 'The body is empty. A notification in JSON was expected. Check any proxy in front of the receiver.',
  invalid_utf8: 'The body is not UTF-8. A notification in JSON was expected. Check any proxy in front of the receiver.',
  invalid_json:
    'The body is not JSON. A notification in JSON was expected. If the bot has the Slack-compatible interface, choose the generic one.',
  too_deep: 'The JSON is nested too deeply. At most {limit} levels are read. Check any proxy in front of the receiver.',
  too_many_values:
    'The JSON has too many values. At most {limit} are read. Raise maxJsonValues if the chat server sends more.',
  not_an_object: 'The JSON is not an object. A notification was expected. Check any proxy in front of the receiver.',
  invalid_notification:
    'The notification is invalid. At {path}: {problem}. Check that this version of Earshot supports the chat server.',
  unauthorized:
    "The bot or its token is unknown. No bot here has both. Compare bot_email and token with the bot's credentials, in the file downloaded from the server.",
  too_many_failures:
    'Too many requests from this address, or for this bot, were refused. Valid ones are still accepted. Correct this one, and send it again in {retryAfter} seconds.',
  failed: 'The bot failed. Its handler threw an error that nothing caught. Find the delivery in the log by its ID.',
  internal: 'The receiver failed. Something unexpected went wrong. See the log, and report it.',
  bots_unavailable:
    'The bots could not be looked up. The delivery was not accepted. Check where the bots are stored; the log has the error.',
  queue_full:
    'The queue is full. The delivery was not accepted. Run more workers, find out why they are slow, or raise its capacity.',
  queue_unavailable:
    'The queue could not be reached. The delivery was not accepted. Check the store behind the queue; the log has the error.',
  shutting_down: 'The receiver is shutting down. It accepts no more notifications. Send it again in a moment.',
} as const

/** All others are 400. */
const statuses = {
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  unauthorized: 401,
  too_many_failures: 429,
  failed: 500,
  internal: 500,
  bots_unavailable: 503,
  queue_full: 503,
  queue_unavailable: 503,
  shutting_down: 503,
} as const satisfies Partial<Record<RefusalCode, number>>

export type RefusalCode = keyof typeof texts

/** A request is answered with an error. `code` is stable; the message says what happened, with what, and what to do. */
export class Refusal extends EarshotError {
  declare readonly code: RefusalCode
  readonly status: 400 | (typeof statuses)[keyof typeof statuses]
  readonly facts: RefusalFacts
  /** The bot that the request claims to be for, and what is wrong. It is logged, but not part of the response. */
  readonly claim: Claim | undefined

  constructor(code: RefusalCode, facts: RefusalFacts = {}, claim?: Claim) {
    super(
      code,
      texts[code].replace(/\{(\w+)\}/g, (_, name: keyof RefusalFacts) => String(facts[name])),
    )
    const own: Partial<Record<RefusalCode, Refusal['status']>> = statuses
    this.status = own[code] ?? 400
    this.facts = facts
    this.claim = claim
  }

  get body(): { error: { code: RefusalCode; message: string; path?: string } } {
    const { path } = this.facts
    return { error: { code: this.code, message: this.message, ...(path === undefined ? {} : { path }) } }
  }
}

nameErrors({ Refusal })
