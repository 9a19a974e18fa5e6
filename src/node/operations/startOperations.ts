import type { Context } from 'hono'
import { Hono } from 'hono/tiny'
import { combinedObserver, type Observer } from '../../bot/index.js'
import type { TraceOptions } from '../../opentelemetry/options.js'
import { listen } from '../listen.js'
import { createOperations, type Operations, type OperationsOptions } from './operations.js'

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
  /** Observes the work; undefined if nothing needs it. */
  readonly observer: Observer | undefined
  /** The local URL of the metrics if they have their own port. */
  readonly metricsUrl: string | undefined
  /** Adds `/readyz` and the like to an app. */
  addTo(app: Hono): void
  close(): Promise<void>
}

/** @throws {ListenError} if the metrics port can't be opened. */
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
