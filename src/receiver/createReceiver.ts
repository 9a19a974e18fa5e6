import type { Hono } from 'hono'
import { openReceiver } from './openReceiver.js'
import type { ReceiverOptions } from './options.js'

/** A Hono app that takes notifications: served as it is, or mounted in another with `app.route('/hook', receiver)`. */
export interface Receiver extends Hono {
  /** Resolves when no handler is under way, and nothing else that a bot does. */
  idle(): Promise<void>
  /**
   * Lets the bots do what falls due without a message, such as their schedules, for as long as the process goes on.
   * Once; `serve` does it by itself.
   */
  start(): { stop(): Promise<void> }
  /**
   * Does what is due now, and says when the next thing is, in UNIX milliseconds, if there is any: for platforms that
   * run nothing between requests, to be called by a timer of theirs.
   */
  tick(): Promise<number | undefined>
}

/**
 * Makes the web-standard end of one or several bots: `POST /` takes a notification and answers with the bot's reply,
 * `GET /healthz` says that it is alive.
 *
 * @throws {ReceiverOptionError} for options that can't be used.
 * @see spec 6.1
 * @example `const receiver = createReceiver({ bots: [{ bot, credentials: { site, email, apiKey }, tokens: [token] }] })`
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  return openReceiver(options).receiver
}
