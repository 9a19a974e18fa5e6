import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import type { DeliveryOutcome, DeliveryWatch, Observer, QueueStatus, RequestWatch } from '../../bot/index.js'
import type { CallWatch, ObservedCall } from '../../client/index.js'
import { errors } from '../../protocol/errors/errors.js'
import { endpoints, triggers } from '../../protocol/index.js'

/** Metrics of one serving, written as Prometheus reads them. Nothing of it is shared between servings of a process. */
interface Registry {
  counter(name: string, help: string, labels: readonly string[]): Counter
  /** @param buckets Upper bounds, in order. */
  histogram(name: string, help: string, labels: readonly string[], buckets: readonly number[]): Histogram
  /** A number that goes up and down, and is asked for when the metrics are. */
  gauge(name: string, help: string, labels: readonly string[], read: Read): void
  /** A number that only grows and that somebody else counts. */
  counted(name: string, help: string, labels: readonly string[], read: Read): void
  text(): string
}

type Values = Readonly<Record<string, string>>
type Read = () => readonly (readonly [Values, number])[]

interface Counter {
  add(values: Values, amount?: number): void
  /** Counts what always has the same values, for which they are looked at once. */
  of(values: Values): { add(amount?: number): void }
}

interface Histogram {
  observe(values: Values, value: number): void
  /** Measures what always has the same values. */
  of(values: Values): { observe(value: number): void }
}

export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8'

export function createRegistry(): Registry {
  const families: (() => string)[] = []
  const add = (name: string, help: string, kind: string, samples: () => readonly string[]) => {
    const explained = help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
    const head = [`# HELP ${name} ${explained}`, `# TYPE ${name} ${kind}`]
    families.push(() => [...head, ...samples(), ''].join('\n'))
  }
  const read = (kind: 'gauge' | 'counter'): Registry['gauge'] => {
    return (name, help, labels, values) =>
      add(name, help, kind, () => values().map(([of, value]) => sample(name, labelText(labels, of), value)))
  }
  return {
    counter(name, help, labels) {
      const totals = oneFor((text: string) => totalOf(name, text))
      const of = (values: Values) => totals.of(labelText(labels, values))
      add(name, help, 'counter', () => totals.all().flatMap((total) => total.lines()))
      return { of, add: (values, amount) => of(values).add(amount) }
    },
    histogram(name, help, labels, buckets) {
      const shapes = oneFor((text: string) => shapeOf(name, text, buckets))
      const of = (values: Values) => shapes.of(labelText(labels, values))
      add(name, help, 'histogram', () => shapes.all().flatMap((shape) => shape.lines()))
      return { of, observe: (values, value) => of(values).observe(value) }
    },
    gauge: read('gauge'),
    counted: read('counter'),
    text: () => families.map((write) => write()).join('\n'),
  }
}

function oneFor<Key, Value>(make: (key: Key) => Value) {
  const known = new Map<Key, Value>()
  return {
    all: () => [...known.values()],
    of(key: Key): Value {
      const value = known.get(key) ?? make(key)
      known.set(key, value)
      return value
    },
  }
}

function totalOf(name: string, labels: string) {
  let sum: number | undefined
  return {
    add(amount = 1) {
      sum = (sum ?? 0) + amount
    },
    /** None of what was never counted. */
    lines: () => (sum === undefined ? [] : [sample(name, labels, sum)]),
  }
}

/** How often something was in which bucket, each counted once. */
function shapeOf(name: string, labels: string, bounds: readonly number[]) {
  const counts = bounds.map(() => 0)
  let sum = 0
  let count = 0
  return {
    observe(value: number) {
      const at = bounds.findIndex((bound) => value <= bound)
      if (at !== -1) counts[at] = (counts[at] ?? 0) + 1
      sum += value
      count += 1
    },
    lines() {
      if (count === 0) return []
      let below = 0
      const bucket = (le: string, value: number) => sample(`${name}_bucket`, withLabel(labels, 'le', le), value)
      const buckets = bounds.map((bound, at) => {
        below += counts[at] ?? 0
        return bucket(number(bound), below)
      })
      return [
        ...buckets,
        bucket('+Inf', count),
        sample(`${name}_sum`, labels, sum),
        sample(`${name}_count`, labels, count),
      ]
    },
  }
}

const sample = (name: string, labels: string, value: number) =>
  `${name}${labels === '' ? '' : `{${labels}}`} ${number(value)}`

/** As it stands between the braces; of the same values the same text, so that it is what samples are known by. */
const labelText = (labels: readonly string[], values: Values) =>
  labels.reduce((text, label) => withLabel(text, label, values[label] ?? ''), '')

