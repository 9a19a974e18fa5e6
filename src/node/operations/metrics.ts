import { performance } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'
import type {
  DeliveryEnd,
  ObservedDelivery,
  ObservedJobEnd,
  ObservedRoute,
  Observer,
  QueueStatus,
  RequestWatch,
} from '../../bot/index.js'
import { errors } from '../../protocol/errors/errors.js'
import { endpoints, triggers } from '../../protocol/index.js'
import { Durations, Series, Tally } from './series.js'

/** A handler that runs, or has just run. */
export interface NotedHandler {
  readonly handler: string
  readonly delivery: string
  /** Milliseconds since it ended. */
  readonly ended?: number
}

/** Observes work, and notes which handlers caused what runs now: the last few that began and that ended, the newest last. */
export function workMetrics(registry: Registry): { readonly observer: Observer; handlers(): NotedHandler[] } {
  const counts = (type: 'counter' | 'gauge', name: string, help: string, labelNames: string[]) =>
    new Series(registry, { name: `earshot_${name}`, help, type, labelNames }, () => new Tally())
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    counts('counter', `${name}_total`, help, labelNames)
  const time = (name: string, help: string, buckets: number[], ...labelNames: string[]) => {
    const description = { name: `earshot_${name}_seconds`, help, type: 'histogram', labelNames } as const
    return new Series(registry, description, () => new Durations(buckets))
  }

  const requests = counter('requests', 'Requests to the webhook, by HTTP status.', 'status')
  const untilAnswered = 'Time until a request was answered. The chat server waits for ten seconds.'
  const requestTime = time('request_duration', untilAnswered, answerBuckets)
  const refusals = counter('refusals', 'Rejected requests, by reason.', 'code')
  const deliveries = counter('deliveries', 'Accepted deliveries, by outcome.', 'bot', 'trigger', 'outcome')
  const untilHandled = 'Time from the request until the delivery was handled or queued.'
  const deliveryTime = time('delivery_duration', untilHandled, workBuckets, 'bot')
  const jobs = counter('jobs', 'Attempts to handle a queued delivery, by outcome.', 'bot', 'trigger', 'outcome')
  const jobTime = time('job_duration', 'Time that an attempt took.', workBuckets, 'bot')
  const untilTaken = 'Time from the request until the first attempt.'
  const waits = time('job_wait', untilTaken, workBuckets, 'bot')
  const crashes = counter('job_crashes', 'Attempts after a process died with the delivery.', 'bot')
  const failures = counter('handler_failures', 'Errors thrown by handlers.', 'bot')
  const calls = counter('client_calls', 'API calls, by result.', 'endpoint', 'code')
  const untilCalled = 'Time that an API call took, retries included.'
  const callTime = time('client_call_duration', untilCalled, answerBuckets, 'endpoint')
  const repeats = counter('client_repeats', 'Retries of API calls, by reason.', 'endpoint', 'code')
  const running = counts('gauge', 'handlers', 'Deliveries being handled now.', ['bot'])
  const botLabel = boundedLabel(mostBots)

  const requestWatch: RequestWatch = {
    ended({ status, code, duration }) {
      requests.of(status ?? 'none').count += 1
      if (code !== undefined) refusals.of(code).count += 1
      requestTime.of().add(duration)
    },
  }

  const underWay = new Set<Handling>()
  const past: Handling[] = []

  class Handling {
    readonly bot: string
    readonly trigger: string
    readonly delivery: string
    handler: string | undefined
    endedAt = 0

    constructor({ id, bot, trigger }: ObservedDelivery) {
      this.delivery = id
      this.bot = botLabel(bot)
      this.trigger = knownTriggers.has(trigger) ? trigger : 'other'
      running.of(this.bot).count += 1
    }

    routed({ name = 'no handler, only middleware' }: ObservedRoute): void {
      this.handler = name
      underWay.add(this)
    }

    leave(): void {
      running.of(this.bot).count -= 1
      if (!underWay.delete(this)) return
      this.endedAt = performance.now()
      past.push(this)
      if (past.length > mostNoted) past.shift()
    }

    failed(): void {
      failures.of(this.bot).count += 1
    }
  }

  class HandlingDelivery extends Handling {
    ended({ outcome, duration }: DeliveryEnd): void {
      this.leave()
      deliveries.of(this.bot, this.trigger, outcome).count += 1
      deliveryTime.of(this.bot).add(duration)
    }
  }

  class HandlingJob extends Handling {
    ended({ outcome, duration }: ObservedJobEnd): void {
      this.leave()
      jobs.of(this.bot, this.trigger, outcome.replaceAll(' ', '_')).count += 1
      jobTime.of(this.bot).add(duration)
    }
  }

  const observer: Observer = {
    request: () => requestWatch,
    delivery: (delivery) => new HandlingDelivery(delivery),
    job(job) {
      const handling = new HandlingJob(job)
      if (job.crashes > 0) crashes.of(handling.bot).count += 1
      if (job.attempt === 1 && job.crashes === 0) waits.of(handling.bot).add(job.waited)
      return handling
    },
    call({ endpoint: name }) {
      const endpoint = declared.has(name) ? name : 'undeclared'
      return {
        repeating({ code }) {
          repeats.of(endpoint, codeLabel(code)).count += 1
        },
        ended({ code, duration }) {
          calls.of(endpoint, codeLabel(code)).count += 1
          callTime.of(endpoint).add(duration)
        },
      }
    },
  }
  const handlers = () => {
    const noted = [...past, ...[...underWay].slice(-mostNoted)]
    return noted.map(({ handler = '', delivery, endedAt }) => ({
      handler,
      delivery,
      ...(endedAt > 0 && { ended: Math.round(performance.now() - endedAt) }),
    }))
  }
  return { observer, handlers }
}

