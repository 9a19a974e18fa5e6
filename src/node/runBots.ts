import { Hono } from 'hono/tiny'
import { type Clock, systemClock } from '../client/index.js'
import type { WorkerOptions, Working } from '../queue/index.js'
import { openWorker } from '../queue/worker.js'
import { secretsOf } from '../receiver/bots.js'
import { openReceiver } from '../receiver/createReceiver.js'
import { consoleLog, maskedLog, type Receiver, type ReceiverOptions } from '../receiver/index.js'
import type { OptionNames } from '../text/index.js'
import { Client } from './client.js'
import type { Environment } from './configuration/environmentSource.js'
import { ConfigurationError } from './errors.js'
import { secretsIn } from './http/hookPath.js'
import type { HttpOptions } from './http/options.js'
import { type Listening, listen } from './listen.js'
import { type OpenedStores, openStores, type StoreOptions } from './openStores.js'
import { type ObserveOptions, type RunningOperations, startOperations } from './operations/startOperations.js'
import { configured, type ServedBot } from './servedBots.js'
import { closeOnSignals } from './shutdownSignals.js'
import { processFields, writeLine } from './standardOutput.js'
import { logUncaught } from './uncaught.js'
import { undiciTransport } from './undiciTransport.js'

/** Options of both `serve` and `work`. */
export interface ProcessOptions extends StoreOptions, ObserveOptions, WorkerTuning {
  /**
   * Path of the credentials file, whose section `[serve]` may set `host`, `port`, `queue`, `storage` and HTTP options. (default:
   * `EARSHOT_CONFIG`, or `earshotrc` in the working directory)
   */
  readonly configFile?: string
  /** Milliseconds that handlers have to end on shutdown, before their signals are aborted. (default: 10,000) */
  readonly closeTimeout?: number
  /**
   * Whether SIGINT and SIGTERM close everything and end the process. (default: true) Uncaught errors are logged in either case;
   * Node then ends the process unless it has listeners for `uncaughtException`.
   */
  readonly handleSignals?: boolean
  /** (default: `process.env`) */
  readonly environment?: Environment
}

export const processOptions: OptionNames<ProcessOptions> = {
  queue: true,
  storage: true,
  storeTimeout: true,
  metrics: true,
  metricsPort: true,
  traces: true,
  observer: true,
  concurrency: true,
  attempts: true,
  maxCrashes: true,
  replyTimeout: true,
  random: true,
  configFile: true,
  closeTimeout: true,
  handleSignals: true,
  environment: true,
}

type WorkerTuning = Omit<WorkerOptions, keyof ReceiverOptions>

/** Options that are set here. */
type Own = 'bots' | 'signal' | 'createClient' | 'observer' | 'queue' | 'storage'

export interface RunOptions extends Omit<ReceiverOptions, Own>, HttpOptions, ProcessOptions {
  readonly port?: number | undefined
  readonly hostname?: string | undefined
}

/** The roles of a process. */
export interface Roles {
  /** Receives notifications at `port`. */
  readonly receives: boolean
  /** Runs handlers. */
  readonly works: boolean
  /** Port for health checks if it doesn't receive. */
  readonly healthPort?: number | undefined
}

export interface Running {
  /** The server for notifications or health checks. */
  readonly listening: Listening | undefined
  readonly metricsUrl: string | undefined
  close(): Promise<void>
}

/**
 * Runs bots in this process until closed.
 *
 * @throws {ConfigurationError} listing every problem. @throws {ListenError} if a port can't be opened.
 * @throws {QueueError} or {StorageError} if a store can't be opened.
 */
