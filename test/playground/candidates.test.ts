import { describe, expect, it } from 'vitest'
import { candidatesFor, type Known, mentionOf } from '../../src/playground/page/chat/compose/candidates.js'
import { completingAt } from '../../src/playground/page/chat/compose/completing.js'
import { emojiList } from '../../src/playground/page/chat/emoji/emojiList.js'

const person = (id: number, name: string, other: object = {}) => ({
  ...{ id, name, isBot: false, isConnected: false, isActive: true },
  ...other,
})

const known: Known = {
  people: [
    person(7, 'King Hamlet'),
    person(8, 'Prospero'),
    person(9, 'Iago'),
    person(10, 'Ham Radio', { isBot: true }),
    person(11, 'Hamster', { isBot: true, isConnected: true }),
    person(12, 'Hamid', { isActive: false }),
    person(13, 'Cordelia'),
    person(14, 'cordelia'),
    person(15, 'Star*Bright'),
  ],
  channels: [
    { id: 1, name: 'kitchen', isSubscribed: true },
    { id: 2, name: 'kiln', isSubscribed: false },
    { id: 3, name: 'the kit', isSubscribed: true },
    { id: 4, name: 'kit>kat', isSubscribed: true },
  ],
  emoji: emojiList(
    [
      { code: '1f642', names: ['smile'] },
      { code: '1f606', names: ['laughing', 'lol'] },
    ],
    [{ id: '1', name: 'loaf', source_url: '/loaf.gif', still_url: '/loaf.png', deactivated: false }],
  ),
  groups: [
    { id: 30, name: 'bakers' },
    { id: 31, name: 'bak*ers' },
  ],
  isForChannel: true,
}

const candidates = (text: string, other: Partial<Known> = {}) => {
  const completing = completingAt(text, text.length)
  return completing === undefined ? [] : candidatesFor(completing, { ...known, ...other })
}
const labels = (text: string, other?: Partial<Known>) => candidates(text, other).map(({ label }) => label)
const inserts = (text: string, other?: Partial<Known>) => candidates(text, other).map(({ insert }) => insert)

describe('candidates for a mention', () => {
  it('list names that begin with the text first, connected bots before others, with their state', () => {
    expect(labels('@ham')).toEqual(['Hamster', 'Ham Radio', 'Hamid', 'King Hamlet'])
    expect(candidates('@ham').map(({ detail }) => detail)).toEqual([
      'bot',
      'bot, not connected',
      'deactivated',
      undefined,
    ])
  })

  it('include the ID if names differ only in case', () => {
    expect(inserts('@cord')).toEqual(['@**Cordelia|13** ', '@**cordelia|14** '])
    expect(candidates('@cord').map(({ detail }) => detail)).toEqual(['ID 13', 'ID 14'])
  })

  it("consist of the ID alone if the name can't be written", () => {
    expect(inserts('@star')).toEqual(['@**|15** '])
    expect(mentionOf(person(16, 'all'), [])).toBe('@**all|16**')
    expect(mentionOf(person(17, 'Ann|3'), [])).toBe('@**Ann|3|17**')
  })

  it("include groups, unless their name can't be written", () => {
    expect(candidates('@*bak')).toEqual([{ key: 'group 30', label: 'bakers', detail: 'group', insert: '@*bakers* ' }])
    expect(inserts('@bak', { isForChannel: false })).toEqual(['@*bakers* '])
  })

  it('include wildcards in a channel, and not in direct messages', () => {
    expect(inserts('@eve')).toEqual(['@**everyone** '])
    expect(inserts('@eve', { isForChannel: false })).toEqual([])
  })
})

describe('candidates for channels', () => {
  it('list channels that begin with the text first, subscribed ones before others', () => {
    expect(labels('#kit')).toEqual(['kitchen', 'the kit'])
    expect(labels('#ki')).toEqual(['kitchen', 'kiln', 'the kit'])
    expect(inserts('#kil')).toEqual(['#**kiln** '])
  })

  it("omit channels whose name the service couldn't parse", () => {
    expect(labels('#kit')).not.toContain('kit>kat')
  })
})

describe('candidates for emoji', () => {
  it('are found by any name, and inserted by the first', () => {
    expect(candidates(':lol')).toEqual([
      { key: 'unicode_emoji 1f606', label: ':laughing:', detail: 'lol', sign: { text: '😆' }, insert: ':laughing: ' },
    ])
  })

  it('show the still version of custom emoji', () => {
    expect(candidates(':loa')[0]?.sign).toEqual({ source: '/loaf.png' })
  })
})
