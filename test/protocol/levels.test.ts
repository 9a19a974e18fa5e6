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

const all: readonly Endpoint[] = endpoints
const rows: readonly FeatureLevelRow[] = featureLevels

describe('the level table', () => {
  it('has a name of its own for every row, in the order of the levels', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(rows.map(({ level }) => level)).toEqual(rows.map(({ level }) => level).sort((a, b) => a - b))
    expect(newestFeatureLevel).toBe(496)
  })

  it.each(featureLevels)('$id is there from level $level on, and not before', ({ id, level }) => {
    expect(hasFeature(level, id)).toBe(true)
    expect(hasFeature(level - 1, id)).toBe(false)
    expect(hasFeature(Number.MAX_SAFE_INTEGER, id)).toBe(true)
  })

  it('knows no feature by a name that is not in it', () => {
    for (const name of ['topicMuting', '__proto__', 'constructor', '']) {
      expect(() => featureRow(name as 'userTopics')).toThrow(/No feature is called/)
    }
  })

  it.each(rows.filter(({ appliesTo }) => appliesTo.endpoint !== undefined))(
    '$id speaks of an endpoint that is declared, and of a parameter that it has',
    ({ appliesTo: { endpoint, parameter } }) => {
      const declared = all.find(({ name }) => name === endpoint)
      expect(declared).toBeDefined()
      if (parameter !== undefined) expect(Object.keys(declared?.params ?? {})).toContain(parameter)
    },
  )
})

describe('endpoints that were not always there', () => {
  const dated = rows.filter(({ kind }) => kind === 'endpoint')

  it('cite the row that dates them, and every such row is cited', () => {
    const isOfSpec = ({ spec }: { readonly spec: string }) => spec !== 'companion'
    const cited = all
      .filter(isOfSpec)
      .flatMap(({ name, since }) =>
        since === undefined || featureRow(since).spec === 'companion' ? [] : [[name, since]],
      )
    const rowsOfSpec = dated.filter(isOfSpec)
    expect(cited.sort()).toEqual(rowsOfSpec.map(({ id, appliesTo }) => [appliesTo.endpoint, id]).sort())
    for (const { id, appliesTo, alsoAppliesTo = [] } of dated.filter((row) => !isOfSpec(row))) {
      const citing = all.filter(({ since }) => since === id).map(({ name }) => name)
      expect(citing.sort()).toEqual([appliesTo, ...alsoAppliesTo].map(({ endpoint }) => endpoint).sort())
    }
  })

  it('cite a row of the table where the spec itself says nothing of them', () => {
    for (const { since } of all) if (since !== undefined) expect(() => featureRow(since)).not.toThrow()
  })

  it('are safe to repeat from a level that the table has', () => {
    for (const { repeatable } of all) {
      if (repeatable !== 'always' && repeatable !== 'never') expect(() => featureRow(repeatable)).not.toThrow()
    }
  })
})
