import { describe, expect, it } from 'vitest'
import { findMentions, isMentionOf } from '../../src/text/index.js'

describe('findMentions', () => {
  it.each([
    ['@**Echo** hi', { name: 'Echo', silent: false }],
    ['hi @**Echo|20**', { name: 'Echo', id: 20, silent: false }],
    ['(@**|20**)', { name: '', id: 20, silent: false }],
    ['hi @_**Echo**', { name: 'Echo', silent: true }],
    ['"@**Zoë 🥐 Brød**"', { name: 'Zoë 🥐 Brød', silent: false }],
    ['- @**Echo|Bot**', { name: 'Echo|Bot', silent: false }],
    ['@**Echo**', { kind: 'account', name: 'Echo' }],
    ['@*bakers*', { kind: 'group', name: 'bakers', silent: false }],
    ['(@_*The bakers*)', { kind: 'group', name: 'The bakers', silent: true }],
    ['> @*bakers*', { kind: 'group', name: 'bakers', silent: true }],
    ['@**all**', { kind: 'wildcard', name: 'all' }],
    ['@**all|20**', { kind: 'account', name: 'all', id: 20 }],
    ['@*a @**Echo**', { kind: 'account', name: 'Echo' }],
    ['> @**Echo**', { name: 'Echo', silent: true }],
    ['> said\n@**Echo** lazily', { name: 'Echo', silent: true }],
    ['> said\n\n@**Echo** again', { name: 'Echo', silent: false }],
    ['* > @**Echo**', { name: 'Echo', silent: true }],
    ['a > b @**Echo**', { name: 'Echo', silent: false }],
    ['and/@**Echo**', { name: 'Echo', silent: false }],
    ['```quote\n@**Echo**\n```', { name: 'Echo', silent: true }],
    ['~~~ quote\n@**Echo**\n~~~', { name: 'Echo', silent: true }],
    ['```quote\nsaid\n```\n@**Echo**', { name: 'Echo', silent: false }],
    ['```spoiler\n@**Echo**\n```', { name: 'Echo', silent: false }],
  ])('finds the mention in %j', (text, mention) => {
    expect(findMentions(text)).toMatchObject([mention])
  })

  it.each([
    ['an address', 'iago@**Echo**'],
    ['a group without an end', '@*bakers'],
    ['a group in code', '`@*bakers*`'],
    ['a group without a name', '@**'],
    ['inline code', 'say `@**Echo**`'],
    ['inline code over lines', 'say `a\n@**Echo**`'],
    ['fenced code', '```\n@**Echo**\n```'],
    ['indented code', 'so:\n\n    @**Echo**'],
    ['a mention half in code', 'a @**Ec`ho** b`'],
    ['no name', '@****'],
    ['a name without an end', '@**Echo'],
    ['plain text', 'Echo'],
  ])('finds none in %s', (_, text) => {
    expect(findMentions(text)).toEqual([])
  })

  it('returns the position of each mention', () => {
    const text = 'hi @**Echo** and @**Iago|8**, `@**x**` @_**y**'
    expect(findMentions(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      '@**Echo**',
      '@**Iago|8**',
      '@_**y**',
    ])
  })
})

describe('isMentionOf', () => {
  const echo = { name: 'Echo', id: 20 }

  it.each([
    ['@**Echo**', echo],
    ['@**eCHO**', echo],
    ['@**Echo|20**', echo],
    ['@**|20**', echo],
    ['@**|20**', { id: 20 }],
    ['@**Echo|20**', { name: 'Echo' }],
    ['@**ÉCLAIR**', { name: 'éclair' }],
  ])('matches %s with %j', (text, who) => {
    expect(findMentions(text).map((mention) => isMentionOf(mention, who))).toEqual([true])
  })

  it.each([
    ['@**Echoes**', echo],
    ['@**echo|20**', echo],
    ['@**Echo|21**', echo],
    ['@**|21**', echo],
    ['@**|20**', { name: 'Echo' }],
    ['@**Echo**', { id: 20 }],
    ['@**undefined**', {}],
    ['@**all**', echo],
    ['@*Echo*', echo],
  ])("doesn't match %s with %j", (text, who) => {
    expect(findMentions(text).map((mention) => isMentionOf(mention, who))).toEqual([false])
  })
})
