import { anyConversation } from '../bot/conversation/conversationStore.js'
import type { Log } from '../bot/index.js'
import { keptBy } from '../bot/routes/keeps.js'
import { type Clock, type RateLimiter, rateLimiter, systemClock, type Transport } from '../client/index.js'
import { inTime } from '../clock.js'
import type { ListeningBots } from '../listener/createListener.js'
import { openListener } from '../listener/createListener.js'
import type { ListenerOptions } from '../listener/index.js'
import type { Worker, WorkerOptions, Working } from '../queue/index.js'
import { openWorker } from '../queue/worker.js'
import type { BotRegistry } from '../receiver/bots/bots.js'
import { warnOfDeafness } from '../receiver/bots/deafness.js'
import { openReceiver } from '../receiver/createReceiver.js'
import { type BotBinding, consoleLog, maskedLog, type ReceiverOptions } from '../receiver/index.js'
import { secretsOfBots } from '../receiver/options.js'
import { memoryStorage, type Storage } from '../storage/index.js'
import type { OptionNames } from '../text/index.js'
import { watchLoop } from './blockedLoop.js'
import { type CertificateOptions, checkedBy } from './certificates.js'
import { NodeClient } from './client.js'
import type { Environment } from './configuration/sources.js'
import { ConfigurationError } from './errors.js'
import type { HttpOptions } from './http/options.js'
import { type HttpServer, secretsIn, serveHttp } from './http/serveHttp.js'
import { processFields, writeLine } from './logLines.js'
import { type ObserveOptions, type RunningOperations, startOperations } from './operations/operations.js'
import { logUncaught } from './processLog.js'
import { configured, type Served } from './servedBots.js'
import { closeOnSignals } from './shutdownSignals.js'
import { type OpenedStores, openStores, type StoreOptions } from './stores.js'
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

/** Options of a receiver that a process sets itself, or takes in another form. */
export type SetHere = 'bots' | 'signal' | 'createClient' | 'observer' | 'queue' | 'storage'

interface RunOptions extends Omit<ReceiverOptions, SetHere>, HttpOptions, ProcessOptions {
  readonly port?: number | undefined
  readonly hostname?: string | undefined
}

interface Roles {
  readonly receives: boolean
  readonly works: boolean
  readonly listens?: Pick<ListenerOptions, 'catchUp' | 'answerBots' | 'lease'> | undefined
  /** Port for health checks if it doesn't receive. */
  readonly healthPort?: number | undefined
}

interface Running {
  readonly server: HttpServer | undefined
  readonly metricsUrl: string | undefined
  readonly bots: ListeningBots | undefined
  /** Resolves when no handler and no scheduled work is running. */
  idle(): Promise<void>
  close(): Promise<void>
}

/**
 * Runs bots in this process until closed.
 * @throws {ConfigurationError} listing every problem. @throws {ServeError} if a port can't be opened.
 * @throws {QueueError} or {StorageError} if a store can't be opened.
 */
export async function runBots(
  served: Served,
  options: RunOptions,
  { receives, works, listens, healthPort }: Roles,
): Promise<Running> {
  const { environment = process.env, clock = systemClock, closeTimeout = 10_000 } = options
  const openLog = options.log ?? consoleLog({ write: writeLine, fields: processFields() })
  const found = configured(
    served,
    { configFile: options.configFile, environment, given: options, needs: { token: listens === undefined } },
    openLog,
  )
  const { hostname, port, http, bots } = found
  const pathSecrets = http.path === undefined ? [] : secretsIn(http.path)
  const log = maskedLog(openLog, pathSecrets)
  if (listens === undefined && !(receives && works)) checkQueue(options.queue ?? found.queue, receives)

  const shutdown = new AbortController()
  const transports = options.fetch === undefined ? new Transports(environment) : undefined
  let stores: OpenedStores | undefined
  let operations: RunningOperations | undefined
  let receiver: ReturnType<typeof openReceiver> | undefined
  let listener: ReturnType<typeof openListener> | undefined
  let opened: BotRegistry | undefined
  let server: HttpServer | undefined
  let started: Working | undefined
  let listeningBots: ListeningBots | undefined
  let working: Pick<Worker, 'idle'> | undefined
  let closed: Promise<void> | undefined
  let stopWatching = () => {}
  const listed = typeof bots === 'function' ? [] : bots
  const stopLogging = logUncaught({
    log,
    secrets: () => [...(opened?.secrets() ?? secretsOfBots(listed)), ...pathSecrets],
    handlers: () => operations?.handlers() ?? [],
  })
  try {
    stores = await openStores(options, { configured: found, clock, log })
    const { queue, storage, isUnchosen } = stores
    const isWarned = works && isUnchosen && warnOfLoss(listed, log)
    operations = await startOperations(options, {
      storage,
      queue,
      receives,
      isDraining: () => closed !== undefined,
      whyNotListening: listens && (() => (listeningBots ? listener?.whyNotReady() : 'is starting')),
      clock,
      log,
      hostname,
    })
    stopWatching = watchLoop(log, storage, operations.handlers)
    const limiterOf = limiters(clock, shutdown.signal)
    const shared = {
      ...options,
      storage: works && isUnchosen && !isWarned ? questionsInMemory(clock, log) : storage,
      observer: operations.observer,
      bots,
      log,
      signal: shutdown.signal,
      createClient: (clientOptions: ConstructorParameters<typeof NodeClient>[0]) => {
        const transport = transports?.of(clientOptions)
        return new NodeClient({ ...clientOptions, limiter: limiterOf(clientOptions), ...(transport && { transport }) })
      },
    }
    if (receives) {
      for (const bot of listed) warnOfDeafness(bot, log)
      // The server takes the path off, which may be a secret.
      receiver = openReceiver({ ...shared, path: '/', queue })
      opened = receiver.bots
    }
    const hasWorker = queue !== undefined && works && listens === undefined
    const worker = hasWorker ? openWorker({ ...shared, queue }, opened) : undefined
    opened ??= worker?.bots
    // The listener refuses a lookup.
    const forListener = bots as ListenerOptions['bots']
    listener = listens && openListener({ ...shared, ...listens, bots: forListener, queue, work: works })
    opened ??= listener?.bots
    working = listener ?? worker
    const app = operations.addTo(receiver)
    const at = receives ? port : healthPort
    if (at !== undefined)
      server = await serveHttp(app.fetch, hostname, at, receives ? { ...http, log, clock } : { log, clock })
    // Schedules run in the process that runs handlers.
    listeningBots = listener?.start()
    started = listeningBots ?? (queue === undefined ? receiver?.start() : worker?.start())
  } catch (error) {
    await release()
    throw error
  }
  const { metricsUrl } = operations
  const names = typeof bots === 'function' ? 'looked up' : bots.map(({ credentials }) => credentials.email)
  const facts = { ...(server && { url: server.url }), bots: names, ...(metricsUrl && { metricsUrl }) }
  // A bot that reads an event queue says by itself when it listens.
  log.info(facts, receives ? 'Serving' : listens ? 'Started' : 'Working')

  const close = () => {
    forgetSignals()
    closed ??= closeAll()
    return closed
  }
  const forgetSignals = options.handleSignals === false ? () => {} : closeOnSignals(close, log)
  const idle = async () => {
    await receiver?.idle()
    await working?.idle()
  }
  return { server, metricsUrl, bots: listeningBots, idle, close }

  /** Whether the work ends in time. It isn't stopped. */
  function endsWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
    const ended = work.then(() => true)
    return inTime(clock, milliseconds, ended, () => false)
  }

  async function closeAll(): Promise<void> {
    const answered = receives ? server?.drain(Math.min(connectionGrace, closeTimeout / 2)) : undefined
    const drained = Promise.all([answered?.then(() => receiver?.idle()), started?.stop()])
    if (!(await endsWithin(closeTimeout, drained))) {
      log.warn({ closeTimeout }, 'Handlers are still running; aborting their signals')
      shutdown.abort(new DOMException('The process shuts down.', 'AbortError'))
      await endsWithin(abortGrace, drained)
    }
    await release()
    log.info(server === undefined ? {} : { url: server.url }, 'Closed')
  }

  async function release(): Promise<void> {
    await server?.cut()
    await operations?.close()
    await endsWithin(abortGrace, Promise.resolve(transports?.close()))
    await stores?.close()
    stopLogging()
    stopWatching()
  }
}

