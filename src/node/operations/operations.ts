import type { Context } from 'hono'
import { Hono } from 'hono/tiny'
import { Registry } from 'prom-client'
import { combinedObserver, errorFields, type Log, type Observer, type Queue } from '../../bot/index.js'
import { type Clock, inTime } from '../../clock.js'
import type { TraceOptions } from '../../opentelemetry/tracing.js'
import type { Storage } from '../../storage/index.js'
import { errorMessage } from '../../values.js'
import { serveHttp } from '../http/serveHttp.js'
import { type NotedHandler, processMetrics, queueMetrics, workMetrics } from './metrics.js'

/** Metrics and traces of a process. */
export interface ObserveOptions {
  /** Whether `GET /metrics` serves Prometheus metrics. (default: true) */
  readonly metrics?: boolean
  /** A separate port for metrics, health and readiness; 0 takes a free one. (default: the port for notifications) */
  readonly metricsPort?: number
  /**
   * How to trace if an OpenTelemetry SDK is registered, or `false` for no traces. By default a request's `traceparent` is
   * adopted, and calls to the chat server carry none.
   */
  readonly traces?: false | TraceOptions
  /** Another observer. */
  readonly observer?: Observer
}

export interface RunningOperations {
  readonly observer: Observer | undefined
  /** The handlers that run, or ran last. */
  handlers(): NotedHandler[]
  /** The local URL of the metrics if they have their own port. */
  readonly metricsUrl: string | undefined
  /** The receiver with readiness and metrics; without a receiver, an app of these and `/healthz`. */
  addTo(receiver: Hono | undefined): Hono
  close(): Promise<void>
}

export async function startOperations(
  { metrics = true, metricsPort, traces = {}, observer }: ObserveOptions,
  options: ReadinessOptions & { readonly hostname: string },
): Promise<RunningOperations> {
  const { queue, clock, log, hostname } = options
  const registry = new Registry()
  const { observer: counting, handlers } = workMetrics(registry)
  const noteQueue = queue && queueMetrics(registry, () => clock.now())
  processMetrics(registry)
  const readiness = createReadiness(options)
  const tracing = traces === false ? undefined : await tracingOf(traces)
  const hasOwnPort = metrics && metricsPort !== undefined
  const listening = hasOwnPort
    ? await serveHttp(withOperations(healthApp(), true).fetch, hostname, metricsPort, options)
    : undefined
  let writing: Promise<string> | undefined
  return {
    observer: combinedObserver([tracing, counting, observer], log),
    handlers,
    metricsUrl: listening?.url,
    addTo: (receiver = healthApp()) => withOperations(receiver, metrics && !hasOwnPort),
    close: async () => listening?.cut(),
  }

  function withOperations(app: Hono, withMetrics: boolean): Hono {
    add(app, '/readyz', async (c) => {
      const found = await readiness()
      return c.json(found, found.status === 'ready' ? 200 : 503, neverKept)
    })
    if (!withMetrics) return app
    return add(app, '/metrics', async (c) => {
      // However many requests arrive at once, the queue is asked once.
      writing ??= text().finally(() => {
        writing = undefined
      })
      return c.body(await writing, 200, { ...neverKept, 'content-type': registry.contentType })
    })
  }

  async function text(): Promise<string> {
    // If it doesn't answer, `earshot_queue_up` is 0, and readiness logs why.
    const asked = queue && inTime(clock, metricsPatience, queue.status(), () => undefined, { background: true })
    noteQueue?.(await asked?.catch(() => undefined))
    return registry.metrics()
  }
}

/** An app for a port that receives no deliveries; a receiver has its own `/healthz`. */
function healthApp(): Hono {
  return add(new Hono(), '/healthz', (c) => c.json({ status: 'ok' }))
}

function add(app: Hono, path: string, answer: (c: Context) => Promise<Response> | Response): Hono {
  return app.get(path, answer).all(path, (c) => c.json({ error: 'Use GET.' }, 405, { allow: 'GET, HEAD' }))
}

const neverKept = { 'cache-control': 'no-store' }

/** Milliseconds; Prometheus itself gives up after ten seconds. */
const metricsPatience = 5_000

/** Without OpenTelemetry's API no SDK can be registered. */
async function tracingOf(options: TraceOptions): Promise<Observer | undefined> {
  try {
    const { registeredTracing } = await import('../../opentelemetry/index.js')
    return registeredTracing(options)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

interface Readiness {
  readonly status: 'ready' | 'not ready'
  /** `ok`, or what is wrong, in words. */
  readonly checks: Readonly<Record<string, string>>
}

interface ReadinessOptions {
  readonly storage: Storage | undefined
  readonly queue: Queue | undefined
  /** Whether it puts deliveries into the queue, and so needs room there. */
  readonly receives: boolean
  readonly isDraining: () => boolean
  /** Why it doesn't listen to an event queue; undefined if it does. Only of processes that should. */
  readonly whyNotListening?: (() => string | undefined) | undefined
  readonly clock: Clock
  readonly log: Log
}

/** Milliseconds that a store has to answer. */
const storePatience = 2_000

/** Milliseconds for which a check is reused, since each one writes to disk. */
const lookEvery = 1_000

export function createReadiness(options: ReadinessOptions) {
  const { storage, queue, receives, isDraining, whyNotListening, clock, log } = options
  let looking: Promise<[string, string][]> | undefined
  /** Why each store failed when it was last looked at: a reason is logged once. */
  const reasons = new Map<string, string>()
  return async (): Promise<Readiness> => {
    looking ??= lookAtStores().finally(() => clock.later(lookEvery, forget, { background: true }))
    const checks = [
      ['process', isDraining() ? 'is shutting down' : ok],
      ...(whyNotListening ? [['listener', whyNotListening() ?? ok]] : []),
      ...(await looking),
    ]
    const status = checks.every(([, said]) => said === ok) ? 'ready' : 'not ready'
    return { status, checks: Object.fromEntries(checks) }
  }

  function forget(): void {
    looking = undefined
  }

  function lookAtStores(): Promise<[string, string][]> {
    return Promise.all([
      ...(storage ? [asked('storage', () => stateOfStorage(storage))] : []),
      ...(queue ? [asked('queue', () => stateOf(queue))] : []),
    ])
  }

  async function stateOfStorage(storage: Storage): Promise<string> {
    await storage.set(trialKey, trialValue, { expiresIn: 60_000 })
    await storage.delete(trialKey)
    return ok
  }

  async function stateOf(queue: Queue): Promise<string> {
    await queue.checkWritable?.()
    const { waiting, working, capacity } = await queue.status()
    return receives && waiting + working >= capacity ? `is full: ${capacity} deliveries are in it` : ok
  }

  /** The reason goes only into the log, since it may name hosts. */
  async function asked(name: string, question: () => Promise<string>): Promise<[string, string]> {
    const late = () => `did not answer within ${storePatience} ms`
    try {
      const state = await inTime(clock, storePatience, question(), late, { background: true })
      reasons.delete(name)
      return [name, state]
    } catch (error) {
      const reason = errorMessage(error)
      if (reasons.get(name) !== reason)
        log.warn({ check: name, ...errorFields(error) }, "Not ready: a store can't be read or written")
      reasons.set(name, reason)
      return [name, "can't be read or written; the log has the reason"]
    }
  }
}

const ok = 'ok'

/** About the size of a session. It is deleted at once. */
const [trialKey, trialValue] = ['earshot readiness', 'x'.repeat(4_000)]
