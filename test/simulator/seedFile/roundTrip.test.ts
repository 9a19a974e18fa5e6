import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bakery, createSimulator } from '../../../src/simulator/index.js'
import { readSeed, writeSeed } from '../../../src/simulator/seedFile/index.js'
import { runs } from '../../seed.js'
import { seeds } from './seeds.js'

describe('a seed that is written to a file', () => {
  it.each(['yaml', 'json'] as const)('is read as the same: the bakery in %s', (format) => {
    const file = writeSeed(bakery, { format })
    expect(readSeed(file, { name: `bakery.${format}` })).toEqual(bakery)
  })

  it('is read as the same, whatever it holds', () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom('yaml', 'json'), (seed, format) => {
        expect(readSeed(writeSeed(seed, { format }), { name: `seed.${format}` })).toEqual(seed)
      }),
      { numRuns: runs(200) },
    )
  })

  it('is written the same again, once it has been read', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const file = writeSeed(readSeed(writeSeed(seed)))
        expect(writeSeed(readSeed(file))).toBe(file)
      }),
      { numRuns: runs(200) },
    )
  })

  it('keeps what was left out of a short file', () => {
    const seed = readSeed('name: Shop\nusers: [{ full_name: Iago, role: owner }]\nbots: [{ full_name: Echo }]\n')
    expect(readSeed(writeSeed(seed))).toEqual(seed)
  })

  it('runs in a simulator', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const simulator = createSimulator({ organisation: readSeed(writeSeed(seed)), clock: 'frozen' })
        for (const user of seed.users) expect(simulator.credentials(user.email).apiKey).toMatch(/^\w{32}$/)
      }),
      { numRuns: runs(200) },
    )
  })
})

describe('a written seed file', () => {
  it('is for people to read: one line a field, no anchors, no tags', () => {
    const file = writeSeed(bakery)
    expect(file).toContain(
      '  - user_id: 8\n    full_name: Iago\n    email: iago@example.com\n    role: administrator\n',
    )
    expect(file).not.toMatch(/^\s*- &|: &\w|: \*\w| !!/m)
  })
})
