import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WebhookReply } from '../../src/protocol/index.js'
import { Dedupe } from '../../src/receiver/dedupe.js'
import { manualClock } from './kit.js'

const character = fc.constantFrom('a', '"', '\\', 'é', '字', '🎺', '\n', '\0', '\ufeff')
const text = fc.string({ unit: character, maxLength: 20 })
const said = fc.string({ unit: character, minLength: 1, maxLength: 20 })
const answer: fc.Arbitrary<WebhookReply> = fc.oneof(
  fc.constant<WebhookReply>({ response_not_required: true }),
  fc.record({ content: said }),
  fc.record({ content: said, widget_content: text }),
)
const key = fc.tuple(fc.nat(5), text).map(([id, data]) => `${id} ${data}`)
const deliveries = fc.array(fc.record({ key, answer }), { maxLength: 80 })
/** Characters of the message and of what was answered. */
const sizeOf = ({ key, answer }: { readonly key: string; readonly answer: WebhookReply }) =>
  'content' in answer ? key.length + answer.content.length + (answer.widget_content?.length ?? 0) : key.length

describe('the cache of responses', () => {
  it('returns the last response or nothing, within its limits', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.nat(1_200), deliveries, (entries, characters, given) => {
        const dedupe = new Dedupe({ entries, characters, age: 1 }, manualClock())
        given.forEach((one, at) => {
          dedupe.answered(one.key, one.answer)
          const last = new Map(given.slice(0, at + 1).map((past) => [past.key, past]))
          const known = [...last.values()].filter((past) => dedupe.find(past.key) !== undefined)
          for (const past of known) expect(dedupe.find(past.key)).toEqual(past.answer)
          expect(known.length).toBeLessThanOrEqual(entries)
          expect(known.reduce((sum, past) => sum + sizeOf(past), 0)).toBeLessThanOrEqual(characters)
        })
      }),
    )
  })

  it('keeps as many of the newest responses as fit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(1_000), deliveries, (entries, characters, given) => {
        const dedupe = new Dedupe({ entries, characters, age: 1 }, manualClock())
        given.forEach((one, at) => {
          dedupe.answered(one.key, one.answer)
          const youngest = new Map<string, number>()
          for (const past of given.slice(0, at + 1).reverse()) {
            if (!youngest.has(past.key)) youngest.set(past.key, sizeOf(past))
          }
          let room = characters
          const fitting = [...youngest].filter(([, size]) => size <= characters)
          for (const [young, size] of fitting.slice(0, entries)) {
            room -= size
            if (room < 0) break
            expect(dedupe.find(young)).toBeDefined()
          }
        })
      }),
    )
  })

  it('keeps working within its limits after many entries', () => {
    const dedupe = new Dedupe({ entries: 1_000, characters: 100_000, age: 1 }, manualClock())
    for (let id = 0; id < 20_000; id += 1) dedupe.answered(`${id}`, { content: `answer ${id}` })
    for (let id = 19_000; id < 20_000; id += 1) expect(dedupe.find(`${id}`)).toEqual({ content: `answer ${id}` })
    expect([dedupe.find('18999'), dedupe.find('0')]).toEqual([undefined, undefined])
  })

  it('skips a response larger than its limit without evicting others', () => {
    const dedupe = new Dedupe({ entries: 10, characters: 100, age: 1 }, manualClock())
    dedupe.answered('a', { content: 'b' })
    dedupe.answered('x'.repeat(101), { content: 'c' })
    expect(dedupe.find('x'.repeat(101))).toBeUndefined()
    expect(dedupe.find('a')).toEqual({ content: 'b' })
  })
})