export async function runBots(
  served: readonly ServedBot[],
  options: RunOptions,
  { receives, works, healthPort }: Roles,
): Promise<Running> {
  const { environment = process.env, clock = systemClock, closeTimeout = 10_000 } = options
  const openLog = options.log ?? consoleLog({ write: writeLine, fields: processFields() })
  const given = { hostname: options.hostname, port: options.port, http: options }
  const found = configured(served, { configFile: options.configFile, environment, given }, openLog)
  const { hostname, port, http, bots } = found
  const pathSecrets = http.path === undefined ? [] : secretsIn(http.path)
  const log = http.path === undefined ? openLog : maskedLog(openLog, pathSecrets)
  if (!(receives && works)) checkQueue(options.queue ?? found.queue, receives)

  const shutdown = new AbortController()
  const transport = options.fetch === undefined ? undiciTransport() : undefined
  let stores: OpenedStores | undefined
  let operations: RunningOperations | undefined
  let receiver: Receiver | undefined
  let listening: Listening | undefined
  let started: Working | undefined
  let closed: Promise<void> | undefined
  const stopLogging = logUncaught(log, [...secretsOf(bots), ...pathSecrets])
  try {
    stores = await openStores(options, { configured: found, clock, log })
    const { queue, storage } = stores
    operations = await startOperations(options, {
      storage,
      queue,
      receives,
      isDraining: () => closed !== undefined,
      clock,
      log,
      hostname,
    })
    const shared = {
      ...options,
      storage,
      observer: operations.observer,
      bots,
      log,
      signal: shutdown.signal,
      createClient: (clientOptions: ConstructorParameters<typeof Client>[0]) =>
        new Client({ ...clientOptions, ...(transport && { transport }) }),
    }
    const worker = queue !== undefined && works ? openWorker({ ...shared, queue }) : undefined
    if (receives) receiver = openReceiver({ ...shared, queue })
    const app = receiver ?? new Hono()
    operations.addTo(app)
    const at = receives ? port : healthPort
    if (at !== undefined)
      listening = await listen(app.fetch, hostname, at, receives ? { ...http, log, clock } : { log, clock })
    // Schedules run in the process that runs handlers.
    started = queue === undefined ? receiver?.start() : worker?.start()
  } catch (error) {
    await release()
    throw error
  }
  const { metricsUrl } = operations
  const names = bots.map(({ credentials }) => credentials.email)
  const facts = { ...(listening && { url: listening.url }), bots: names, ...(metricsUrl && { metricsUrl }) }
  log.info(facts, receives ? 'Listening' : 'Working')

  const close = () => {
    forgetSignals()
    closed ??= closeAll()
    return closed
  }
  const forgetSignals = options.handleSignals === false ? () => {} : closeOnSignals(close, log)
  return { listening, metricsUrl, close }

  async function closeAll(): Promise<void> {
    const answered = receives ? listening?.drain(Math.min(connectionGrace, closeTimeout / 2)) : undefined
    const drained = Promise.all([answered?.then(() => receiver?.idle()), started?.stop()])
    if (!(await endsWithin(drained, closeTimeout, clock))) {
      log.warn({ closeTimeout }, 'Handlers are still running; aborting their signals')
      shutdown.abort(new DOMException('The process shuts down.', 'AbortError'))
      await endsWithin(drained, abortGrace, clock)
    }
    await release()
    log.info(listening === undefined ? {} : { url: listening.url }, 'Closed')
  }

  /** Releases everything that was opened, also after a failed start. */
  async function release(): Promise<void> {
    await listening?.cut()
    await operations?.close()
    await endsWithin(Promise.resolve(transport?.close?.()), abortGrace, clock)
    await stores?.close()
    stopLogging()
  }
}

/** Milliseconds for which idle connections may still send a request. */
const connectionGrace = 500

/** Milliseconds that an aborted handler has to reply or to return its delivery to the queue. */
const abortGrace = 1_000

/** @throws {ConfigurationError} if receiver and worker are separate, but the queue is inline. */
function checkQueue(queue: object | string | undefined, receives: boolean): void {
  const isInline = queue === undefined || queue === 'inline' || (queue as { kind?: unknown }).kind === 'inline'
  if (!isInline) return
  throw new ConfigurationError([
    {
      where: receives ? 'the options of serve' : 'the options of work',
      option: 'queue',
      problem: receives
        ? 'is inline, so with `work: false` nobody would handle what is taken'
        : 'is inline, so there is nothing to take deliveries from',
      advice: "Give sqlite('bots.db') or redis('redis://…'), or set EARSHOT_QUEUE.",
    },
  ])
}

/** Whether the work ends in time. It isn't stopped. */
async function endsWithin(work: Promise<unknown>, milliseconds: number, clock: Clock): Promise<boolean> {
  let cancel = () => {}
  const late = new Promise<false>((resolve) => {
    cancel = clock.later(milliseconds, () => resolve(false))
  })
  const inTime = await Promise.race([work.then(() => true), late])
  cancel()
  return inTime
}
