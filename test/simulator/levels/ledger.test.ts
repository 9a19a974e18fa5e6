import { featureLevels } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import type { NamedFeature } from '../../../src/protocol/index.js'
import { opener } from '../ways.js'
import { levelCases } from './cases.js'

const cases = Object.entries(levelCases).map(([id, one]) => ({ id: id as NamedFeature, ...one }))
const dated = cases.filter(({ level }) => level > 0)

describe('the cases of the level table', () => {
  it('cover exactly the rows that have a name of their own', () => {
    const named = featureLevels.map(({ id }) => id).filter((id) => !/[. ]/.test(id))
    expect(Object.keys(levelCases).sort()).toEqual(named.sort())
  })

  it.each(cases)('date $id at level $level, as the spec does', ({ id, level }) => {
    expect(featureLevels.find((row) => row.id === id)?.level).toBe(level)
  })
})

describe('each row of the level table', () => {
  const open = opener()

  it.each(dated)("$id: isn't in effect just below level $level", async ({ level, options, see, before }) => {
    expect(await see(await open({ ...options, featureLevel: level - 1 }))).toEqual(before)
  })

  it.each(cases)('$id: is in effect at level $level', async ({ level, options, see, since }) => {
    expect(await see(await open({ ...options, featureLevel: level }))).toEqual(since)
  })

  it.each(dated)('$id: takes effect with an upgrade to level $level', async ({ level, options, see, since }) => {
    const service = await open({ ...options, featureLevel: level - 1 })
    service.simulator.setFeatureLevel(level)
    expect(await see(service)).toEqual(since)
  })

  it.each(dated)('$id: ends with a downgrade from level $level', async ({ level, options, see, before }) => {
    const service = await open({ ...options, featureLevel: level })
    service.simulator.setFeatureLevel(level - 1)
    expect(await see(service)).toEqual(before)
  })

  // Whatever servers might share, they share for every row.
  it.each(process.env.EARSHOT_TESTS === 'full' ? dated : dated.filter((_, index) => index % 10 === 0))(
    '$id: is in effect on only the newer of two servers in one process',
    async ({ level, options, see, before, since }) => {
      const older = await open({ ...options, featureLevel: level - 1 })
      const newer = await open({ ...options, featureLevel: level })
      const [seenOnNewer, seenOnOlder] = await Promise.all([see(newer), see(older)])
      expect(seenOnOlder).toEqual(before)
      expect(seenOnNewer).toEqual(since)
    },
  )
})
