import type { Context } from 'hono'
import type { Observer, Queue, QueueStatus } from '../../bot/index.js'
import type { Clock } from '../../client/index.js'
import { processMetrics } from './processMetrics.js'
import { createReadiness, type ReadinessOptions } from './readiness.js'
import { createRegistry, metricsContentType } from './registry.js'
import { queueMetrics, workMetrics } from './workMetrics.js'

export type OperationsOptions = ReadinessOptions

/** What is there for those who run a bot, rather than for those who talk to it. */
export interface Operations {
  /** Has to hear of the work, for the metrics to tell of it. */
  readonly observer: Observer
  /** `GET /healthz`: the process is alive. */
  readonly health: (c: Context) => Response
  /** `GET /readyz`: it can do its work, or what keeps it from that. */
  readonly readiness: (c: Context) => Promise<Response>
  /** `GET /metrics`, as Prometheus reads them. */
  readonly metrics: (c: Context) => Promise<Response>
}

export function createOperations(options: OperationsOptions): Operations {
  const { queue, clock } = options
  const registry = createRegistry()
  const observer = workMetrics(registry)
  const noteQueue = queue && queueMetrics(registry, () => clock.now())
  processMetrics(registry)
  const lookAround = createReadiness(options)
  let writing: Promise<string> | undefined

  async function text(): Promise<string> {
    noteQueue?.(queue && (await statusOf(queue, clock)))
    return registry.text()
  }

  return {
    observer,
    health: (c) => c.json({ status: 'ok' }),
    async readiness(c) {
      const readiness = await lookAround()
      return c.json(readiness, readiness.status === 'ready' ? 200 : 503, neverKept)
    },
    async metrics(c) {
      // However many ask at once, the queue is asked once.
      writing ??= text().finally(() => {
        writing = undefined
      })
      return c.body(await writing, 200, { ...neverKept, 'content-type': metricsContentType })
    },
  }
}

const neverKept = { 'cache-control': 'no-store' }

/** Milliseconds; Prometheus itself gives up after ten seconds. */
const patience = 5_000

async function statusOf(queue: Queue, clock: Clock): Promise<QueueStatus | undefined> {
  let cancel = () => {}
  const late = new Promise<undefined>((resolve) => {
    cancel = clock.later(patience, () => resolve(undefined), { background: true })
  })
  try {
    return await Promise.race([queue.status(), late])
  } catch {
    // That it does not answer is a metric of its own, and readiness says it in the log.
    return undefined
  } finally {
    cancel()
  }
}
