import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WebhookReply } from '../../src/protocol/index.js'
import { type DeliveryMark, Remembered } from '../../src/receiver/remembered.js'

const character = fc.constantFrom('a', '"', '\\', 'é', '字', '🎺', '\n', '\0', '\ufeff')
const text = fc.string({ unit: character, maxLength: 20 })
const said = fc.string({ unit: character, minLength: 1, maxLength: 20 })
const answer: fc.Arbitrary<WebhookReply> = fc.oneof(
  fc.constant<WebhookReply>({ response_not_required: true }),
  fc.record({ content: said }),
  fc.record({ content: said, widget_content: text }),
)
const delivery = fc.record({ number: fc.nat(5), data: text, answer })
const bytes = (one: { readonly data: string; readonly answer: WebhookReply }) =>
  new TextEncoder().encode(one.data + JSON.stringify(one.answer)).length

const isSame = (one: DeliveryMark, other: DeliveryMark) => one.number === other.number && one.data === other.data

describe('what is remembered', () => {
  it('is what was answered last, or nothing', () => {
    fc.assert(
      fc.property(
        fc.nat(8),
        fc.integer({ min: 400, max: 1_200 }),
        fc.array(delivery, { maxLength: 80 }),
        (entries, characters, deliveries) => {
          const remembered = new Remembered({ entries, characters })
          deliveries.forEach((one, at) => {
            remembered.add(one, one.answer, at)
            const past = deliveries.slice(0, at + 1)
            for (const asked of past) {
              const found = remembered.find(asked)
              const last = past.findLastIndex((other) => isSame(other, asked))
              if (found !== undefined) expect(found).toEqual({ answer: past[last]?.answer, at: last })
            }
            const known = past.filter((asked) => remembered.find(asked))
            expect(new Set(known.map(({ number, data }) => `${number} ${data}`)).size).toBeLessThanOrEqual(entries)
          })
        },
      ),
    )
  })

  it('is all that there is room for, the youngest first', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.nat(1_000),
        fc.array(delivery, { maxLength: 80 }),
        (entries, characters, deliveries) => {
          const remembered = new Remembered({ entries, characters })
          deliveries.forEach((one, at) => {
            remembered.add(one, one.answer, at)
            let room = characters
            // What stands at the end may leave room unused that is too small for the next.
            const largest = Math.max(...deliveries.map(bytes))
            for (const young of deliveries.slice(Math.max(0, at + 1 - entries), at + 1).reverse()) {
              room -= bytes(young)
              if (room < largest * 2) break
              expect(remembered.find(young)).toBeDefined()
            }
          })
        },
      ),
    )
  })

  it('outlives its growth, and goes on for ever in the room that it has', () => {
    const remembered = new Remembered({ entries: 1_000, characters: 100_000 })
    for (let number = 0; number < 20_000; number += 1) {
      remembered.add({ number, data: `message ${number}` }, { content: `answer ${number}` }, number)
    }
    const found = (number: number) => remembered.find({ number, data: `message ${number}` })
    for (let number = 19_000; number < 20_000; number += 1) {
      expect(found(number)).toEqual({ answer: { content: `answer ${number}` }, at: number })
    }
    expect([found(18_999), found(0)]).toEqual([undefined, undefined])
  })

  it('forgets nothing that it has for one that is larger than all there may be', () => {
    const remembered = new Remembered({ entries: 10, characters: 100 })
    remembered.add({ number: 1, data: 'a' }, { content: 'b' }, 0)
    remembered.add({ number: 2, data: 'x'.repeat(101) }, { content: 'c' }, 0)
    expect(remembered.find({ number: 2, data: 'x'.repeat(101) })).toBeUndefined()
    expect(remembered.find({ number: 1, data: 'a' })).toBeDefined()
  })
})
