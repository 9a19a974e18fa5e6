import { errorFields, type Log } from '../bot/index.js'
import { maskedLog } from '../receiver/index.js'
import { encodedForms } from '../text/encodedForms.js'

interface Logging {
  readonly log: Log
  /** The secrets to mask. */
  readonly secrets: () => readonly string[]
  /** The handlers that run or ran last: one of them may have left a promise or a timer alone. */
  readonly handlers: () => readonly object[]
}

const open = new Set<Logging>()

/**
 * Logs uncaught errors and unhandled rejections as one line. Whether the process ends is left to Node or the program's own
 * listeners for `uncaughtException` and `unhandledRejection`.
 * @returns A function that stops using this log.
 */
export function logUncaught(logging: Logging): () => void {
  if (open.size === 0) process.on('uncaughtExceptionMonitor', logError)
  open.add(logging)
  return () => {
    open.delete(logging)
    if (open.size === 0) process.off('uncaughtExceptionMonitor', logError)
  }
}

/** Logs once per process, with the secrets of all servers masked. */
function logError(error: unknown, origin: NodeJS.UncaughtExceptionOrigin): void {
  const all = [...open]
  const [first] = all
  if (first === undefined) return
  const what =
    origin === 'unhandledRejection'
      ? 'A promise was rejected and nothing handled the error'
      : 'An error was thrown and nothing caught it'
  const end = process.listenerCount('uncaughtException') > 0 ? '' : '; the process ends'
  const handlers = all.flatMap((one) => one.handlers())
  maskedLog(
    first.log,
    all.flatMap(({ secrets }) => secrets().flatMap(encodedForms)),
  ).error({ ...errorFields(error), ...(handlers.length > 0 && { handlers }) }, `${what}${end}`)
}
