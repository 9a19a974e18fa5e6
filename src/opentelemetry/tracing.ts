import { ProxyTracerProvider, type TracerProvider, trace } from '@opentelemetry/api'
import type { Observer } from '../bot/index.js'
import { watchCall } from './calls.js'
import { watchDelivery, watchJob } from './deliveries.js'
import type { TraceOptions } from './options.js'
import { watchRequest } from './requests.js'

export interface TracingOptions extends TraceOptions {
  /** What makes the spans; the one that the process has registered unless given. */
  readonly tracerProvider?: TracerProvider
}

/**
 * Makes spans of a bot's work: of each request, of the delivery that it brings, of its way through a queue, and of each
 * call of the chat server. They have the names of OpenTelemetry's semantic conventions, and nothing that people wrote.
 *
 * An SDK has to be there for anything to come of it; with the queue between them, receiver and worker share a trace.
 *
 * @example `createReceiver({ bots, observer: tracing() })`
 */
export function tracing({ tracerProvider, adopt = true, propagate = false }: TracingOptions = {}): Observer {
  const tracer = (tracerProvider ?? trace.getTracerProvider()).getTracer('earshot')
  return {
    request: (request) => watchRequest(tracer, request, adopt),
    delivery: (delivery) => watchDelivery(tracer, delivery, propagate),
    job: (job) => watchJob(tracer, job, propagate),
    call: (call) => watchCall(tracer, call, { propagate }),
  }
}

/** The same where an SDK has been registered; undefined where spans would go nowhere. */
export function registeredTracing(options: TraceOptions = {}): Observer | undefined {
  return isRegistered(trace.getTracerProvider()) ? tracing(options) : undefined
}

/** The API gives a provider in any case, and behind it one that does nothing until somebody registers another. */
function isRegistered(provider: TracerProvider): boolean {
  if (!('getDelegate' in provider) || typeof provider.getDelegate !== 'function') return true
  const delegate: unknown = provider.getDelegate()
  const nothing: object = new ProxyTracerProvider().getDelegate()
  // Another copy of the API has a provider of its own that does nothing, of the same name.
  return delegate !== nothing && Object(delegate).constructor?.name !== nothing.constructor.name
}
