import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { workMetrics } from '../../../src/node/operations/metrics.js'
import { samplesIn } from './samples.js'

describe('the metrics of thousands of bots', () => {
  it('have labels for a thousand bots and one for all others', async () => {
    const registry = new Registry()
    const { observer: metrics } = workMetrics(registry)
    for (const id of ['a', 'b']) {
      for (let bot = 0; bot < 1_010; bot += 1) {
        const delivery = metrics.delivery?.({ id, bot: `bot-${bot}@example.com`, trigger: 'mention', message: 1 })
        delivery?.ended?.({ outcome: 'quiet', duration: 1 })
      }
    }
    const samples = samplesIn(await registry.metrics())
    const of = (bot: string) => samples.get(`earshot_deliveries_total{bot="${bot}",trigger="mention",outcome="quiet"}`)
    expect([of('bot-0@example.com'), of('bot-999@example.com'), of('bot-1000@example.com'), of('other')]).toEqual([
      2,
      2,
      undefined,
      20,
    ])
    expect(samples.get('earshot_handlers{bot="other"}')).toBe(0)
  })
})

describe('the text format of the metrics', () => {
  it('lists label combinations in order of first use, escaped', async () => {
    const registry = new Registry()
    const { observer: metrics } = workMetrics(registry)
    for (const bot of ['b"o\\t\n@example.com', 'a@example.com', 'b"o\\t\n@example.com']) {
      const delivery = metrics.delivery?.({ id: '1', bot, trigger: 'mention', message: 1 })
      delivery?.ended?.({ outcome: 'quiet', duration: 7 })
    }
    const text = await registry.metrics()
    expect(text).toContain(`# HELP earshot_deliveries_total Accepted deliveries, by outcome.
# TYPE earshot_deliveries_total counter
earshot_deliveries_total{bot="b\\"o\\\\t\\n@example.com",trigger="mention",outcome="quiet"} 2
earshot_deliveries_total{bot="a@example.com",trigger="mention",outcome="quiet"} 1

`)
  })

  it('has cumulative histogram buckets, even before the first value', async () => {
    const registry = new Registry()
    const { observer: metrics } = workMetrics(registry)
    const lines = async () => (await registry.metrics()).split('\n').filter((line) => /^earshot_request_dur/.test(line))
    expect(await lines()).toContain('earshot_request_duration_seconds_bucket{le="+Inf"} 0')
    const request = { method: 'POST', scheme: 'http', route: '/', header: () => undefined } as const
    for (const duration of [5, 6, 25, 31_000]) metrics.request?.(request)?.ended?.({ status: 200, duration })
    const bounds = ['0.005', '0.01', '0.025', '0.05', '0.1', '0.25', '0.5', '1', '2.5', '5', '8', '10', '30', '+Inf']
    const counts = [1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4]
    expect(await lines()).toEqual([
      ...bounds.map((le, at) => `earshot_request_duration_seconds_bucket{le="${le}"} ${counts[at]}`),
      'earshot_request_duration_seconds_sum 31.036',
      'earshot_request_duration_seconds_count 4',
    ])
  })
})
