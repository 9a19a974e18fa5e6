import type { DeliveryHandler, ReceiverOptions } from '../receiver/index.js'
import { receiverOptions } from '../receiver/options.js'
import type { OptionNames } from '../text/index.js'
import { type HttpOptions, httpOptions } from './http/options.js'
import { type ProcessOptions, processOptions, runBots, type SetHere } from './runBots.js'
import { type Given, givenBots, type ServedBot, type ServedBots } from './servedBots.js'

export interface ServeOptions extends Omit<ReceiverOptions, SetHere>, HttpOptions, ProcessOptions {
  /** 0 takes a free port. (default: `PORT`, or 5002) */
  readonly port?: number
  /** 0.0.0.0 listens on all addresses, as needed in a container. (default: `HOST`, or 127.0.0.1) */
  readonly hostname?: string
  /** `false` only queues deliveries; other processes handle them with `work`. (default: true) */
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
  /** The local URL, without `path`, which may be a secret. */
  readonly url: string
  readonly port: number
  /** The local URL of `/metrics` if it has its own port. */
  readonly metricsUrl?: string
  /** Takes no more deliveries, waits for handlers, then aborts them; their deliveries return to the queue. */
  close(): Promise<void>
}

/**
 * Serves one or several bots over HTTP.
 *
 * Credentials come from the options, else from the environment (`EARSHOT_SITE`, `EARSHOT_EMAIL`, `EARSHOT_API_KEY`,
 * `EARSHOT_TOKEN`), else from an `earshotrc` file. With a `queue` (option, `EARSHOT_QUEUE` or file) no acknowledged
 * delivery is lost if the process dies. `bots` may also come and go while the process runs, such as those of many
 * organisations. The storage is the option, else `EARSHOT_STORAGE` or the file's, else the queue's store, else memory.
 *
 * @throws {ConfigurationError} listing every problem. @throws {ServeError} if the port can't be opened.
 * @throws {QueueError} or {StorageError} if a store can't be opened.
 * @example `const { url, close } = await serve(bot, { port: 0, credentials, queue: sqlite('bots.db') })`
 */
export function serve(bot: DeliveryHandler, options?: ServeOptions & Omit<ServedBot, 'bot'>): Promise<Serving>
export function serve(options: ServeOptions & { readonly bots: ServedBots }): Promise<Serving>
export async function serve(...given: Given<ServeOptions>): Promise<Serving> {
  const { served, options } = givenBots('serve', given, serveOptions)
  const { server, metricsUrl, close } = await runBots(served, options, {
    receives: true,
    works: options.work !== false,
  })
  const { url = '', port = 0 } = server ?? {}
  return { url, port, ...(metricsUrl && { metricsUrl }), close }
}