/** The connections of all clients, apart for servers whose certificates are checked in their own way. */
class Transports {
  readonly #made = new Map<string, ReturnType<typeof undiciTransport>>()
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** @throws {ConfigurationError} if the file with certificates can't be used. */
  of({ certBundle, insecure = false }: CertificateOptions): Transport {
    const key = insecure ? 'insecure' : `${certBundle}`
    const made =
      this.#made.get(key) ?? undiciTransport({ environment: this.#environment, ...checkedBy({ certBundle, insecure }) })
    this.#made.set(key, made)
    return made
  }

  async close(): Promise<void> {
    await Promise.all([...this.#made.values()].map((transport) => transport.close()))
  }
}

const mostLimiters = 20_000

/** One limiter for each account. */
function limiters(clock: Clock, signal: AbortSignal): (account: { site: string; email: string }) => RateLimiter {
  const known = new Map<string, RateLimiter>()
  return ({ site, email }) => {
    const account = `${site.replace(/\/+$/, '')} ${email}`.toLowerCase()
    const limiter = known.get(account) ?? rateLimiter({ clock, signal })
    known.delete(account)
    known.set(account, limiter)
    // Organisations come and go, so the oldest limiter is dropped. Its account learns the limit again from the server's
    // next response.
    const [oldest] = known.size > mostLimiters ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
    return limiter
  }
}

/** Warns of what the bots would lose when the process ends, since nobody chose a storage. Returns whether it is anything. */
function warnOfLoss(bots: readonly BotBinding[], log: Log): boolean {
  const keeping = bots.map(({ bot, credentials }) => ({
    bot: credentials.email,
    keeps: bot.declared ? keptBy(bot.declared) : [],
  }))
  const losing = keeping.filter(({ keeps }) => keeps.length > 0)
  if (losing.length === 0) return false
  log.warn({ bots: losing.map(({ bot }) => bot) }, keptInMemory([...new Set(losing.flatMap((one) => one.keeps))]))
  return true
}

const keptInMemory = (what: readonly string[]) =>
  `Kept in memory, so lost when this process ends: ${what.join(', ')}. To keep it, set EARSHOT_STORAGE=sqlite:bot.db, --storage or the option \`storage\`; to drop this warning, set it to \`memory\``

/** A storage in memory that warns of the first question that it keeps, which no declaration shows. */
function questionsInMemory(clock: Clock, log: Log): Storage {
  const memory = memoryStorage({ clock })
  let isWarned = false
  const set: Storage['set'] = (key, ...more) => {
    if (!isWarned && key.startsWith(anyConversation)) {
      isWarned = true
      log.warn({}, keptInMemory(['open questions']))
    }
    return memory.set(key, ...more)
  }
  return Object.create(memory, { set: { value: set } })
}

/** Milliseconds for which idle connections may still send a request. */
const connectionGrace = 500

/** Milliseconds that an aborted handler has to reply or to return its delivery to the queue. */
const abortGrace = 1_000

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
