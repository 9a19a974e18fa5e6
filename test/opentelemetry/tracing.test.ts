import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { registeredTracing, tracing } from 'earshot/opentelemetry'
import type { Queue } from 'earshot/queue'
import { createWorker, memoryQueue, type QueueEntry, type WorkerOptions } from 'earshot/queue'
import type { Delivery } from 'earshot/receiver'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chatServer, type KitOptions, kit, manualClock, recordingLog } from '../receiver/kit.js'
import { echoBot, echoToken, mention } from '../receiver/notifications.js'

const exporter = new InMemorySpanExporter()
const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })

beforeEach(() => {
  trace.setGlobalTracerProvider(tracerProvider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
})

afterEach(() => {
  exporter.reset()
  trace.disable()
  context.disable()
  propagation.disable()
})

const spans = () => exporter.getFinishedSpans()
const span = (name: string): ReadableSpan => {
  const found = spans().filter((one) => one.name === name)
  expect(found.map((one) => one.name)).toEqual([name])
  return found[0] as ReadableSpan
}
const parentOf = (child: ReadableSpan) =>
  spans().find((one) => one.spanContext().spanId === child.parentSpanContext?.spanId)?.name

const traced = (options: KitOptions = {}, how = {}) => kit({ observer: tracing(how), ...options })
const settings = () => Response.json({ result: 'success', msg: '', svc_feature_level: 496 })
const callers = 'ab'.repeat(16)
const traceparent = `00-${callers}-${'cd'.repeat(8)}-01`

describe('the trace of a delivery', () => {
  it('has spans for the request, the handler and its API calls', async () => {
    const { post, receiver } = traced({
      handle: async ({ reply }) => {
        await reply('one')
        await reply('two')
      },
    })
    await post()
    await receiver.idle()
    const [request, delivery] = [span('POST /'), span('deliver')]
    expect(parentOf(delivery)).toBe('POST /')
    const calls = spans().filter(({ kind }) => kind === SpanKind.CLIENT)
    expect(calls.map(({ name }) => name)).toEqual(['POST /api/v1/messages', 'POST /api/v1/messages'])
    expect(calls.map(parentOf)).toEqual(['deliver', 'deliver'])
    expect(new Set(spans().map((one) => one.spanContext().traceId)).size).toBe(1)
    expect(request.kind).toBe(SpanKind.SERVER)
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'http.route': '/',
      'url.scheme': 'http',
    })
    expect(delivery.attributes).toEqual({
      'earshot.bot': 'echo-bot@example.com',
      'earshot.delivery': expect.any(String),
      'earshot.message': 201,
      'earshot.outcome': 'sent',
      'earshot.trigger': 'mention',
    })
    expect(calls[0]?.attributes).toEqual({
      'earshot.endpoint': 'messages.send',
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'server.address': 'chat.example.com',
      'server.port': 443,
      'url.full': 'https://chat.example.com/api/v1/messages',
      'url.template': '/api/v1/messages',
    })
  })

  it('has the delivery ID and its own IDs in the log', async () => {
    const { post, lines } = traced()
    await post()
    expect(span('deliver').attributes['earshot.delivery']).toBe(lines.at(-1)?.fields.delivery)
    const { traceId, spanId } = span('deliver').spanContext()
    expect(lines.at(-1)?.fields).toMatchObject({ trace_id: traceId, span_id: spanId })
  })

  it('continues the trace of the request', async () => {
    const { post } = traced()
    await post(mention(), { traceparent })
    expect(span('POST /').parentSpanContext).toMatchObject({
      traceId: callers,
      spanId: 'cd'.repeat(8),
    })
    expect(span('deliver').spanContext().traceId).toBe(callers)
  })

  it('ignores the trace of the request with `adopt: false`', async () => {
    const { post } = traced({}, { adopt: false })
    await post(mention(), { traceparent })
    expect(span('POST /').spanContext().traceId).not.toBe(callers)
  })

  it.each([
    ["isn't passed to the chat server by default", false],
    ['is passed to the chat server with `propagate`', true],
  ])('%s', async (_, propagate) => {
    const headers: Headers[] = []
    const { post } = traced(
      {
        handle: ({ client }) => client.users.me().catch(() => {}),
        fetch: async (url, init) => {
          if (url.endsWith('/server_settings')) return settings()
          headers.push(new Headers(init.headers))
          return Response.json({ result: 'error', msg: 'no' }, { status: 404 })
        },
      },
      { propagate },
    )
    await post()
    const call = span('GET /api/v1/users/me').spanContext()
    expect(headers[0]?.get('traceparent')).toBe(propagate ? `00-${call.traceId}-${call.spanId}-01` : null)
    expect(headers[0]?.get('authorization')).toMatch(/^Basic /)
  })

  it('has a span for each attempt of a call', async () => {
    let calls = 0
    const { post, clock } = traced({
      handle: ({ client }) => client.users.me().catch(() => {}),
      fetch: async (url) => {
        if (url.endsWith('/server_settings')) return settings()
        calls += 1
        return new Response('<html>', { status: 503 })
      },
    })
    const answer = post()
    await clock.advance(5_000)
    await answer
    expect(calls).toBe(3)
    const sent = spans().filter(({ name }) => name === 'GET /api/v1/users/me')
    expect(sent.map(({ attributes }) => attributes['http.request.resend_count'])).toEqual([undefined, 1, 2])
    for (const { attributes, status } of sent) {
      expect(attributes).toMatchObject({ 'http.response.status_code': 503, 'error.type': expect.any(String) })
      expect(status.code).toBe(SpanStatusCode.ERROR)
    }
  })

  it("has the code of a handler's error but not its message", async () => {
    const { post } = traced({
      handle: () => {
        throw Object.assign(new Error(`wrong: ${echoToken}`), { code: 'E_BUNS' })
      },
    })
    await post()
    expect(span('deliver').attributes).toMatchObject({ 'error.type': 'E_BUNS', 'earshot.outcome': 'failed' })
    expect(span('deliver').status).toEqual({ code: SpanStatusCode.ERROR })
    expect(span('POST /').attributes).toMatchObject({
      'http.response.status_code': 500,
      'earshot.refusal.code': 'failed',
    })
    expect(JSON.stringify(spans().map(({ attributes, events, status }) => [attributes, events, status]))).not.toContain(
      echoToken,
    )
  })

  it('marks a refused request without error status and without its path', async () => {
    const { post, receiver } = traced()
    await post('{')
    await receiver.request('/s3cret-path', { method: 'BREW' })
    expect(span('POST /').attributes).toMatchObject({
      'http.response.status_code': 400,
      'earshot.refusal.code': 'invalid_json',
    })
    expect(span('POST /').status.code).toBe(SpanStatusCode.UNSET)
    expect(span('HTTP').attributes).toMatchObject({ 'http.request.method': '_OTHER', 'http.response.status_code': 404 })
    expect(JSON.stringify(spans().map(({ name, attributes }) => [name, attributes]))).not.toContain('s3cret')
  })

  it('connects spans within a delivery without a context manager', async () => {
    context.disable()
    const { post } = traced({ handle: ({ client }) => client.users.me().catch(() => {}) })
    await post()
    expect(parentOf(span('GET /api/v1/users/me'))).toBe('deliver')
  })

  it("uses a user's own span as parent of a call", async () => {
    const tracer = tracerProvider.getTracer('mine')
    const { post } = traced({
      handle: ({ client }) =>
        tracer.startActiveSpan('look it up', async (own) => {
          await client.users.me().catch(() => {})
          own.end()
        }),
    })
    await post()
    expect(parentOf(span('GET /api/v1/users/me'))).toBe('look it up')
    expect(parentOf(span('look it up'))).toBe('deliver')
  })
})

