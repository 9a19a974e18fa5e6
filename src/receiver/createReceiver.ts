import { openReceiver } from './openReceiver.js'
import { checkOptionNames, type ReceiverOptions } from './options.js'
import type { Receiver } from './receiver.js'

/**
 * Makes the web-standard end of one or several bots: `POST /` takes a notification and answers with the bot's reply,
 * `GET /healthz` says that it is alive.
 *
 * @throws {ReceiverOptionError} for options that can't be used.
 * @see spec 6.1
 * @example `const receiver = createReceiver({ bots: [{ bot, credentials: { site, email, apiKey }, tokens: [token] }] })`
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  checkOptionNames(options)
  return openReceiver(options).receiver
}
