import type { QueueStatus } from '../../bot/index.js'
import type { Registry } from './registry.js'

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
