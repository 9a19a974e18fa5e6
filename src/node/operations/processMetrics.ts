import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import type { Registry } from './registry.js'

/** What Prometheus' own clients tell of a process, under the same names; it is looked at when the metrics are asked for. */
export function processMetrics(registry: Registry): void {
  const only = (value: number) => [[{}, value]] as const
  registry.counted('process_cpu_seconds_total', 'Processor time that the process took.', [], () => {
    const { user, system } = process.cpuUsage()
    return only((user + system) / 1e6)
  })
  registry.gauge('process_resident_memory_bytes', 'Memory that the process has.', [], () =>
    only(process.memoryUsage.rss()),
  )
  registry.gauge('process_start_time_seconds', 'When the process began, in UNIX seconds.', [], () =>
    only(Math.round(performance.timeOrigin) / 1_000),
  )
  registry.gauge('nodejs_heap_size_used_bytes', 'Memory that JavaScript uses.', [], () =>
    only(process.memoryUsage().heapUsed),
  )
  registry.gauge('nodejs_version_info', 'The version of Node.', ['version'], () => [[{ version: process.version }, 1]])
  let before: EventLoopUtilization = performance.eventLoopUtilization()
  registry.gauge(
    'nodejs_eventloop_utilization',
    'How much of the time since the metrics were last asked for the process was busy: 0 to 1.',
    [],
    () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return only(Number.isFinite(utilization) ? utilization : 0)
    },
  )
}
