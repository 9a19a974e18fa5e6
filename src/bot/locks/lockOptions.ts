/** How a lock is had. */
export interface BotLockOptions {
  /**
   * How long to wait for one's turn: milliseconds, or a text such as `'10s'`; for as long as the handler has time, when
   * not given. 0: not at all.
   */
  readonly wait?: number | string
}
