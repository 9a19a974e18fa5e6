import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { workMetrics } from '../../../src/node/operations/metrics.js'
import { samplesIn } from './samples.js'

describe('the metrics of thousands of bots', () => {
  it('count a thousand by their addresses, and the others together', async () => {
    const registry = new Registry()
    const metrics = workMetrics(registry)
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
