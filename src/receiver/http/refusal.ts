import { EarshotError } from '../../client/index.js'

/** Why a request is refused before a bot sees it; a row for each case. */
interface Row {
  readonly status: 400 | 401 | 404 | 405 | 413 | 429 | 500 | 503
  readonly says: (facts: RefusalFacts) => string
}

/** What a refusal may tell. Nothing of the body is ever among it, but the place of a fault. */
export interface RefusalFacts {
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

/** What a request with wrong credentials says of itself. */
export interface Claim {
  /** The address in `bot_email`. */
  readonly bot: string
  /** `bot` when no bot has that address. */
  readonly wrong: 'bot' | 'token'
}

const rows = {
  NOT_FOUND: {
    status: 404,
    says: () => 'There is nothing at this path. The receiver was asked for another one. Check the address of the bot.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    says: ({ method, allow }) =>
      `This path does not take ${method}. It takes ${allow}. ` +
      'Give it to the chat server as the address of the bot, and open healthz below it to see whether it is alive.',
  },
  TOO_LARGE: {
    status: 413,
    says: ({ limit }) =>
      `The body is too large. At most ${limit} bytes are read. Raise maxBodyBytes if the chat server sends more.`,
  },
  UNREADABLE_BODY: {
    status: 400,
    says: () => 'The body did not arrive whole. The connection ended before it did. Send the request again.',
  },
  EMPTY_BODY: {
    status: 400,
    says: () => 'The body is empty. A notification in JSON was expected. Check what stands before the receiver.',
  },
  INVALID_UTF8: {
    status: 400,
    says: () => 'The body is not UTF-8. A notification in JSON was expected. Check what stands before the receiver.',
  },
  INVALID_JSON: {
    status: 400,
    says: () =>
      'The body is not JSON. A notification in JSON was expected. ' +
      'If the bot was set up with the Slack-compatible interface, choose the generic one.',
  },
  TOO_DEEP: {
    status: 400,
    says: ({ limit }) =>
      `The JSON is nested too deeply. At most ${limit} levels are read. Check what stands before the receiver.`,
  },
  TOO_MANY_VALUES: {
    status: 400,
    says: ({ limit }) =>
      `The JSON has too many values. At most ${limit} are read. ` +
      'Raise maxJsonValues if the chat server sends more, else check what stands before the receiver.',
  },
  NOT_AN_OBJECT: {
    status: 400,
    says: () => 'The JSON is not an object. A notification was expected. Check what stands before the receiver.',
  },
  INVALID_NOTIFICATION: {
    status: 400,
    says: ({ path, problem }) =>
      `The notification can't be acted on. At ${path}: ${problem}. ` +
      'Check that the chat server and this version of Earshot fit together.',
  },
  UNAUTHORIZED: {
    status: 401,
    says: () =>
      'The bot or its token is not known here. No bot of this receiver has that address and that token. ' +
      "Compare bot_email and token with the bot's credentials; both are in the file downloaded from the server.",
  },
  TOO_MANY_FAILURES: {
    status: 429,
    says: ({ retryAfter }) =>
      'Too many requests from here, or for this bot, were refused. What is right is still taken, but not this. ' +
      `Correct the request, and send it in ${retryAfter} seconds to hear what is wrong with it.`,
  },
  FAILED: {
    status: 500,
    says: () =>
      'The bot failed. Its handler ended with an error that nothing caught. See the log, by the id of the delivery.',
  },
  INTERNAL: {
    status: 500,
    says: () => 'The receiver failed. Something went wrong that it did not foresee. See the log, and report it.',
  },
  QUEUE_FULL: {
    status: 503,
    says: () =>
      'The queue is full. As many deliveries wait as may. Run more workers, look why they are slow, or raise its capacity.',
  },
  QUEUE_UNAVAILABLE: {
    status: 503,
    says: () =>
      'The queue could not be reached. The delivery is kept nowhere. Look at what the queue stands on; the log has its error.',
  },
  SHUTTING_DOWN: {
    status: 503,
    says: () => 'The receiver is shutting down. It takes no more notifications. Send it again in a moment.',
  },
} as const satisfies Record<string, Row>

export type RefusalCode = keyof typeof rows

/** A request that is answered with an error. `code` is stable; the message says what happened, with what, what to do. */
export class Refusal extends EarshotError {
  static {
    Refusal.prototype.name = 'Refusal'
  }
  declare readonly code: RefusalCode
  readonly status: Row['status']
  readonly facts: RefusalFacts
  /** The bot that the sender says it is for, and what was wrong: logged, and never said to the sender. */
  readonly claim: Claim | undefined

  constructor(code: RefusalCode, facts: RefusalFacts = {}, claim?: Claim) {
    const row: Row = rows[code]
    super(code, row.says(facts))
    this.status = row.status
    this.facts = facts
    this.claim = claim
  }

  /** What the caller is answered. */
  get body(): { error: { code: RefusalCode; message: string; path?: string } } {
    const { path } = this.facts
    return { error: { code: this.code, message: this.message, ...(path === undefined ? {} : { path }) } }
  }
}
