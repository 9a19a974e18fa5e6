import type { Hono } from 'hono'

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
