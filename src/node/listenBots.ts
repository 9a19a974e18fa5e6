import type { ListenerError, ListenerOptions } from '../listener/index.js'
import type { DeliveryHandler } from '../receiver/index.js'
import type { OptionNames } from '../text/index.js'
import { withoutUndefined } from '../values.js'
import type { BotCredentials } from './credentials.js'
import { runBots } from './runBots.js'
import { type Given, givenBots, type ServedBot } from './servedBots.js'
import { type WorkOptions, workOptions } from './work.js'

export interface ListenOptions
  extends Pick<ListenerOptions, 'catchUp' | 'answerBots' | 'lease' | 'work'>,
    WorkOptions {}

const listenOptions: OptionNames<ListenOptions> = {
  ...workOptions,
  catchUp: true,
  answerBots: true,
  lease: true,
  work: true,
}

interface ListeningBot extends Omit<ServedBot, 'credentials'> {
  readonly credentials?: Omit<BotCredentials, 'token'> & Partial<Pick<BotCredentials, 'token'>>
}

/** A process whose bots listen. */
export interface ListeningProcess {
  /** The local URL of the health port. */
  readonly healthUrl?: string
  /** Resolves to the reasons, which have been logged, when no bot can listen any more. */
  readonly ended: Promise<readonly ListenerError[]>
  /** Takes no more messages, waits for handlers, then aborts them. */
  close(): Promise<void>
}

/**
 * Runs one or several bots without a public address: they get messages from event queues of the chat server, and reply
 * by sending messages. Their accounts must be generic bots that are subscribed to their channels.
 *
 * Credentials and stores are found as by `serve`; a token isn't needed. With a persistent `storage`, messages that
 * arrived while no process listened are handled later; with a `queue`, accepted messages aren't lost if the process
 * dies.
 *
 * @throws {ConfigurationError} listing every problem. @throws {QueueError} or {StorageError} if a store can't be opened.
 * @throws {ServeError} if the health port can't be opened.
 * @example `await listen(bot, { queue: sqlite('bots.db') })`
 */
export function listen(
  bot: DeliveryHandler,
  options?: ListenOptions & Omit<ListeningBot, 'bot'>,
): Promise<ListeningProcess>
export function listen(options: ListenOptions & { readonly bots: readonly ListeningBot[] }): Promise<ListeningProcess>
export async function listen(
  ...given:
    | readonly [bot: DeliveryHandler, options?: ListenOptions & Omit<ListeningBot, 'bot'>]
    | readonly [options: ListenOptions & { readonly bots: readonly ListeningBot[] }]
): Promise<ListeningProcess> {
  // Listening bots get no webhook calls, so they have no token to check.
  const { served, options } = givenBots('listen', given as Given<ListenOptions>, listenOptions)
  const { catchUp, answerBots, lease, work = true, healthPort, handleSignals = true } = options
  const { server, bots, close } = await runBots(served, options, {
    receives: false,
    works: work,
    listens: withoutUndefined({ catchUp, answerBots, lease }),
    healthPort,
  })
  const ended = bots?.ended ?? Promise.resolve([])
  if (handleSignals) {
    void ended.then(async (errors) => {
      if (errors.length < served.length) return
      process.exitCode = 1
      await close()
    })
  }
  return { ...(server && { healthUrl: server.url }), ended, close }
}
