import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differences } from '../../src/playground/page/deliveries/differences.js'

describe('the differences between two JSON values', () => {
  it.each([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1 }, { a: 2 }, [{ kind: 'changed', path: 'a', before: 1, after: 2 }]],
    [{ a: 1 }, {}, [{ kind: 'removed', path: 'a', before: 1 }]],
    [{}, { a: null }, [{ kind: 'added', path: 'a', after: null }]],
    [
      { message: { reactions: [{ user_id: 7 }] } },
      { message: { reactions: [{ user_id: 8 }, {}] } },
      [
        { kind: 'changed', path: 'message.reactions[0].user_id', before: 7, after: 8 },
        { kind: 'added', path: 'message.reactions[1]', after: {} },
      ],
    ],
    [{ a: [] }, { a: {} }, [{ kind: 'changed', path: 'a', before: [], after: {} }]],
    [{ a: null }, { a: {} }, [{ kind: 'changed', path: 'a', before: null, after: {} }]],
    ['text', { a: 1 }, [{ kind: 'changed', path: '', before: 'text', after: { a: 1 } }]],
    [{ 'a b': { c: 1 } }, { 'a b': {} }, [{ kind: 'removed', path: '["a b"].c', before: 1 }]],
    [
      JSON.parse('{"__proto__": 1}'),
      JSON.parse('{"toString": 1}'),
      [
        { kind: 'removed', path: '__proto__', before: 1 },
        { kind: 'added', path: 'toString', after: 1 },
      ],
    ],
  ])('are listed for %j and %j', (before, after, expected) => {
    expect(differences(before, after)).toEqual(expected)
  })

  it('are none exactly for equal values, and have the same paths in either direction', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const there = differences(one, other)
        const back = differences(other, one)
        expect(differences(one, structuredClone(one))).toEqual([])
        expect(there.map(({ path }) => path).sort()).toEqual(back.map(({ path }) => path).sort())
        expect(there.length === 0).toBe(JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)))
      }),
    )
  })
})

/** The same with the fields in order, and no difference between the two zeros. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return { list: value.map(sorted) }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return entries.map(([name, inner]) => [name, sorted(inner)])
}
