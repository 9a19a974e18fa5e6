import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { bakery } from '../../../src/simulator/index.js'
import { seedJsonSchema } from '../../../src/simulator/seedFile/index.js'
import { runs } from '../../seed.js'
import { shop } from './reading.js'
import { seeds } from './seeds.js'

const isSeed = new Ajv2020({ strict: true, allErrors: true }).compile(seedJsonSchema())

describe('the JSON Schema of seed files', () => {
  it('takes the bakery, and a short file that leaves out what is filled in', () => {
    expect(isSeed(bakery), JSON.stringify(isSeed.errors)).toBe(true)
    const short = shop({
      rest: 'bots: [{ full_name: Echo }]\nchannels: [{ name: general }]\ngroups: [{ name: bakers }]',
    })
    expect(isSeed(parse(short)), JSON.stringify(isSeed.errors)).toBe(true)
  })

  it('takes times as numbers and as text', () => {
    const said = (ago: unknown) => ({
      ...parse(shop()),
      messages: [{ sender_id: 1, to: { user_ids: [2] }, content: 'a', ago }],
    })
    expect([90, '3h', '1d 12h', 'soon', 1.5].map((ago) => isSeed(said(ago)))).toEqual([true, true, true, false, false])
  })

  it('takes whatever is a seed', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        expect(isSeed(seed), JSON.stringify(isSeed.errors)).toBe(true)
      }),
      { numRuns: runs(200) },
    )
  })

  it.each([
    ['no name', '/', { users: [{ full_name: 'Iago' }] }],
    ['a field that nobody knows', '/users/0', { name: 'Shop', users: [{ full_name: 'Iago', emial: '' }] }],
    ['a word that is none', '/users/0/role', { name: 'Shop', users: [{ full_name: 'Iago', role: 'onwer' }] }],
    ['a bot without a name', '/bots/0', { name: 'Shop', users: [{ full_name: 'Iago' }], bots: [{}] }],
  ])('refuses %s', (_, place, seed) => {
    expect(isSeed(seed)).toBe(false)
    expect(isSeed.errors?.map((error) => error.instancePath || '/')).toContain(place)
  })

  it('says what fields mean, for editors to show', () => {
    expect(JSON.stringify(seedJsonSchema())).toContain(
      'Seconds before the start; or as text: 90s, 40m, 3h, 2d, 1d 12h.',
    )
  })
})
