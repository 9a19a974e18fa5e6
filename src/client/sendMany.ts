import type { Params } from '../protocol/index.js'
import type { Client } from './client.js'
import { type ApiError, isRefused } from './errors/exchangeErrors.js'
import { InvalidParameterError } from './errors/localErrors.js'
import type { CallOptions } from './options.js'

export interface SendManyOptions extends Omit<CallOptions, 'priority'> {
  /** Called after each message. */
  readonly onProgress?: (progress: Sending) => void
}

/** The progress of `sendMany`. */
interface Sending {
  readonly sent: number
  readonly refused: number
  readonly total: number
}

/** The result for one message: its ID, or the error if it was refused. */
type SentOrRefused = { readonly id: number } | { readonly error: ApiError | InvalidParameterError }

/**
 * Sends many messages, one after the other, and returns the result for each. If the client has a rate limiter, calls that users
 * wait for go first, and each message waits up to ten minutes for its turn. If a message is refused, the others are still sent.
 *
 * @throws errors that affect all messages: rejected credentials, no connection, an aborted signal. Messages that were sent stay
 * sent; `onProgress` reports how many.
 * @example await sendMany(client, people.map((id) => ({ type: 'direct', to: [id], content })), { onProgress: console.log })
 */
export async function sendMany(
  client: Client,
  messages: readonly Params<'messages.send'>[],
  { onProgress, ...options }: SendManyOptions = {},
): Promise<readonly SentOrRefused[]> {
  const results: SentOrRefused[] = []
  let sent = 0
  for (const message of messages) {
    try {
      const { id } = await client.messages.send(message, { maxWait: patience, ...options, priority: 'bulk' })
      results.push({ id })
      sent += 1
    } catch (error) {
      if (!isOfMessage(error)) throw error
      results.push({ error })
    }
    onProgress?.({ sent, refused: results.length - sent, total: messages.length })
  }
  return results
}

/** Milliseconds. */
const patience = 600_000

/** Whether the error concerns this message only, not the account or the rate limit. */
function isOfMessage(error: unknown): error is ApiError | InvalidParameterError {
  return error instanceof InvalidParameterError || (isRefused(error) && !error.isAuthentication)
}
