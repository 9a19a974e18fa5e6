import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { liveRows } from '../../src/playground/page/liveRows.js'

interface Row {
  readonly id: number
  readonly is: boolean
}

describe('live rows', () => {
  it('are those that match the search, in order, whatever the changes', () => {
    const step = fc.record({ id: fc.nat(30), is: fc.boolean(), searches: fc.constantFrom(undefined, true, false) })
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const rows = liveRows<Row>(1000)
        const expected = new Map<number, Row>()
        let wanted: boolean | undefined
        for (const { id, is, searches } of steps) {
          rows.put({ id, is })
          expected.set(id, { id, is })
          if (searches !== undefined) {
            wanted = searches
            rows.search((row) => row.is === searches)
          }
          const sorted = [...expected.values()].sort((one, other) => one.id - other.id)
          expect(rows.all).toEqual(sorted)
          expect(rows.shown).toEqual(sorted.filter((row) => wanted === undefined || row.is === wanted))
          expect(rows.find(id)).toEqual({ id, is })
          expect(rows.find(-1)).toBeUndefined()
        }
      }),
    )
  })

  it('keep the identity of the list until a shown row changes', () => {
    const rows = liveRows<Row>(10)
    rows.search(({ is }) => is)
    rows.put({ id: 1, is: true })
    const { shown } = rows
    expect(rows.shown).toBe(shown)
    rows.put({ id: 2, is: false })
    expect(rows.shown).toBe(shown)
    rows.put({ id: 1, is: false })
    expect(rows.shown).toEqual([])
  })

  it('are limited in number, and the oldest are dropped', () => {
    const rows = liveRows<Row>(100)
    for (let id = 1; id <= 1000; id += 1) rows.put({ id, is: true })
    expect(rows.all.length).toBeLessThanOrEqual(110)
    expect(rows.all.at(-1)?.id).toBe(1000)
    expect(rows.shown).toEqual(rows.all)
  })

  it('are tested once when they arrive, and once for each search', () => {
    const rows = liveRows<Row>(200_000)
    let tests = 0
    const counting = ({ is }: Row) => {
      tests += 1
      return is
    }
    rows.search(counting)
    for (let id = 1; id <= 100_000; id += 1) {
      rows.put({ id, is: id % 2 === 0 })
      if (id % 1000 === 0) expect(rows.shown).toHaveLength(id / 2)
    }
    expect(tests).toBe(100_000)
    rows.search(counting)
    expect(tests).toBe(200_000)
  })
})
