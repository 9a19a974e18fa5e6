import { type FeatureLevelRow, featureLevels } from 'earshot/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { between, grouped, touchedText } from '../../src/playground/page/versions/changes.js'
import { epochAt, epochsOf } from '../../src/playground/page/versions/epochs.js'

/** As `/sim/levels` lists them. */
const rows = (featureLevels as readonly FeatureLevelRow[]).map(({ appliesTo, alsoAppliesTo = [], ...row }) => ({
  ...row,
  appliesTo: [appliesTo, ...alsoAppliesTo],
}))
const epochs = epochsOf(rows)
const anyLevel = fc.integer({ min: 0, max: 496 })

describe('the stops of the slider', () => {
  it('are the levels at which something changes, each once, with all of it', () => {
    const levels = epochs.map(({ level }) => level)
    expect(levels).toEqual([...new Set(levels)].sort((one, other) => one - other))
    expect(epochs.flatMap((epoch) => epoch.rows)).toHaveLength(rows.length)
    expect(levels[0]).toBe(0)
  })

  it('begin at 0 also where nothing changes there', () => {
    expect(epochsOf([]).map(({ level }) => level)).toEqual([0])
  })

  it('have a place for every level: the last change before it', () => {
    expect(epochs[epochAt(epochs, 201)]?.level).toBe(201)
    expect(epochs[epochAt(epochs, 200)]?.level).toBe(188)
    fc.assert(
      fc.property(anyLevel, (level) => {
        const at = epochAt(epochs, level)
        expect(epochs[at]?.level).toBeLessThanOrEqual(level)
        expect(epochs[at + 1]?.level ?? 497).toBeGreaterThan(level)
      }),
    )
  })
})

describe('what a bot notices of another level', () => {
  it('is gained on the way up and lost on the way down', () => {
    expect(between(rows, 200, 202).gained.map(({ id }) => id)).toEqual(['directMessageTrigger', 'linkifierReordering'])
    expect(between(rows, 201, 200).lost.map(({ id }) => id)).toEqual(['directMessageTrigger'])
    expect(between(rows, 201, 201)).toEqual({ gained: [], lost: [] })
  })

  it('is the same in both directions', () => {
    fc.assert(
      fc.property(anyLevel, anyLevel, (one, other) => {
        expect(between(rows, one, other).gained).toEqual(between(rows, other, one).lost)
      }),
    )
  })

  it('is grouped, and every row stands in one group', () => {
    const groups = grouped(rows)
    expect(groups.flatMap((group) => group.rows).length).toBe(rows.length)
    expect(groups[0]).toMatchObject({ title: 'Triggers', rows: [{ id: 'directMessageTrigger' }] })
    expect(grouped([])).toEqual([])
  })
})

describe('the words of a change', () => {
  it('name what it touches', () => {
    expect(touchedText({ entity: 'User', field: 'is_deleted' })).toBe('User.is_deleted')
    expect(touchedText({ entity: 'User' })).toBe('User')
    expect(touchedText({ endpoint: 'messages.send', parameter: 'topic' })).toBe('messages.send(topic)')
    expect(touchedText({ endpoint: 'users.get', field: 'user' })).toBe('users.get → user')
    expect(touchedText({ endpoint: 'users.get' })).toBe('users.get')
  })
})
