import {
  type Attributes,
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { CallWatch, ObservedCall } from '../client/index.js'

export interface CallTracing {
  readonly propagate: boolean
  /** The parent if no span is active. */
  readonly within?: Context
}

/** Creates a client span for each time a call is sent. */
export function watchCall(tracer: Tracer, call: ObservedCall, { propagate, within }: CallTracing): CallWatch {
  const active = context.active()
  const parent = trace.getSpan(active) === undefined && within !== undefined ? within : active
  const { name, attributes } = described(call)
  let span: Span | undefined

  const end = (code: string, status: number | undefined) => {
    if (status !== undefined) span?.setAttribute('http.response.status_code', status)
    if (span !== undefined && code !== 'ok') failed(span, code)
    span?.end()
    span = undefined
  }
  return {
    sending(attempt) {
      const again = attempt > 1 ? { 'http.request.resend_count': attempt - 1 } : {}
      span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: { ...attributes, ...again } }, parent)
      if (!propagate) return undefined
      const headers: Record<string, string> = {}
      propagation.inject(trace.setSpan(parent, span), headers)
      return headers
    },
    repeating: ({ code, status }) => end(code, status),
    ended: ({ code, status }) => end(code, status),
  }
}

/** URLs are recorded as templates, since the values filled in may be personal data. */
function described({ endpoint, method, origin, template }: ObservedCall): { name: string; attributes: Attributes } {
  const { hostname, port, protocol } = new URL(origin)
  const attributes = {
    'earshot.endpoint': template === undefined ? 'undeclared' : endpoint,
    'http.request.method': method,
    'server.address': hostname,
    'server.port': port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    'url.full': origin + (template ?? '/'),
    ...(template === undefined ? {} : { 'url.template': template }),
  }
  return { name: template === undefined ? method : `${method} ${template}`, attributes }
}

/** Marks a span as failed. The error's message stays in the log, where secrets are masked. */
export function failed(span: Span, errorType: string): void {
  span.setAttribute('error.type', errorType)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