const mostNoted = 4

/** The server gives up after ten seconds, so most of what matters is below that. */
const answerBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8, 10, 30]
const workBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200]

/** Maximum number of bots with their own metrics, each up to a hundred lines. */
const mostBots = 1_000

/** Keeps the first `most` values; the rest become `other`. */
function boundedLabel(most: number): (value: string) => string {
  const known = new Set<string>()
  return (value) => {
    if (known.size < most) known.add(value)
    return known.has(value) ? value : 'other'
  }
}

const knownTriggers: ReadonlySet<string> = new Set(Object.values(triggers))

const declared: ReadonlySet<string> = new Set(endpoints.map(({ name }) => name))

/** Codes of the client itself. */
const ownCodes = ['ok', 'aborted', 'network', 'timeout', 'redirect', 'malformed_answer', 'unsupported_by_server']
const knownCodes: ReadonlySet<string> = new Set([
  ...ownCodes,
  ...Object.values(errors).flatMap((row) => ('code' in row && row.code !== undefined ? [row.code] : [])),
])

/** A server may send any code. */
const codeLabel = (code: string) => (knownCodes.has(code) || /^HTTP_\d{3}$/.test(code) ? code : 'other')

/** Metrics of a queue, from the status last noted. If there is none, only `earshot_queue_up`. */
export function queueMetrics(registry: Registry, now: () => number): (status: QueueStatus | undefined) => void {
  let last: QueueStatus | undefined
  const gauge = (name: string, help: string, value: (status: QueueStatus) => number) =>
    gaugeIn(registry, `earshot_queue_${name}`, help, () => last && value(last))
  gaugeIn(registry, 'earshot_queue_up', 'Whether the queue answers: 1 or 0.', () => (last === undefined ? 0 : 1))
  gauge('waiting', 'Deliveries waiting to be handled.', ({ waiting }) => waiting)
  gauge('working', 'Deliveries taken by a worker.', ({ working }) => working)
  gauge('dead', 'Dead letters.', ({ dead }) => dead)
  gauge('capacity', 'How many deliveries the queue may hold.', ({ capacity }) => capacity)
  const oldestAge = 'Age of the oldest unfinished delivery; 0 if there is none.'
  gauge('oldest_age_seconds', oldestAge, ({ oldest = now() }) => Math.max(0, now() - oldest) / 1_000)
  return (status) => {
    last = status
  }
}

/**
 * Metrics of the process, with the names that prom-client uses. Its own `collectDefaultMetrics` would leave observers
 * of the event loop and the garbage collector behind after `close`.
 */
export function processMetrics(registry: Registry): void {
  const gauge = (name: string, help: string, read: () => number) => gaugeIn(registry, name, help, read)
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'CPU time of the process.',
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
  gauge('process_resident_memory_bytes', 'Resident memory of the process.', () => process.memoryUsage.rss())
  const started = Math.round(performance.timeOrigin) / 1_000
  gauge('process_start_time_seconds', 'When the process started, in UNIX seconds.', () => started)
  gauge('nodejs_heap_size_used_bytes', 'Used JavaScript heap.', () => process.memoryUsage().heapUsed)
  let before = performance.eventLoopUtilization()
  gauge('nodejs_eventloop_utilization', 'How busy the event loop was since the last scrape, from 0 to 1.', () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return Number.isFinite(utilization) ? utilization : 0
  })
  const version = new Gauge({
    name: 'nodejs_version_info',
    help: 'Version of Node.',
    labelNames: ['version'],
    registers: [registry],
  })
  version.set({ version: process.version }, 1)
}

/** A gauge that is read at each scrape; undefined for no value. */
function gaugeIn(registry: Registry, name: string, help: string, read: () => number | undefined): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      const value = read()
      if (value === undefined) this.remove()
      else this.set(value)
    },
  })
}
