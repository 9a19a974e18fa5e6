import fc from 'fast-check'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { createRegistry } from '../../../src/node/operations/metrics.js'

/** As they stand on lines of their own, but for blank lines and the order of those of one kind. */
const lines = (text: string) => text.split('\n').filter((line) => line !== '')

describe('metrics as they are written', () => {
  it('are what the usual client of Prometheus writes', async () => {
    const value = fc.oneof(fc.double({ min: 0, max: 100, noNaN: true }), fc.nat(), fc.constant(0.1 + 0.2))
    const label = fc.oneof(fc.string(), fc.constantFrom('a\\b', 'say "hi"', 'one\ntwo', '', 'ærø@example.com'))
    const event = fc.record({ bot: label, code: label, value })
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (events) => {
        const ours = createRegistry()
        const theirs = new Registry()
        const registers = [theirs]
        const help = 'What it\nis \\ for.'
        const labels = ['bot', 'code'] as const
        const buckets = [0.01, 1, 30]
        const counter = ours.counter('calls_total', help, labels)
        const histogram = ours.histogram('call_seconds', help, labels, buckets)
        const usual = {
          counter: new Counter({ name: 'calls_total', help, labelNames: labels, registers }),
          histogram: new Histogram({ name: 'call_seconds', help, labelNames: labels, buckets, registers }),
          gauge: new Gauge({ name: 'depth', help, registers }),
        }
        ours.gauge('depth', help, [], () => [[{}, 7.5]])
        usual.gauge.set(7.5)
        for (const { bot, code, value } of events) {
          counter.add({ bot, code }, value)
          histogram.observe({ bot, code }, value)
          usual.counter.inc({ bot, code }, value)
          usual.histogram.observe({ bot, code }, value)
        }
        // There the bound of a bucket stands before the other labels, which means the same.
        const written = (await theirs.metrics()).replaceAll(/\{le="([^"]*)",(.*)\} /g, '{$2,le="$1"} ')
        expect(lines(ours.text()).sort()).toEqual(lines(written).sort())
      }),
    )
  })

  it('keep apart what differs in where one label ends and the next begins', () => {
    const registry = createRegistry()
    const counter = registry.counter('calls_total', 'Calls.', ['one', 'two'])
    counter.add({ one: 'a",two="b', two: '' })
    counter.add({ one: 'a', two: 'b",two="' })
    expect(registry.text().match(/^calls_total\{.*\} 1$/gm)).toHaveLength(2)
  })
})
