import { readFileSync } from 'node:fs'
import { characterOf, emojiByCharacter } from 'earshot/emoji'
import { describe, expect, it } from 'vitest'

const known = Object.keys(
  JSON.parse(
    readFileSync(new URL('../../node_modules/unicode-emoji-json/data-by-emoji.json', import.meta.url), 'utf8'),
  ),
).filter((character) => emojiByCharacter(character) !== undefined)

describe('emojiByCharacter', () => {
  it.each([
    ['🎉', 'tada', '1f389'],
    ['❤️', 'heart', '2764'],
    ['❤', 'heart', '2764'],
    ['👍🏽', '+1', '1f44d'],
    ['🇩🇪', 'de', '1f1e9-1f1ea'],
    ['1️⃣', 'one', '0031-20e3'],
  ])('knows %s', (character, emoji_name, emoji_code) => {
    expect(emojiByCharacter(character)).toMatchObject({ emoji_code, reaction_type: 'unicode_emoji' })
    expect(characterOf(emoji_code)).toBeDefined()
    if (emoji_name.length > 3) expect(emojiByCharacter(character)?.emoji_name).toBe(emoji_name)
  })

  it('has the names of the server’s level', () => {
    const named = (featureLevel?: number) =>
      emojiByCharacter('🙂', featureLevel === undefined ? {} : { featureLevel })?.emoji_name
    expect([named(), named(387), named(386)]).toEqual(['slight_smile', 'slight_smile', 'smile'])
  })

  it.each(['', 'x', 'tada', '🎉🎉', '7', '\u{1f3fd}', '\ufe0f'])('knows nothing called %j', (characters) => {
    expect(emojiByCharacter(characters)).toBeUndefined()
  })
})

describe('characterOf', () => {
  it('returns the characters of each emoji, as keyboards write them', () => {
    expect(known.length).toBeGreaterThan(1_800)
    expect(known.map((character) => characterOf(emojiByCharacter(character)?.emoji_name ?? ''))).toEqual(known)
  })

  it.each([
    ['smile', 387, '😄'],
    ['smile', 386, '🙂'],
    ['1f389', 496, '🎉'],
  ])('reads %s at level %i', (name, featureLevel, character) => {
    expect(characterOf(name, { featureLevel })).toBe(character)
  })

  it.each(['', 'sourdough', 'constructor', '1f3fd', 'ffff'])('knows nothing called %j', (name) => {
    expect(characterOf(name)).toBeUndefined()
  })
})
