import type { Context } from 'hono'
import { Hono } from 'hono/tiny'
import { combinedObserver, errorFields, type Log, type Observer, type Queue } from '../../bot/index.js'
import { type Clock, inTime } from '../../clock.js'
import type { TraceOptions } from '../../opentelemetry/tracing.js'
import type { Storage } from '../../storage/index.js'
import { listen } from '../listen.js'
import { createRegistry, metricsContentType, processMetrics, queueMetrics, workMetrics } from './metrics.js'

/** Metrics and traces of a process. */
export interface ObserveOptions {
  /** Whether `GET /metrics` serves Prometheus metrics. (default: true) */
  readonly metrics?: boolean
  /** A separate port for metrics, health and readiness; 0 takes a free one. (default: the port for notifications) */
  readonly metricsPort?: number
  /**
   * How traces are made, where an SDK of OpenTelemetry has been registered before; `false` for not at all. Without a word
   * a request's `traceparent` is gone on with, and no call of the chat server carries one.
   */
  readonly traces?: false | TraceOptions
  /** Another observer. */
  readonly observer?: Observer
}

export interface RunningOperations {
  readonly observer: Observer | undefined
  /** The local URL of the metrics if they have their own port. */
  readonly metricsUrl: string | undefined
  addTo(app: Hono): void
  close(): Promise<void>
}

export async function startOperations(
  { metrics = true, metricsPort, traces = {}, observer }: ObserveOptions,
  options: ReadinessOptions & { readonly hostname: string },
): Promise<RunningOperations> {
  const { queue, clock, log, hostname } = options
  const registry = createRegistry()
  const counting = workMetrics(registry)
  const noteQueue = queue && queueMetrics(registry, () => clock.now())
  processMetrics(registry)
  const readiness = createReadiness(options)
  const tracing = traces === false ? undefined : await tracingOf(traces)
  const hasOwnPort = metrics && metricsPort !== undefined
  const listening = hasOwnPort
    ? await listen(withOperations(new Hono(), true).fetch, hostname, metricsPort, options)
    : undefined
  let writing: Promise<string> | undefined
  return {
    observer: combinedObserver([tracing, metrics ? counting : undefined, observer], log),
    metricsUrl: listening?.url,
    addTo: (app) => void withOperations(app, metrics && !hasOwnPort),
    close: async () => listening?.cut(),
  }

  function withOperations(app: Hono, withMetrics: boolean): Hono {
    const add = (path: string, answer: (c: Context) => Promise<Response> | Response) =>
      app.get(path, answer).all(path, (c) => c.json({ error: 'Ask by GET.' }, 405, { allow: 'GET, HEAD' }))
    add('/healthz', (c) => c.json({ status: 'ok' }))
    add('/readyz', async (c) => {
      const found = await readiness()
      return c.json(found, found.status === 'ready' ? 200 : 503, neverKept)
    })
    if (!withMetrics) return app
    return add('/metrics', async (c) => {
      // However many ask at once, the queue is asked once.
      writing ??= text().finally(() => {
        writing = undefined
      })
      return c.body(await writing, 200, { ...neverKept, 'content-type': metricsContentType })
    })
  }

  async function text(): Promise<string> {
    // That it does not answer is a metric of its own, and readiness says it in the log.
    const asked = queue && inTime(clock, metricsPatience, queue.status(), () => undefined, { background: true })
    noteQueue?.(await asked?.catch(() => undefined))
    return registry.text()
  }
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
  readonly clock: Clock
  readonly log: Log
}

/** Milliseconds that a store has to answer. */
const storePatience = 2_000

/** Milliseconds for which an answer of the stores holds, since asking them means writing to the disk. */
const lookEvery = 1_000

export function createReadiness({ storage, queue, receives, isDraining, clock, log }: ReadinessOptions) {
  let looking: Promise<[string, string][]> | undefined
  return async (): Promise<Readiness> => {
    looking ??= lookAtStores().finally(() => clock.later(lookEvery, forget, { background: true }))
    const checks = [['process', isDraining() ? 'is shutting down' : ok], ...(await looking)]
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

  /** What is wrong stands in the log, as it may name places that are nobody's business who asks. */
  async function asked(name: string, question: () => Promise<string>): Promise<[string, string]> {
    const late = () => `did not answer within ${storePatience} ms`
    try {
      return [name, await inTime(clock, storePatience, question(), late, { background: true })]
    } catch (error) {
      log.warn({ check: name, ...errorFields(error) }, "Not ready: a store can't be read or written")
      return [name, "can't be read or written; the log has the reason"]
    }
  }
}

const ok = 'ok'

/** As much as a session. Nothing stays there. */
const [trialKey, trialValue] = ['earshot readiness', 'x'.repeat(4_000)]