describe('a trace in a queue', () => {
  it('is stored by the receiver with a producer span', async () => {
    const put: QueueEntry[] = []
    const queue: Queue = {
      ...memoryQueue(),
      put: async (entry) => {
        put.push(entry)
        return 'kept'
      },
    }
    const { post } = traced({ queue })
    await post(mention(), { traceparent })
    const sending = span('send deliveries')
    expect(sending.kind).toBe(SpanKind.PRODUCER)
    expect(parentOf(sending)).toBe('deliver')
    expect(put[0]?.trace).toEqual({
      traceparent: `00-${callers}-${sending.spanContext().spanId}-01`,
    })
    expect(sending.attributes).toEqual({
      'messaging.destination.name': 'deliveries',
      'messaging.message.id': put[0]?.id,
      'messaging.operation.name': 'send',
      'messaging.operation.type': 'send',
      'messaging.system': 'earshot',
    })
    expect(span('deliver').attributes['earshot.outcome']).toBe('queued')
  })
})

describe('a trace in a worker', () => {
  const bindings = (handle: (delivery: Delivery) => unknown) => [
    {
      bot: { handle: async (delivery: Delivery) => void (await handle(delivery)) },
      credentials: echoBot,
      tokens: [echoToken],
    },
  ]

  async function workedOn(handle: (delivery: Delivery) => unknown, options: Partial<WorkerOptions> = {}) {
    const clock = manualClock()
    const queue = memoryQueue({ clock })
    const { post } = traced({ queue, clock })
    const { log, lines } = recordingLog()
    const fetch = chatServer([], undefined)
    const worker = createWorker({ bots: bindings(handle), queue, clock, log, fetch, observer: tracing(), ...options })
    await post(mention(), { traceparent })
    const working = worker.start()
    await worker.idle()
    return { lines, clock, worker, stop: () => working.stop() }
  }

  it('continues the trace of the request', async () => {
    const { lines, stop } = await workedOn(({ reply }) => reply('warm'))
    await stop()
    const processing = span('process deliveries')
    expect(processing.kind).toBe(SpanKind.CONSUMER)
    expect(parentOf(processing)).toBe('send deliveries')
    expect(parentOf(span('POST /api/v1/messages'))).toBe('process deliveries')
    expect(new Set(spans().map((one) => one.spanContext().traceId))).toContain(callers)
    expect(processing.attributes).toMatchObject({
      'earshot.attempt': 1,
      'earshot.crashes': 0,
      'earshot.outcome': 'done',
      'earshot.trigger': 'mention',
      'messaging.operation.name': 'process',
    })
    const { traceId, spanId } = processing.spanContext()
    const handled = lines.find(({ message }) => message === 'Handled')?.fields
    expect(handled).toMatchObject({ trace_id: traceId, span_id: spanId, waited: 0, outcome: 'done' })
  })

  it('has a span for each attempt with its failure', async () => {
    const outOfBuns = () => {
      throw Object.assign(new Error('out of buns'), { code: 'E_BUNS', retry: true })
    }
    const { clock, worker, stop } = await workedOn(outOfBuns, { random: () => 1 })
    await clock.advance(1_000)
    await worker.idle()
    await stop()
    const attempts = spans().filter(({ name }) => name === 'process deliveries')
    expect(attempts.map(({ attributes }) => attributes['earshot.attempt'])).toEqual([1, 2])
    expect(attempts[0]?.attributes).toMatchObject({ 'earshot.outcome': 'again', 'error.type': 'E_BUNS' })
    expect(attempts[0]?.status.code).toBe(SpanStatusCode.ERROR)
  })
})

describe('an OpenTelemetry SDK', () => {
  it('is used if it is registered, and nothing is traced otherwise', () => {
    expect(registeredTracing()).toBeDefined()
    trace.disable()
    expect(registeredTracing()).toBeUndefined()
  })

  it('can be given as an option', async () => {
    trace.disable()
    const { post } = traced({}, { tracerProvider })
    await post()
    expect(spans().map(({ name }) => name)).toEqual(['deliver', 'POST /'])
  })
})