function withLabel(text: string, label: string, value: string): string {
  const escaped = value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
  return `${text === '' ? '' : `${text},`}${label}="${escaped}"`
}

const number = (value: number) => String(value).replace('Infinity', value > 0 ? '+Inf' : 'Inf')

export function workMetrics(registry: Registry): Observer {
  const counter = (name: string, help: string, ...labels: string[]) => registry.counter(`earshot_${name}`, help, labels)
  const time = (name: string, help: string, buckets: readonly number[], ...labels: string[]) =>
    registry.histogram(`earshot_${name}_seconds`, help, labels, buckets)

  const requests = counter('requests_total', 'Requests that were to bring a notification.', 'status')
  const waitedFor = 'Time until a request was answered. The chat server waits for ten seconds.'
  const answers = time('request_duration', waitedFor, answerBuckets)
  const refusals = counter('refusals_total', 'Requests that were refused, by the reason.', 'code')
  const work = ['bot', 'trigger', 'outcome']
  const deliveries = counter('deliveries_total', 'Notifications that were accepted, by what became of them.', ...work)
  const dealtWith = 'Time from the request until the bot had dealt with it, or it was in the queue.'
  const deliveryTime = time('delivery_duration', dealtWith, workBuckets, 'bot')
  const jobs = counter('jobs_total', 'Deliveries that were taken out of the queue, by what became of them.', ...work)
  const settled = 'Time from taking a delivery out of the queue until it was settled.'
  const jobTime = time('job_duration', settled, workBuckets, 'bot')
  const taken = 'Time from the request until the delivery was first taken out of the queue.'
  const waits = time('job_wait', taken, workBuckets, 'bot')
  const neverSettled = 'Deliveries that were taken again since whoever had them never settled them.'
  const crashes = counter('job_crashes_total', neverSettled, 'bot')
  const failures = counter('handler_failures_total', 'Errors of handlers.', 'bot')
  const calls = counter('client_calls_total', 'Calls of the chat server, by how they ended.', 'endpoint', 'code')
  const took = 'Time that a call took, with all its repeats.'
  const callTime = time('client_call_duration', took, answerBuckets, 'endpoint')
  const repeats = counter('client_repeats_total', 'Calls that were made again, by the reason.', 'endpoint', 'code')
  const underWay = gaugeByBot(registry, 'earshot_handlers', 'Deliveries that bots are at work on.')

  const answerTime = answers.of({})
  const requestsBy = oneFor((status: number | undefined) =>
    requests.of({ status: status === undefined ? 'none' : String(status) }),
  )
  const requestEnd: RequestWatch = {
    ended({ status, code, duration }) {
      requestsBy.of(status).add()
      if (code !== undefined) refusals.add({ code })
      answerTime.observe(seconds(duration))
    },
  }
  const watches = oneFor((bot: string) =>
    oneFor((trigger: string): DeliveryWatch => {
      const endedBy = oneFor((outcome: DeliveryOutcome) => deliveries.of({ bot, trigger, outcome }))
      const ownTime = deliveryTime.of({ bot })
      return {
        failed: () => failures.add({ bot }),
        ended({ outcome, duration }) {
          underWay.add(bot, -1)
          endedBy.of(outcome).add()
          ownTime.observe(seconds(duration))
        },
      }
    }),
  )

  const botLabel = boundedLabel(mostBots)

  return {
    request: () => requestEnd,
    delivery({ bot: email, trigger }) {
      const bot = botLabel(email)
      underWay.add(bot, 1)
      return watches.of(bot).of(triggerLabel(trigger))
    },
    job({ bot: email, trigger, waited, attempt, crashes: crashed }) {
      const bot = botLabel(email)
      underWay.add(bot, 1)
      if (crashed > 0) crashes.add({ bot })
      if (attempt === 1 && crashed === 0) waits.observe({ bot }, seconds(waited))
      return {
        failed: () => failures.add({ bot }),
        ended({ outcome, duration }) {
          underWay.add(bot, -1)
          jobs.add({ bot, trigger: triggerLabel(trigger), outcome: outcome.replaceAll(' ', '_') })
          jobTime.observe({ bot }, seconds(duration))
        },
      }
    },
    call: ({ endpoint: name }: ObservedCall): CallWatch => {
      const endpoint = declared.has(name) ? name : 'undeclared'
      return {
        repeating: ({ code }) => repeats.add({ endpoint, code: codeLabel(code) }),
        ended({ code, duration }) {
          calls.add({ endpoint, code: codeLabel(code) })
          callTime.observe({ endpoint }, seconds(duration))
        },
      }
    },
  }
}

