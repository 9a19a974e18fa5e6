import { context, propagation, ROOT_CONTEXT, SpanKind, type Tracer, trace } from '@opentelemetry/api'
import type { ObservedRequest, RequestWatch } from '../bot/index.js'
import { failed } from './spanEnd.js'

/** A span of a server. The path of a request is not in it, as it may be a secret; the route is. */
export function watchRequest(tracer: Tracer, request: ObservedRequest, adopt: boolean): RequestWatch {
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
      // A request that is refused is its sender's failure, and no failure of ours.
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
