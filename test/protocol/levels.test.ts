import {
  type Endpoint,
  endpoints,
  type FeatureLevelRow,
  featureLevels,
  featureRow,
  hasFeature,
  newestFeatureLevel,
} from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { specLevels } from '../../src/protocol/levels/specLevels.js'

const all: readonly Endpoint[] = endpoints
const rows: readonly FeatureLevelRow[] = featureLevels

describe('the level table', () => {
  it('has unique IDs, ordered by level', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(rows.map(({ level }) => level)).toEqual(rows.map(({ level }) => level).sort((a, b) => a - b))
    expect(newestFeatureLevel).toBe(496)
  })

  it.each(featureLevels)('has $id from level $level on', ({ id, level }) => {
    expect(hasFeature(level, id)).toBe(true)
    expect(hasFeature(level - 1, id)).toBe(false)
    expect(hasFeature(Number.MAX_SAFE_INTEGER, id)).toBe(true)
  })

  it('throws for an unknown feature', () => {
    for (const name of ['topicMuting', '__proto__', 'constructor', '']) {
      expect(() => featureRow(name as 'userTopics')).toThrow(/No feature is called/)
    }
  })

  it.each(rows.filter(({ appliesTo }) => appliesTo.endpoint !== undefined))(
    'refers to a declared endpoint and parameter: $id',
    ({ appliesTo: { endpoint, parameter } }) => {
      const declared = all.find(({ name }) => name === endpoint)
      expect(declared).toBeDefined()
      if (parameter !== undefined) expect(Object.keys(declared?.params ?? {})).toContain(parameter)
    },
  )
})

describe('endpoints that were added later', () => {
  const dated = rows.filter(({ kind }) => kind === 'endpoint')

  it('refer to their row of the table, and each such row is referred to', () => {
    const isOfSpec = (id: string | undefined) => id !== undefined && Object.hasOwn(specLevels, id)
    const cited = all
      .filter(({ spec, since }) => spec !== 'companion' && isOfSpec(since))
      .map(({ name, since }) => [name, since])
    const rowsOfSpec = dated.filter(({ id }) => isOfSpec(id))
    expect(cited.sort()).toEqual(rowsOfSpec.map(({ id, appliesTo }) => [appliesTo.endpoint, id]).sort())
    for (const { id, appliesTo, alsoAppliesTo } of dated.filter(({ id }) => !isOfSpec(id))) {
      const citing = all.filter(({ since }) => since === id).map(({ name }) => name)
      expect(citing.sort()).toEqual([appliesTo, ...alsoAppliesTo].map(({ endpoint }) => endpoint).sort())
    }
  })

  it('refer to existing rows', () => {
    for (const { since } of all) if (since !== undefined) expect(() => featureRow(since)).not.toThrow()
  })

  it('are repeatable from an existing row on', () => {
    for (const { repeatable } of all) {
      if (repeatable !== 'always' && repeatable !== 'never') expect(() => featureRow(repeatable)).not.toThrow()
    }
  })
})
