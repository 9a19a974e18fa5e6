import { endpoints, exampleCalls, featureLevels } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'

const sections = Array.from({ length: 20 }, (_, at) => `4.${at + 1}`)

/** The levels that the spec names, written down from it by hand. */
const levelsOfTheSpec = [
  1, 39, 88, 116, 127, 147, 154, 163, 167, 170, 176, 178, 184, 188, 201, 202, 211, 219, 248, 256, 257, 290, 298, 302,
  303, 327, 334, 363, 365, 370, 389, 407, 414, 433, 458, 459, 465, 471, 473, 475, 488, 490, 496,
]

describe('the conformance suite', () => {
  it.each(sections)('has exactly one endpoint for section %s', (section) => {
    expect(endpoints.filter(({ spec }) => spec === section)).toHaveLength(1)
  })

  it('has an example call for every endpoint', () => {
    expect(Object.keys(exampleCalls).sort()).toStrictEqual(endpoints.map(({ name }) => name).sort())
  })

  it('has a row for every level in the spec', () => {
    const levels = new Set(featureLevels.map(({ level }) => level as number))
    expect(levelsOfTheSpec.filter((level) => !levels.has(level))).toStrictEqual([])
  })
})
