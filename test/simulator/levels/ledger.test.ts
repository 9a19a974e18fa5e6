import { featureLevels } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import type { NamedFeature } from '../../../src/protocol/index.js'
import { opener } from '../ways.js'
import { levelCases } from './cases.js'

const cases = Object.entries(levelCases).map(([id, one]) => ({ id: id as NamedFeature, ...one }))
const dated = cases.filter(({ level }) => level > 0)

describe('the ledger of the level table', () => {
  it('has a case for every row with a name of its own, and a row for every case', () => {
    const named = featureLevels.map(({ id }) => id).filter((id) => !/[. ]/.test(id))
    expect(Object.keys(levelCases).sort()).toEqual(named.sort())
  })

  it.each(cases)('dates $id at level $level, as the spec does', ({ id, level }) => {
    expect(featureLevels.find((row) => row.id === id)?.level).toBe(level)
  })
})

describe('what every row changes', () => {
  const open = opener()

  it.each(dated)('$id: not yet on a server just below level $level', async ({ level, options, see, before }) => {
    expect(await see(await open({ ...options, featureLevel: level - 1 }))).toEqual(before)
  })

  it.each(cases)('$id: on a server of level $level', async ({ level, options, see, since }) => {
    expect(await see(await open({ ...options, featureLevel: level }))).toEqual(since)
  })

  it.each(dated)('$id: comes with an upgrade to level $level', async ({ level, options, see, since }) => {
    const service = await open({ ...options, featureLevel: level - 1 })
    service.simulator.setFeatureLevel(level)
    expect(await see(service)).toEqual(since)
  })

  it.each(dated)('$id: goes with a downgrade from level $level', async ({ level, options, see, before }) => {
    const service = await open({ ...options, featureLevel: level })
    service.simulator.setFeatureLevel(level - 1)
    expect(await see(service)).toEqual(before)
  })

  it.each(dated)('$id: on one of two servers in one process', async ({ level, options, see, before, since }) => {
    const older = await open({ ...options, featureLevel: level - 1 })
    const newer = await open({ ...options, featureLevel: level })
    const [seenOnNewer, seenOnOlder] = await Promise.all([see(newer), see(older)])
    expect(seenOnOlder).toEqual(before)
    expect(seenOnNewer).toEqual(since)
  })
})
