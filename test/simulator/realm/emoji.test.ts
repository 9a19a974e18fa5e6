import { describe, expect, it } from 'vitest'
import { emojiNames } from '../../../src/simulator/realm/organisation/emoji.js'
import { openBakery } from './bakery.js'

const kitchen = { channel: 'kitchen', topic: 'emoji' }
const rendered = (content: string) => {
  const bakery = openBakery()
  const message_id = bakery.say('iago', kitchen, content)
  return bakery.as('iago').call('messages.get', { message_id }).message.content
}

/** An emoji's characters, with the selector that makes a picture of signs such as an arrow or a digit. */
function asPicture(code: string): string {
  const [first = '', ...more] = code.split('-').map((part) => String.fromCodePoint(Number.parseInt(part, 16)))
  return more.length === 0 || more[0] === '\u20e3' ? `${first}\ufe0f${more.join('')}` : [first, ...more].join('')
}

/** Each emoji with its names, at the level of the first table and of the newer one. */
const tables = [386, 387].map((level) => {
  const { realm } = openBakery({ featureLevel: level })
  return { level, names: new Map(emojiNames(realm.world).map(({ code, names }) => [code, names])) }
})

describe('Unicode emoji', () => {
  it.each(tables)('are those up to 15.1 at level $level, with unique codes and names', ({ level, names }) => {
    expect(names.size).toBe(1_875)
    const all = [...names.values()].flat()
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength(level < 387 ? 2_999 : 3_308)
    for (const code of names.keys()) expect(code).toMatch(/^[\da-f]{4,5}(-[\da-f]{4,5})*$/)
  })

  it('are rendered for their characters', () => {
    const codes = [...(tables[1]?.names.keys() ?? [])]
    const shown = [...rendered(codes.map(asPicture).join(' ')).matchAll(/emoji emoji-([\da-f-]+)"/g)]
    expect(shown.map(([, code]) => code)).toEqual(codes)
  })

  it.each(['©', '↔', '#', '#⃣', '7', '7⃣'])('are not rendered for the text character %s', (sign) => {
    expect(rendered(sign)).toBe(`<p>${sign}</p>`)
  })

  it.each([
    [386, 'big_smile', '1f604'],
    [387, 'slight_smile', '1f642'],
    [386, 'smile', '1f642'],
    [387, 'smile', '1f604'],
  ])('have other names from level 387 on: at %i, %s is %s', (featureLevel, emoji_name, emoji_code) => {
    const { as, eventsOf } = openBakery({ featureLevel })
    as('iago').call('reactions.add', { message_id: 105, emoji_name })
    expect(eventsOf('reaction')).toMatchObject([{ emoji_name, emoji_code }])
  })

  it.each([
    [387, 'big_smile'],
    [386, 'slight_smile'],
  ])("at level %i don't include %s", (featureLevel, emoji_name) => {
    const { as } = openBakery({ featureLevel })
    expect(as('iago').refused('reactions.add', { message_id: 105, emoji_name })).toMatchObject({
      msg: `Emoji '${emoji_name}' does not exist`,
    })
  })

  it.each([
    ['working_on_it', '1f6e0'],
    ['tools', '1f6e0'],
    ['one', '0031-20e3'],
    ['x', '274e'],
    ['sparkles', '2728'],
    ['no_entry', '26d4'],
    ['ticket', '1f39f'],
    ['smile', '1f604'],
    ['shaking_face', '1fae8'],
    ['flag_antigua_and_barbuda', '1f1e6-1f1ec'],
    ['flag_us_outlying_islands', '1f1fa-1f1f2'],
    ['flag_åland_islands', '1f1e6-1f1fd'],
    ['flag_aland_islands', '1f1e6-1f1fd'],
    ['rainbow_flag', '1f3f3-200d-1f308'],
  ])('include %s', (emoji_name, emoji_code) => {
    const { as, eventsOf } = openBakery()
    as('iago').call('reactions.add', { message_id: 105, emoji_name })
    expect(eventsOf('reaction')).toMatchObject([{ emoji_name, emoji_code, reaction_type: 'unicode_emoji' }])
    as('iago').call('users.setOwnStatus', { emoji_name })
  })

  it.each([
    ['1f44d', ['+1', 'thumbs_up', 'like']],
    ['1f389', ['tada']],
    ['1f64f', ['folded_hands', 'welcome', 'thank_you', 'namaste', 'pray']],
    ['1f92e', ['face_vomiting', 'puke', 'vomit']],
    ['1f9e9', ['puzzle_piece', 'interlocking', 'jigsaw', 'piece', 'puzzle']],
    ['1f44b', ['wave', 'hello', 'hi']],
    ['1f605', ['sweat_smile']],
    ['1f440', ['eyes', 'looking']],
    ['2705', ['check', 'all_good', 'approved']],
    ['274c', ['cross_mark', 'incorrect', 'wrong']],
    ['1f680', ['rocket']],
    ['1f41b', ['bug', 'caterpillar']],
    ['1f525', ['fire', 'lit', 'hot', 'flame']],
    ['1f4c8', ['chart', 'upwards_trend', 'growing', 'increasing']],
    ['1f6a7', ['work_in_progress', 'construction_zone']],
    ['1f3c1', ['checkered_flag', 'race', 'go', 'start']],
    ['1f9fe', ['receipt', 'accounting', 'bookkeeping', 'evidence', 'proof']],
  ])('render %s for each of the names %j, and show the first', (code, names) => {
    const shown = rendered(names.map((name) => `:${name}:`).join(' '))
    expect([...shown.matchAll(/emoji-(\S+)"/g)].map(([, one]) => one)).toEqual(names.map(() => code))
    const character = String.fromCodePoint(Number.parseInt(code, 16))
    expect(rendered(character)).toContain(`:${names[0]}:</span>`)
  })

  it.each(['thumbsup', 'bow_tie', 'clock1', 'face_with_bags_under_eyes', 'constructor', ''])(
    "don't include %j",
    (emoji_name) => {
      expect(openBakery().as('iago').refused('reactions.add', { message_id: 105, emoji_name }).msg).toBe(
        `Emoji '${emoji_name}' does not exist`,
      )
    },
  )

  it('are rendered for their longest character sequence', () => {
    const sign = (code: string, name: string) => expect.stringContaining(`emoji-${code}" role="img" title="${name}"`)
    expect(rendered('👨‍👩‍👧')).toEqual(sign('1f468-200d-1f469-200d-1f467', 'family man woman girl'))
    expect(rendered('🏳️‍🌈!')).toEqual(sign('1f3f3-200d-1f308', 'rainbow flag'))
    expect(rendered('❤️')).toEqual(sign('2764', 'heart'))
    expect(rendered(':piñata:')).toEqual(sign('1fa85', 'piñata'))
    expect(rendered('1️⃣')).toEqual(sign('0031-20e3', 'one'))
    expect(rendered('🇩🇪')).toEqual(sign('1f1e9-1f1ea', 'flag germany'))
    expect(rendered('Zoë: 1 * 2 # 3')).toBe('<p>Zoë: 1 * 2 # 3</p>')
  })

  it('are not found in a long text without any', () => {
    const text = '漢字 1*2 '.repeat(1_400).trim()
    expect(rendered(text)).toContain('漢字')
  })
})
