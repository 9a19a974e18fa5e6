/** Where a bot's log lines go: facts first, so that a program can read them; then a sentence, so that a person can. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Takes every line and keeps none. */
export const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }
