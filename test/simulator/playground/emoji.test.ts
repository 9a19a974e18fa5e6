import { describe, expect, it } from 'vitest'
import {
  emojiKey,
  emojiList,
  emojiText,
  searchEmoji,
  withRecent,
} from '../../../src/simulator/playground/page/chat/emoji/emojiList.js'

const unicode = [
  { code: '1f642', names: ['smile'] },
  { code: '1f606', names: ['laughing', 'lol'] },
  { code: '1f431', names: ['cat', 'kitten'] },
  { code: '1f63a', names: ['smiley_cat'] },
  { code: '1f1e9-1f1ea', names: ['germany'] },
]
const own = (id: number, name: string, deactivated = false) => ({
  ...{ id: String(id), name, deactivated, source_url: `/${name}.png` },
})
const names = (query: string, recent?: readonly string[]) =>
  searchEmoji(emojiList(unicode, [own(1, 'bobcat')]), query, recent).map(({ name }) => name)

describe('the list of emoji', () => {
  it('leaves out those that are deactivated, and names that are taken', () => {
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

  it('is searched by beginnings, words and parts of every name', () => {
    expect(names('cat')).toEqual(['cat', 'smiley_cat', 'bobcat'])
    expect(names('kit')).toEqual(['cat'])
    expect(names('smiley cat')).toEqual(['smiley_cat'])
    expect(names(':Smile:')).toEqual(['smile', 'smiley_cat'])
    expect(names('nothing like it')).toEqual([])
  })

  it('is searched by the character itself', () => {
    expect(names('🐱')).toEqual(['cat'])
  })

  it('puts those used last first among equals', () => {
    const cat = { type: 'unicode_emoji', code: '1f63a' }
    expect(names('smile', [])).toEqual(['smile', 'smiley_cat'])
    expect(names('', [emojiKey(cat)])[0]).toBe('smiley_cat')
    expect(names('cat', [emojiKey(cat)])[0]).toBe('cat')
  })

  it('remembers sixteen, each once', () => {
    let recent: readonly string[] = []
    for (let code = 0; code < 20; code += 1) recent = withRecent(recent, { type: 'unicode_emoji', code: String(code) })
    expect(recent).toHaveLength(16)
    recent = withRecent(recent, { type: 'unicode_emoji', code: '10' })
    expect(recent[0]).toBe('unicode_emoji:10')
    expect(new Set(recent).size).toBe(16)
  })

  it('has characters for those of Unicode only', () => {
    expect(emojiText({ type: 'unicode_emoji', code: '1f1e9-1f1ea' })).toBe('🇩🇪')
    expect(emojiText({ type: 'realm_emoji', code: '1' })).toBeUndefined()
    expect(emojiText({ type: 'unicode_emoji', code: 'ffffffff' })).toBeUndefined()
    expect(emojiText({ type: 'unicode_emoji', code: 'loaf' })).toBeUndefined()
  })
})
