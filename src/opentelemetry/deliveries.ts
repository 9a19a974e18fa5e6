import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { DeliveryWatch, JobWatch, ObservedDelivery, ObservedJob } from '../bot/index.js'
import { errorType, failed, watchCall } from './calls.js'

/** A delivery in the receiver, until the bot has handled it or it is in the queue. */
export function watchDelivery(tracer: Tracer, delivery: ObservedDelivery, propagate: boolean): DeliveryWatch {
  const before = context.active()
  const span = tracer.startSpan('deliver', { attributes: factsOf(delivery) }, before)
  const within = trace.setSpan(before, span)
  let sending: Span | undefined
  return {
    ...watchWithin(tracer, span, within, propagate),
    carry() {
      const attributes = messaging(delivery, 'send')
      sending = tracer.startSpan(`send ${destination}`, { kind: SpanKind.PRODUCER, attributes }, within)
      return carriedBy(trace.setSpan(within, sending))
    },
    ended({ outcome }) {
      sending?.end()
      span.setAttribute('earshot.outcome', outcome)
      span.end()
    },
  }
}

/** A delivery in a worker. It continues the trace of the delivery's request. */
export function watchJob(tracer: Tracer, job: ObservedJob, propagate: boolean): JobWatch {
  const before = job.trace === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, job.trace)
  const attributes = {
    ...factsOf(job),
    ...messaging(job, 'process'),
    'earshot.attempt': job.attempt,
    'earshot.crashes': job.crashes,
    'earshot.waited': job.waited,
  }
  const span = tracer.startSpan(`process ${destination}`, { kind: SpanKind.CONSUMER, attributes }, before)
  let hasFailed = false
  return {
    ...watchWithin(tracer, span, trace.setSpan(before, span), propagate),
    failed(error) {
      hasFailed = true
      failed(span, errorType(error))
    },
    ended({ outcome }) {
      span.setAttribute('earshot.outcome', outcome)
      if (!hasFailed && outcome !== 'done' && outcome !== 'given back') failed(span, outcome)
      span.end()
    },
  }
}

function watchWithin(tracer: Tracer, span: Span, within: Context, propagate: boolean) {
  const { traceId, spanId } = span.spanContext()
  return {
    // The field names that log instrumentations use.
    ...(isSpanContextValid(span.spanContext()) && { facts: { trace_id: traceId, span_id: spanId } }),
    run: <Result>(work: () => Result): Result => context.with(within, work),
    call: (call: Parameters<typeof watchCall>[1]) => watchCall(tracer, call, { propagate, within }),
    failed: (error: unknown) => failed(span, errorType(error)),
  } satisfies Partial<DeliveryWatch>
}

/** Queues have no names. */
const destination = 'deliveries'

const messaging = ({ id }: ObservedDelivery, operation: 'send' | 'process'): Attributes => ({
  'messaging.system': 'earshot',
  'messaging.destination.name': destination,
  'messaging.operation.name': operation,
  'messaging.operation.type': operation,
  'messaging.message.id': id,
})

const factsOf = ({ id, bot, trigger, message }: ObservedDelivery): Attributes => ({
  'earshot.delivery': id,
  'earshot.bot': bot,
  'earshot.trigger': trigger,
  'earshot.message': message,
})

function carriedBy(within: Context): Readonly<Record<string, string>> {
  const carrier: Record<string, string> = {}
  propagation.inject(within, carrier)
  return carrier
}
