import type { Log } from '../bot/index.js'
import { type Clock, systemClock } from '../client/index.js'
import { consoleLog, createReceiver, type DeliveryHandler, maskedLog, type ReceiverOptions } from '../receiver/index.js'
import { Client } from './client.js'
import { configurationOf } from './configuration/configuration.js'
import { tellWarnings } from './credentialSources.js'
import { type BotCredentials, bindingOf } from './credentials.js'
import { secretsIn } from './door/hookPath.js'
import type { DoorOptions } from './door/options.js'
import type { Environment } from './environment.js'
import { ConfigurationError } from './errors.js'
import { listen } from './listen.js'
import { type ObserveOptions, startOperations } from './operations/startOperations.js'
import { closeOnSignals } from './shutdownSignals.js'
import { openStorage } from './storage/storageAddress.js'
import { undiciTransport } from './undiciTransport.js'

/** A bot to serve, and where its credentials are. */
export interface ServedBot {
  readonly bot: DeliveryHandler
  readonly credentials?: BotCredentials
  /** Section of the credentials file. */
  readonly section?: string
}

export interface ServeOptions
  extends Omit<ReceiverOptions, 'bots' | 'signal' | 'createClient' | 'observer'>,
    DoorOptions,
    ObserveOptions {
  /**
   * Path of the credentials file; `EARSHOT_CONFIG`, or `earshotrc` in the working directory, when not given. Its section
   * `[serve]` may say `host`, `port` and `storage`, and what protects the server.
   */
  readonly configFile?: string
  /** `PORT`, or 5002, when not given; 0 takes a free one. */
  readonly port?: number
  /** `HOST`, or 127.0.0.1, when not given; 0.0.0.0 for everyone who can reach the machine, as in a container. */
  readonly hostname?: string
  /** Milliseconds that handlers have to end when the server closes, before their signals are aborted. 10,000. */
  readonly closeTimeout?: number
  /** Whether SIGINT and SIGTERM close the server and end the process. They do unless told otherwise. */
  readonly handleSignals?: boolean
  /** `process.env` when not given. */
  readonly environment?: Environment
}

/** A running server. */
export interface Serving {
  /** The address to give to the chat server, as seen from this machine; without the `path`, which may be a secret. */
  readonly url: string
  readonly port: number
  /** Where `/metrics` is, when it has a port of its own; as seen from this machine. */
  readonly metricsUrl?: string
  /** Takes no more deliveries, lets handlers end, then aborts those that don't. */
  close(): Promise<void>
}

/**
 * Serves a bot, or several behind one address, over HTTP.
 *
 * Credentials are those given, else those in the environment (`EARSHOT_SITE`, `EARSHOT_EMAIL`, `EARSHOT_API_KEY`,
 * `EARSHOT_TOKEN`), else those in an `earshotrc` file. A storage is the one given, else the one that `EARSHOT_STORAGE`
 * or the file names, else memory.
 *
 * @throws {ConfigurationError} naming all that is missing or can't be used. @throws {ListenError} when the port can't be had.
 * @example `const { url, close } = await serve(bot, { port: 0, credentials })`
 */
export function serve(bot: DeliveryHandler, options?: ServeOptions & Omit<ServedBot, 'bot'>): Promise<Serving>
export function serve(options: ServeOptions & { readonly bots: readonly ServedBot[] }): Promise<Serving>
export async function serve(
  first: DeliveryHandler | (ServeOptions & { readonly bots: readonly ServedBot[] }),
  second: ServeOptions & Omit<ServedBot, 'bot'> = {},
): Promise<Serving> {
  if ('bots' in first) return serveAll(first.bots, first)
  const { credentials, section, ...options } = second
  return serveAll([{ bot: first, credentials, section }], options)
}

async function serveAll(served: readonly ServedBot[], options: ServeOptions): Promise<Serving> {
  const { environment = process.env, clock = systemClock, closeTimeout = 10_000 } = options
  const openLog = options.log ?? consoleLog()
  const { hostname, port, storage: address, door, bots } = configured(served, options, { environment, log: openLog })
  const log = door.path === undefined ? openLog : maskedLog(openLog, secretsIn(door.path))
  const ownStorage = options.storage === undefined && address !== undefined ? await openStorage(address) : undefined
  const shutdown = new AbortController()
  const transport = options.fetch === undefined ? undiciTransport() : undefined
  let closed: Promise<void> | undefined
  const operations = await startOperations(options, {
    storage: options.storage ?? ownStorage,
    queue: options.queue,
    receives: true,
    isDraining: () => closed !== undefined,
    clock,
    log,
    hostname,
  })
  const { observer, metricsUrl } = operations
  const receiver = createReceiver({
    ...options,
    ...(ownStorage && { storage: ownStorage }),
    ...(observer && { observer }),
    bots,
    log,
    signal: shutdown.signal,
    createClient: (clientOptions) => new Client({ ...clientOptions, ...(transport && { transport }) }),
  })
  operations.addTo(receiver)
  const listening = await listen(receiver.fetch, hostname, port, { ...door, log, clock }).catch(async (error) => {
    await operations.close()
    throw error
  })
  const started = receiver.start()
  const names = bots.map(({ credentials }) => credentials.email)
  log.info({ url: listening.url, bots: names, ...(metricsUrl && { metricsUrl }) }, 'Listening')

  const close = () => {
    forgetSignals()
    closed ??= closeAll()
    return closed
  }
  const forgetSignals = options.handleSignals === false ? () => {} : closeOnSignals(close, log)
  return { url: listening.url, port: listening.port, ...(metricsUrl && { metricsUrl }), close }

  async function closeAll(): Promise<void> {
    const drained = Promise.all([listening.drain(), started.stop(), receiver.idle()])
    if (!(await endsWithin(drained, closeTimeout, clock))) {
      log.warn({ closeTimeout }, 'Handlers are still under way; their signals are aborted')
      shutdown.abort(new DOMException('The process shuts down.', 'AbortError'))
      await endsWithin(drained, lastWords, clock)
    }
    await listening.cut()
    await operations.close()
    await endsWithin(Promise.resolve(transport?.close?.()), lastWords, clock)
    await ownStorage?.close()
    log.info({ url: listening.url }, 'Closed')
  }
}

/** Milliseconds that an aborted handler has to say that it could not finish. */
const lastWords = 1_000

/** The configuration, if all of it can be used. @throws {ConfigurationError} that names all that can't. */
function configured(
  served: readonly ServedBot[],
  options: ServeOptions,
  { environment, log }: { readonly environment: Environment; readonly log: Log },
) {
  const { configFile, hostname, port } = options
  const given = { hostname, port, door: options }
  const found = configurationOf({ bots: served, configFile, given, environment })
  if (found.problems.length > 0) throw new ConfigurationError(found.problems)
  tellWarnings(found.warnings, log)
  const bots = served.flatMap(({ bot }, index) => {
    const credentials = found.bots[index]?.credentials
    return credentials === undefined ? [] : [bindingOf(bot, credentials)]
  })
  return { ...found, bots }
}

/** Whether the work ends in time. It goes on in any case. */
async function endsWithin(work: Promise<unknown>, milliseconds: number, clock: Clock): Promise<boolean> {
  let cancel = () => {}
  const late = new Promise<false>((resolve) => {
    cancel = clock.later(milliseconds, () => resolve(false))
  })
  const inTime = await Promise.race([work.then(() => true), late])
  cancel()
  return inTime
}
