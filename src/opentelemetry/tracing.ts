import {
  context,
  ProxyTracerProvider,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  type Tracer,
  type TracerProvider,
  trace,
} from '@opentelemetry/api'
import type { ObservedRequest, Observer, RequestWatch } from '../bot/index.js'
import { checkOptions, type OptionNames } from '../text/index.js'
import { failed, watchCall } from './calls.js'
import { watchDelivery, watchJob } from './deliveries.js'

export interface TracingOptions extends TraceOptions {
  /** Creates the spans. (default: the registered provider) */
  readonly tracerProvider?: TracerProvider
}

const traceOptions: OptionNames<TraceOptions> = { adopt: true, propagate: true }

/**
 * Creates spans for a bot's work: each request, its delivery, the way through a queue, and each call to the chat server. Their
 * names follow OpenTelemetry's semantic conventions, and they contain nothing that users wrote.
 *
 * Without an SDK, spans go nowhere. A receiver and a worker that share a queue also share traces.
 *
 * @throws {UnknownOptionError} for an unknown option.
 * @example `createReceiver({ bots, observer: tracing() })`
 */
export function tracing(options: TracingOptions = {}): Observer {
  checkOptions('tracing', options, { ...traceOptions, tracerProvider: true })
  const { tracerProvider, adopt = true, propagate = false } = options
  const tracer = (tracerProvider ?? trace.getTracerProvider()).getTracer('earshot')
  return {
    request: (request) => watchRequest(tracer, request, adopt),
    delivery: (delivery) => watchDelivery(tracer, delivery, propagate),
    job: (job) => watchJob(tracer, job, propagate),
    call: (call) => watchCall(tracer, call, { propagate }),
  }
}

/**
 * Like `tracing`, but undefined if no SDK is registered, since spans would go nowhere.
 *
 * @throws {UnknownOptionError} for an unknown option.
 * @example createReceiver({ bots, observer: registeredTracing() })
 */
export function registeredTracing(options: TraceOptions = {}): Observer | undefined {
  checkOptions('registeredTracing', options, traceOptions)
  return isRegistered(trace.getTracerProvider()) ? tracing(options) : undefined
}

/** The API always has a provider, which delegates to a no-op provider until an SDK registers one. */
function isRegistered(provider: TracerProvider): boolean {
  if (!('getDelegate' in provider) || typeof provider.getDelegate !== 'function') return true
  const delegate: unknown = provider.getDelegate()
  const nothing: object = new ProxyTracerProvider().getDelegate()
  // Another copy of the API has its own no-op provider, with the same name.
  return delegate !== nothing && Object(delegate).constructor?.name !== nothing.constructor.name
}

/** A server span, with the request's route but not its path, which may be secret. */
function watchRequest(tracer: Tracer, request: ObservedRequest, adopt: boolean): RequestWatch {
  const { route, scheme } = request
  const method = known.has(request.method) ? request.method : '_OTHER'
  const name = method === '_OTHER' ? 'HTTP' : method
  const before = adopt ? propagation.extract(ROOT_CONTEXT, request, headers) : ROOT_CONTEXT
  const attributes = { 'http.request.method': method, 'url.scheme': scheme, ...(route && { 'http.route': route }) }
  const span = tracer.startSpan(route ? `${name} ${route}` : name, { kind: SpanKind.SERVER, attributes }, before)
  return {
    run: (work) => context.with(trace.setSpan(before, span), work),
    ended({ status, code }) {
      if (status !== undefined) span.setAttribute('http.response.status_code', status)
      if (code !== undefined) span.setAttribute('earshot.refusal.code', code)
      // A rejected request is its sender's failure, not ours.
      if (status === undefined || status >= 500) failed(span, code ?? String(status))
      span.end()
    },
  }
}

const known: ReadonlySet<string> = new Set('GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT TRACE'.split(' '))

const headers = {
  keys: () => [],
  get: (request: ObservedRequest, name: string) => request.header(name),
}

/** How traces continue between the server and the bot. */
export interface TraceOptions {
  /** Whether spans continue the trace of a request's `traceparent`. (default: true) */
  readonly adopt?: boolean
  /** Whether calls to the chat server carry a `traceparent`, which its operators could then see. (default: false) */
  readonly propagate?: boolean
}
