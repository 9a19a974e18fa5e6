import { describe, expect, it } from 'vitest'
import { readSeed, SeedFileError } from '../../../src/simulator/seedFile/index.js'
import { mistakes } from './mistakes.js'
import { exactly, mistakesIn, shop, unmarked } from './reading.js'

describe('a mistake in a seed file', () => {
  it.each(mistakes)('is named with its place: %s', (_, marked, said) => {
    const { text, position } = unmarked(marked)
    const found = mistakesIn(text)
    expect(found).toEqual([expect.stringContaining(`${position} `)])
    expect(found[0]?.slice(position.length + 1)).toMatch(typeof said === 'string' ? exactly(said) : said)
  })

  it('comes with all others of the file, in its order', () => {
    const text = `name: Shop
users:
  - { user_id: 1, full_name: Ia*go, role: owner, emial: a@b.c }
  - { user_id: 1, full_name: 7, muted: [9] }
bots:
  - { full_name: Echo, owner_id: 5 }
__proto__: { polluted: true }
`
    expect(mistakesIn(text).map((mistake) => mistake.split(' ').slice(0, 2).join(' '))).toEqual([
      '3:30 users[0].full_name',
      '3:50 users[0].emial',
      '4:16 users[1].user_id',
      '4:30 users[1].full_name',
      '4:41 users[1].muted[0]',
      '6:34 bots[0].owner_id',
      '7:1 __proto__',
    ])
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('is found where the text itself stands, also when an alias repeats it', () => {
    const text = shop({ rest: 'channels:\n  - { name: a, subscribers: &who [9] }\n  - { name: b, subscribers: *who }' })
    expect(mistakesIn(text).map((mistake) => mistake.split(' ').slice(0, 2).join(' '))).toEqual([
      '7:35 channels[0].subscribers[0]',
      '7:35 channels[1].subscribers[0]',
    ])
  })

  it('makes an error that names the file, and keeps the facts apart', () => {
    const read = () => readSeed('name: Shop\nusers: [{ full_name: Iago, role: onwer }]', { name: 'shop.yaml' })
    expect(read).toThrow(SeedFileError)
    expect(read).toThrow(
      /^The seed file shop\.yaml has a mistake; fix and reload it:\n {2}shop\.yaml:2:34: users\[0\]\.role is /,
    )
    try {
      read()
    } catch (error) {
      expect(error).toMatchObject({
        code: 'invalid_seed_file',
        file: 'shop.yaml',
        problems: [{ line: 2, column: 34, field: 'users[0].role' }],
      })
    }
  })

  it('is shown with the first fifty, and counted with the rest', () => {
    const text = shop({ users: Array.from({ length: 80 }, () => '  - { full_name: "*" }').join('\n') })
    expect(() => readSeed(text)).toThrow(/has 80 mistakes[\s\S]*\n {2}and 30 more$/)
  })

  it('is not looked for in the depth of the stack: 5,000 groups in a chain', () => {
    const groups = Array.from(
      { length: 5_000 },
      (_, at) => `  - { id: ${at + 1}, name: g${at}, subgroups: [${((at + 1) % 5_000) + 1}] }`,
    )
    const found = mistakesIn(shop({ rest: `groups:\n${groups.join('\n')}` }))
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/groups\[0\]\.subgroups lead back to the group itself \(1 → 2 → /)
  })
})
