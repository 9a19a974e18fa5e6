import type { Context } from 'hono'
import { Hono } from 'hono/tiny'
import { combinedObserver, type Observer } from '../../bot/index.js'
import type { TraceOptions } from '../../opentelemetry/options.js'
import { listen } from '../listen.js'
import { createOperations, type Operations, type OperationsOptions } from './operations.js'

/** What is told of a process while it works, and where. */
export interface ObserveOptions {
  /** Whether `GET /metrics` gives metrics, as Prometheus reads them. It does unless told otherwise. */
  readonly metrics?: boolean
  /** Where metrics are given in place of the port that notifications come to, with health and readiness. 0 takes a free one. */
  readonly metricsPort?: number
  /**
   * How traces are made, where an SDK of OpenTelemetry has been registered before; `false` for not at all. Without a word
   * a request's `traceparent` is gone on with, and no call of the chat server carries one.
   */
  readonly traces?: false | TraceOptions
  /** Hears of the work besides. */
  readonly observer?: Observer
}

export interface RunningOperations {
  /** Has to hear of the work; undefined when nobody wants to. */
  readonly observer: Observer | undefined
  /** Where the metrics are when they have a port of their own, as seen from this machine. */
  readonly metricsUrl: string | undefined
  /** Adds `/readyz` and the like to an app. */
  addTo(app: Hono): void
  close(): Promise<void>
}

/** @throws {ListenError} when the port for the metrics can't be had. */
export async function startOperations(
  { metrics = true, metricsPort, traces = {}, observer }: ObserveOptions,
  options: OperationsOptions & { readonly hostname: string },
): Promise<RunningOperations> {
  const operations = createOperations(options)
  const tracing = traces === false ? undefined : await tracingOf(traces)
  const hasOwnPort = metrics && metricsPort !== undefined
  const listening = hasOwnPort
    ? await listen(withOperations(new Hono(), operations, true).fetch, options.hostname, metricsPort, options)
    : undefined
  return {
    observer: combinedObserver([tracing, metrics ? operations.observer : undefined, observer]),
    metricsUrl: listening?.url,
    addTo: (app) => void withOperations(app, operations, metrics && !hasOwnPort),
    close: async () => listening?.cut(),
  }
}

function withOperations(app: Hono, { health, readiness, metrics }: Operations, withMetrics: boolean): Hono {
  const paths = { '/healthz': health, '/readyz': readiness, ...(withMetrics && { '/metrics': metrics }) }
  for (const [path, answer] of Object.entries(paths)) app.get(path, answer).all(path, notAllowed)
  return app
}

const notAllowed = (c: Context) => c.json({ error: 'Ask by GET.' }, 405, { allow: 'GET, HEAD' })

/** Where the API of OpenTelemetry is not installed, nobody can have registered an SDK. */
async function tracingOf(options: TraceOptions): Promise<Observer | undefined> {
  try {
    const { registeredTracing } = await import('../../opentelemetry/index.js')
    return registeredTracing(options)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}
