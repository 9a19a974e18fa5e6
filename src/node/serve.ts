import type { DeliveryHandler, ReceiverOptions } from '../receiver/index.js'
import { receiverOptions } from '../receiver/options.js'
import type { OptionNames } from '../text/index.js'
import { type HttpOptions, httpOptions } from './http/options.js'
import { type ProcessOptions, processOptions, runBots } from './runBots.js'
import { type Given, givenBots, type ServedBot } from './servedBots.js'

export interface ServeOptions
  extends Omit<ReceiverOptions, 'bots' | 'signal' | 'createClient' | 'observer' | 'queue' | 'storage'>,
    HttpOptions,
    ProcessOptions {
  /** `PORT`, or 5002, when not given; 0 takes a free one. */
  readonly port?: number
  /** `HOST`, or 127.0.0.1, when not given; 0.0.0.0 for everyone who can reach the machine, as in a container. */
  readonly hostname?: string
  /** `false`: deliveries are put into the queue and no more, and other processes `work` on them. */
  readonly work?: boolean
}

const { signal: _, createClient: __, ...receiving } = receiverOptions
const serveOptions: OptionNames<ServeOptions> = {
  ...receiving,
  ...httpOptions,
  ...processOptions,
  port: true,
  hostname: true,
  work: true,
}

/** A running server. */
export interface Serving {
  /** The address to give to the chat server, as seen from this machine; without the `path`, which may be a secret. */
  readonly url: string
  readonly port: number
  /** Where `/metrics` is, when it has a port of its own; as seen from this machine. */
  readonly metricsUrl?: string
  /** Takes no more deliveries, lets handlers end, then aborts those that don't; a queue gets their deliveries back. */
  close(): Promise<void>
}

/**
 * Serves a bot, or several behind one address, over HTTP.
 *
 * Credentials are those given, else those in the environment (`EARSHOT_SITE`, `EARSHOT_EMAIL`, `EARSHOT_API_KEY`,
 * `EARSHOT_TOKEN`), else those in an `earshotrc` file. With a `queue`, given or named by `EARSHOT_QUEUE` or the file, no
 * delivery that was taken is lost when the process dies. A storage is the one given, else the one that `EARSHOT_STORAGE`
 * or the file names, else that of the queue's store, else memory.
 *
 * @throws {ConfigurationError} naming all that is missing or can't be used. @throws {ListenError} when the port can't be had.
 * @throws {QueueError} or {StorageError} when a store can't be had.
 * @example `const { url, close } = await serve(bot, { port: 0, credentials, queue: sqlite('bots.db') })`
 */
export function serve(bot: DeliveryHandler, options?: ServeOptions & Omit<ServedBot, 'bot'>): Promise<Serving>
export function serve(options: ServeOptions & { readonly bots: readonly ServedBot[] }): Promise<Serving>
export async function serve(...given: Given<ServeOptions>): Promise<Serving> {
  const { served, options } = givenBots('serve', given, serveOptions)
  const { listening, metricsUrl, close } = await runBots(served, options, {
    receives: true,
    works: options.work !== false,
  })
  const { url = '', port = 0 } = listening ?? {}
  return { url, port, ...(metricsUrl && { metricsUrl }), close }
}
