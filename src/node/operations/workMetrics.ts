import type { DeliveryOutcome, DeliveryWatch, Observer, QueueStatus, RequestWatch } from '../../bot/index.js'
import type { CallWatch, ObservedCall } from '../../client/index.js'
import { errors } from '../../protocol/errors/errors.js'
import { endpoints, triggers } from '../../protocol/index.js'
import type { Registry } from './registry.js'

/** Counts and measures what it hears of. Each label has few values, whoever sends what. */
export function workMetrics(registry: Registry): Observer {
  const requests = registry.counter('earshot_requests_total', 'Requests that were to bring a notification.', ['status'])
  const answers = registry.histogram(
    'earshot_request_duration_seconds',
    'Time until a request was answered. The chat server waits for ten seconds.',
    [],
    answerBuckets,
  )
  const refusals = registry.counter('earshot_refusals_total', 'Requests that were refused, by the reason.', ['code'])
  const deliveries = registry.counter(
    'earshot_deliveries_total',
    'Notifications that were accepted, by what became of them.',
    ['bot', 'trigger', 'outcome'],
  )
  const deliveryTime = registry.histogram(
    'earshot_delivery_duration_seconds',
    'Time from the request until the bot had dealt with it, or it was in the queue.',
    ['bot'],
    workBuckets,
  )
  const jobs = registry.counter(
    'earshot_jobs_total',
    'Deliveries that were taken out of the queue, by what became of them.',
    ['bot', 'trigger', 'outcome'],
  )
  const jobTime = registry.histogram(
    'earshot_job_duration_seconds',
    'Time from taking a delivery out of the queue until it was settled.',
    ['bot'],
    workBuckets,
  )
  const waits = registry.histogram(
    'earshot_job_wait_seconds',
    'Time from the request until the delivery was first taken out of the queue.',
    ['bot'],
    workBuckets,
  )
  const crashes = registry.counter(
    'earshot_job_crashes_total',
    'Deliveries that were taken again since whoever had them never settled them.',
    ['bot'],
  )
  const failures = registry.counter('earshot_handler_failures_total', 'Errors of handlers.', ['bot'])
  const calls = registry.counter('earshot_client_calls_total', 'Calls of the chat server, by how they ended.', [
    'endpoint',
    'code',
  ])
  const callTime = registry.histogram(
    'earshot_client_call_duration_seconds',
    'Time that a call took, with all its repeats.',
    ['endpoint'],
    answerBuckets,
  )
  const repeats = registry.counter('earshot_client_repeats_total', 'Calls that were made again, by the reason.', [
    'endpoint',
    'code',
  ])
  const underWay = gaugeByBot(registry, 'earshot_handlers', 'Deliveries that bots are at work on.')

  const answerTime = answers.of({})
  const requestsBy = oneFor((status: number | undefined) =>
    requests.of({ status: status === undefined ? 'none' : String(status) }),
  )
  const requestEnd: RequestWatch = {
    ended({ status, code, duration }) {
      requestsBy(status).add()
      if (code !== undefined) refusals.add({ code })
      answerTime.observe(seconds(duration))
    },
  }
  const deliveriesOf = oneFor((bot: string) =>
    oneFor((trigger: string): DeliveryWatch => {
      const endedBy = oneFor((outcome: DeliveryOutcome) => deliveries.of({ bot, trigger, outcome }))
      const time = deliveryTime.of({ bot })
      return {
        failed: () => failures.add({ bot }),
        ended({ outcome, duration }) {
          underWay.add(bot, -1)
          endedBy(outcome).add()
          time.observe(seconds(duration))
        },
      }
    }),
  )

  return {
    request: () => requestEnd,
    delivery({ bot, trigger }) {
      underWay.add(bot, 1)
      return deliveriesOf(bot)(triggerLabel(trigger))
    },
    job({ bot, trigger, waited, attempt, crashes: crashed }) {
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

/** Counts what is under way for each bot. */
function gaugeByBot(registry: Registry, name: string, help: string): { add(bot: string, amount: number): void } {
  const counts = new Map<string, number>()
  registry.gauge(name, help, ['bot'], () => [...counts].map(([bot, count]) => [{ bot }, count] as const))
  return { add: (bot, amount) => void counts.set(bot, (counts.get(bot) ?? 0) + amount) }
}

/** Makes one thing for each key, when it is first asked for. */
function oneFor<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined) {
      value = make(key)
      known.set(key, value)
    }
    return value
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
  const gauge = (name: string, help: string, value: (status: QueueStatus) => number) => {
    registry.gauge(name, help, [], () => (last === undefined ? [] : [[{}, value(last)]]))
  }
  registry.gauge('earshot_queue_up', 'Whether the queue answers: 1 if so, 0 if not.', [], () => [
    [{}, last === undefined ? 0 : 1],
  ])
  gauge('earshot_queue_waiting', 'Deliveries that nobody is at work on.', ({ waiting }) => waiting)
  gauge('earshot_queue_working', 'Deliveries that somebody has taken.', ({ working }) => working)
  gauge('earshot_queue_dead', 'Dead letters.', ({ dead }) => dead)
  gauge('earshot_queue_capacity', 'How many deliveries may wait and be worked on.', ({ capacity }) => capacity)
  gauge(
    'earshot_queue_oldest_age_seconds',
    'Age of the oldest delivery that is not settled; 0 of none.',
    ({ oldest }) => (oldest === undefined ? 0 : Math.max(0, now() - oldest) / 1_000),
  )
  return (status) => {
    last = status
  }
}
