import type { Duration } from '../../text/index.js'
import type { People } from '../people/people.js'

/** How a question is asked. */
export interface AskOptions<Choice extends string = string> {
  /**
   * The allowed answers. Case doesn't matter, and an unambiguous prefix or the number of a choice (from 1) is enough.
   * Clients with widgets draw them as buttons; others show only the question, so name the choices there.
   */
  readonly choices?: readonly Choice[]
  /** Whether the choices are drawn as buttons. A button shows the question without its Markdown. (default: true) */
  readonly buttons?: boolean
  /** How long to wait: milliseconds, or a string such as `'5m'`. (default: ten minutes) */
  readonly timeout?: number | string
  /**
   * Who can answer: the message's sender, anyone who writes to the bot in the same place, or any of these people,
   * looked up when they answer. (default: `'sender'`)
   */
  readonly from?: 'sender' | 'anyone' | People
  /** Identifies the question among those of the handler, in case the bot's code changes while it waits. */
  readonly name?: string
}

/** How an approval is asked for. */
export interface ApproveOptions {
  /** Who can approve. Bots and the sender of the request can't. */
  readonly by: People
  /** How many of them have to approve; a single rejection ends it. (default: 1) */
  readonly quorum?: number
  /** How long to wait: milliseconds, or a string such as `'2h'`; at most a year. (default: a day) */
  readonly timeout?: Duration
  /** Identifies the approval among those of the handler, in case the bot's code changes while it waits. */
  readonly name?: string
}

/** A person's answer to an approval request. */
export interface ApprovalAnswer {
  readonly user: { readonly id: number; readonly name: string }
  readonly answer: 'approved' | 'rejected'
  /** ID of the message with the answer. */
  readonly messageId: number
  /** UNIX milliseconds. */
  readonly time: number
}

/** An approval that was given. */
export interface Approval {
  /** In the order in which they came. */
  readonly answers: readonly ApprovalAnswer[]
}
