import { Notification } from 'earshot/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ZodType } from 'zod'
import { check } from '../../src/protocol/shapes/check.js'
import { fitOf, misfit } from '../../src/protocol/shapes/fit.js'
import { shapeNamed } from '../../src/protocol/shapes/named.js'
import { readShape } from '../../src/protocol/shapes/shape.js'
import { directMessage, mention } from '../receiver/notifications.js'
import { anyOf } from './arbitraries.js'
import { damaged } from './damaged.js'

const shape = shapeNamed('Notification')
const quickly = fitOf(shape)
const schema = Notification as unknown as ZodType

describe('reading what fits', () => {
  it('gives what the check gives, and nothing for what the check refuses', () => {
    fc.assert(
      fc.property(damaged(schema), (value) => {
        const before = JSON.stringify(value)
        const read = quickly(value)
        const checked = check(shape, value)
        if (read !== misfit) expect(checked).toEqual({ ok: true, value: read })
        expect(JSON.stringify(value)).toBe(before)
      }),
      { numRuns: 300 },
    )
  })

  it('reads every notification as it comes, so that the check is for those with faults', () => {
    fc.assert(
      fc.property(anyOf(schema), (value) => {
        const json: unknown = JSON.parse(JSON.stringify(value))
        expect(quickly(json)).not.toBe(misfit)
      }),
    )
    for (const json of [mention(), directMessage(), mention({ reactions: undefined, topic_links: undefined })]) {
      expect(quickly(json)).not.toBe(misfit)
    }
  })

  it('leaves names that would give a copy another prototype to the check, which drops them', () => {
    const json: unknown = JSON.parse(JSON.stringify(mention()).replace('"id":', '"__proto__":{"id":1},"id":'))
    expect(quickly(json)).toBe(misfit)
  })

  it.each([
    ['{a:u}', {}],
    ['{a:u~}', {}],
    ['-{a:i}', { a: 1 }],
    ['!{a:i}', { a: 1 }],
    ['(s/i)', 1],
    ['[i]2', [1, 2]],
    ['<s>', { a: 'x' }],
  ])('leaves %s to the check', (written, value) => {
    expect(fitOf(readShape(written))(value)).toBe(misfit)
  })
})