/** The server gives up after ten seconds, so most of what matters is below that. */
const answerBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8, 10, 30]
const workBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200]

const seconds = (milliseconds: number) => milliseconds / 1_000

function gaugeByBot(registry: Registry, name: string, help: string): { add(bot: string, amount: number): void } {
  const counts = new Map<string, number>()
  registry.gauge(name, help, ['bot'], () => [...counts].map(([bot, count]) => [{ bot }, count] as const))
  return { add: (bot, amount) => void counts.set(bot, (counts.get(bot) ?? 0) + amount) }
}

/** Bots with figures of their own. Each is up to a hundred lines of what Prometheus reads. */
const mostBots = 1_000

/** A value as long as there are not too many different ones, after that `other`. */
function boundedLabel(most: number): (value: string) => string {
  const known = new Set<string>()
  return (value) => {
    if (known.size < most) known.add(value)
    return known.has(value) ? value : 'other'
  }
}

const knownTriggers: ReadonlySet<string> = new Set(Object.values(triggers))
const triggerLabel = (trigger: string) => (knownTriggers.has(trigger) ? trigger : 'other')

const declared: ReadonlySet<string> = new Set(endpoints.map(({ name }) => name))

/** What a client's calls end with besides what servers answer. */
const ownCodes = ['OK', 'ABORTED', 'NETWORK', 'TIMEOUT', 'REDIRECT', 'MALFORMED_ANSWER', 'UNSUPPORTED_BY_SERVER']
const knownCodes: ReadonlySet<string> = new Set([
  ...ownCodes,
  ...Object.values(errors).flatMap((row) => ('code' in row && row.code !== undefined ? [row.code] : [])),
])

/** A server may send any code. */
const codeLabel = (code: string) => (knownCodes.has(code) || /^HTTP_\d{3}$/.test(code) ? code : 'other')

/** The state of a queue, as it was when the metrics were asked for; only `earshot_queue_up` where it did not answer. */
export function queueMetrics(registry: Registry, now: () => number): (status: QueueStatus | undefined) => void {
  let last: QueueStatus | undefined
  const gauge = (name: string, help: string, value: (status: QueueStatus) => number) =>
    registry.gauge(`earshot_queue_${name}`, help, [], () => (last === undefined ? [] : [[{}, value(last)]]))
  const isUp = () => [[{}, last === undefined ? 0 : 1]] as const
  registry.gauge('earshot_queue_up', 'Whether the queue answers: 1 if so, 0 if not.', [], isUp)
  gauge('waiting', 'Deliveries that nobody is at work on.', ({ waiting }) => waiting)
  gauge('working', 'Deliveries that somebody has taken.', ({ working }) => working)
  gauge('dead', 'Dead letters.', ({ dead }) => dead)
  gauge('capacity', 'How many deliveries may wait and be worked on.', ({ capacity }) => capacity)
  gauge(
    'oldest_age_seconds',
    'Age of the oldest delivery that is not settled; 0 of none.',
    ({ oldest = now() }) => Math.max(0, now() - oldest) / 1_000,
  )
  return (status) => {
    last = status
  }
}

/** What Prometheus' own clients tell of a process, under the same names; it is looked at when the metrics are asked for. */
export function processMetrics(registry: Registry): void {
  const gauge = (name: string, help: string, read: () => number) => registry.gauge(name, help, [], () => [[{}, read()]])
  registry.counted('process_cpu_seconds_total', 'Processor time that the process took.', [], () => {
    const { user, system } = process.cpuUsage()
    return [[{}, (user + system) / 1e6]]
  })
  gauge('process_resident_memory_bytes', 'Memory that the process has.', () => process.memoryUsage.rss())
  const began = Math.round(performance.timeOrigin) / 1_000
  gauge('process_start_time_seconds', 'When the process began, in UNIX seconds.', () => began)
  gauge('nodejs_heap_size_used_bytes', 'Memory that JavaScript uses.', () => process.memoryUsage().heapUsed)
  registry.gauge('nodejs_version_info', 'The version of Node.', ['version'], () => [[{ version: process.version }, 1]])
  let before: EventLoopUtilization = performance.eventLoopUtilization()
  const busy = 'How much of the time since the metrics were last asked for the process was busy: 0 to 1.'
  gauge('nodejs_eventloop_utilization', busy, () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return Number.isFinite(utilization) ? utilization : 0
  })
}
