import { describe, expect, it } from 'vitest'
import { emojiList, emojiText, searchEmoji } from '../../src/playground/page/chat/emoji/emojiList.js'

const unicode = [
  { code: '1f642', names: ['smile'] },
  { code: '1f606', names: ['laughing', 'lol'] },
  { code: '1f431', names: ['cat', 'kitten'] },
  { code: '1f63a', names: ['smiley_cat'] },
  { code: '1f1e9-1f1ea', names: ['germany'] },
]
const own = (id: number, name: string, deactivated = false) => ({
  ...{ id: String(id), name, deactivated, source_url: `/${name}.png`, still_url: null },
})
const names = (query: string) => searchEmoji(emojiList(unicode, [own(1, 'bobcat')]), query, 100).map(({ name }) => name)

describe('the list of emoji', () => {
  it('omits deactivated emoji and names that are taken', () => {
    const list = emojiList(unicode, [own(1, 'lol'), own(2, 'smile'), own(3, 'old', true)])
    expect(list.map(({ name, names, type }) => [name, names.length, type])).toEqual([
      ['lol', 1, 'realm_emoji'],
      ['smile', 1, 'realm_emoji'],
      ['svc', 1, 'svc_extra_emoji'],
      ['laughing', 1, 'unicode_emoji'],
      ['cat', 2, 'unicode_emoji'],
      ['smiley_cat', 1, 'unicode_emoji'],
      ['germany', 1, 'unicode_emoji'],
    ])
  })

  it('is searched by the beginnings, words and parts of all names', () => {
    expect(names('cat')).toEqual(['cat', 'smiley_cat', 'bobcat'])
    expect(names('kit')).toEqual(['cat'])
    expect(names('smiley cat')).toEqual(['smiley_cat'])
    expect(names(':Smile:')).toEqual(['smile', 'smiley_cat'])
    expect(names('nothing like it')).toEqual([])
  })

  it('is searched by the character', () => {
    expect(names('🐱')).toEqual(['cat'])
  })

  it('has characters only for Unicode emoji', () => {
    expect(emojiText({ type: 'unicode_emoji', code: '1f1e9-1f1ea' })).toBe('🇩🇪')
    expect(emojiText({ type: 'realm_emoji', code: '1' })).toBeUndefined()
    expect(emojiText({ type: 'unicode_emoji', code: 'ffffffff' })).toBeUndefined()
    expect(emojiText({ type: 'unicode_emoji', code: 'loaf' })).toBeUndefined()
  })
})
