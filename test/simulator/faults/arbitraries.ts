import { endpoints } from 'earshot/protocol'
import type { Fault } from 'earshot/simulator'
import fc from 'fast-check'
import type { CallEffect, DeliveryEffect } from '../../../src/simulator/faults/fault.js'

const count = fc.integer({ min: 1, max: 1_000_000 })
const span = fc.oneof(
  fc.integer({ min: 1, max: 100_000 }),
  fc.integer({ min: 1, max: 100 }).map((n) => n * 60_000),
)
const when = fc.constantFrom('before' as const, 'after' as const)
const name = fc.oneof(
  fc.constantFrom('Echo', 'yeast counter', 'echo-bot@example.com', 'of', 'Mr.', ',', '"', 'a\\"b', 'é ü'),
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
)

/** In order, with a gap between each and the next. */
const ranges = fc
  .array(fc.tuple(fc.integer({ min: 2, max: 50 }), fc.integer({ min: 0, max: 20 })), { minLength: 1, maxLength: 8 })
  .map((steps) => {
    let last = -1
    return steps.map(([gap, length]): [number, number] => {
      const first = last + gap
      last = first + length
      return [first, last]
    })
  })

const which = fc.oneof(
  count.map((nth) => ({ kind: 'every' as const, nth })),
  count.map((many) => ({ kind: 'next' as const, count: many })),
  count.map((first) => ({ kind: 'from' as const, first })),
  ranges.map((some) => ({ kind: 'numbers' as const, ranges: some })),
)

const callEffect: fc.Arbitrary<CallEffect> = fc.oneof(
  fc.record({ kind: fc.constant('status'), status: fc.constantFrom(500, 502, 503, 504), when }),
  fc.record({ kind: fc.constant('rate limit'), retryAfter: span }, { requiredKeys: ['kind'] }),
  fc.record({ kind: fc.constantFrom('drop', 'reset', 'hang'), when }),
  fc.record({ kind: fc.constantFrom('key revoked', 'malformed') }),
  fc.record({ kind: fc.constant('delay'), by: span, when }),
  fc.record({ kind: fc.constant('break off'), bytes: count }),
  fc.record({ kind: fc.constant('content type'), type: fc.constantFrom('text/html', 'application/problem+json') }),
  fc.record({ kind: fc.constant('drip'), bytes: count, every: span }),
) as fc.Arbitrary<CallEffect>

const deliveryEffect: fc.Arbitrary<DeliveryEffect> = fc.oneof(
  fc.record({ kind: fc.constant('duplicate'), times: fc.integer({ min: 2, max: 100 }) }),
  fc.record({ kind: fc.constant('overtaken'), others: fc.integer({ min: 1, max: 1000 }) }),
  fc.record({ kind: fc.constant('delay'), by: span }),
  fc.record({
    kind: fc.constantFrom('drop', 'answer lost', 'answer malformed', 'wrong token', 'old token', 'bare'),
  }),
  fc.record({ kind: fc.constant('answer status'), status: fc.constantFrom(500, 502, 503, 504) }),
  fc.record({ kind: fc.constant('answer late'), by: span }),
  fc.record({ kind: fc.constant('answer cut off'), bytes: count }),
  fc.record({ kind: fc.constant('trigger'), trigger: name }),
  fc.record({ kind: fc.constant('without'), field: fc.constantFrom('data', 'token', 'message.subject') }),
  fc.record({ kind: fc.constant('huge'), characters: count }),
  fc.record({
    kind: fc.constant('skew'),
    skew: fc
      .integer({ min: -10_000, max: 10_000 })
      .filter((n) => n !== 0)
      .map((n) => n * 1000),
  }),
) as fc.Arbitrary<DeliveryEffect>

const heartbeatEffect = fc.oneof(
  fc.constant({ kind: 'drop' as const }),
  span.map((by) => ({ kind: 'delay' as const, by })),
)
const eventEffect = fc.oneof(
  heartbeatEffect,
  fc.constant({ kind: 'queue lost' as const }),
  fc.integer({ min: 2, max: 100 }).map((times) => ({ kind: 'repeat' as const, times })),
)

const endpointName = fc.constantFrom(...endpoints.map((endpoint) => endpoint.name))

/** Any fault, as reading a sentence gives it. */
export const anyFault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record(
    { on: fc.constant('calls' as const), which, of: endpointName, by: name, effect: callEffect },
    { requiredKeys: ['on', 'which', 'effect'] },
  ),
  fc.record(
    { on: fc.constant('deliveries' as const), which, to: name, effect: deliveryEffect },
    { requiredKeys: ['on', 'which', 'effect'] },
  ),
  fc.record(
    { on: fc.constant('events' as const), which, to: name, effect: eventEffect },
    { requiredKeys: ['on', 'which', 'effect'] },
  ),
  fc.record(
    { on: fc.constant('heartbeats' as const), which, to: name, effect: heartbeatEffect },
    { requiredKeys: ['on', 'which', 'effect'] },
  ),
)
