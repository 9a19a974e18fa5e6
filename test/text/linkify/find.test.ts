import { createLinkifier } from 'earshot/linkify'
import { describe, expect, it } from 'vitest'
import { issues, linkifier, orders } from './linkifiers.js'

const textsOf = (text: string, ...linkifiers: Parameters<typeof linkifier>[0][]) =>
  createLinkifier(linkifiers.map(linkifier))
    .find(text)
    .map((link) => link.text)

describe('createLinkifier.find', () => {
  it('returns the text, URL, position and ID of a link', () => {
    expect(createLinkifier([issues]).find('see #12!')).toEqual([
      { text: '#12', url: 'https://tracker.example.com/issue/12', start: 4, end: 7, id: 1 },
    ])
  })

  it('counts positions in UTF-16 units', () => {
    const text = '🥐 #1'
    const [link] = createLinkifier([issues]).find(text)
    expect(text.slice(link?.start, link?.end)).toBe('#1')
  })

  it.each([
    ['at the start', '#1', ['#1']],
    ['after white space', 'a #1\t#2\n#3\u00A0#4\u2003#5\u0085#6', ['#1', '#2', '#3', '#4', '#5', '#6']],
    ['after a quote, a bracket, a comma or a colon', `'#1 "#2 (#3 ,#4 :#5 <#6`, ['#1', '#2', '#3', '#4', '#5', '#6']],
    ['not after a letter, a digit or another sign', 'a#1 1#2 -#3 /#4 [#5 ##6 é#7 _#8', []],
    ['before any sign', '#1. #2, #3) #4- #5/ #6# #7_ #8🥐', ['#1', '#2', '#3', '#4', '#5', '#6', '#7', '#8']],
    ['not before a letter or a digit of any script', '#1a #2é #3д #4字 #5٣ #6½', []],
    ['one sign apart', '#1 #2,#3', ['#1', '#2', '#3']],
    ['at the end', 'x #1', ['#1']],
    ['in no text', '', []],
  ])('finds links %s', (_, text, found) => {
    expect(textsOf(text, issues)).toEqual(found)
  })

  it('takes the shorter match if a word continues after the longer one', () => {
    expect(textsOf('oven-12b', { pattern: 'oven(?:-[0-9]+)?', url_template: 'https://a.example/' })).toEqual(['oven'])
  })

  it('accepts the last character of a link as the separator before the next', () => {
    expect(textsOf('(#(#', { pattern: '#\\(|#', url_template: 'https://a.example/' })).toEqual(['#(', '#'])
  })

  it('ignores empty matches', () => {
    expect(textsOf(' x xx y', { pattern: 'x*', url_template: 'https://a.example/' })).toEqual(['x', 'xx'])
  })

  it.each([
    ['(?P<id>) groups', '(?P<id>[a-z]+)', 'rye', 'https://a.example/rye'],
    ['(?<id>) groups', '(?<id>[a-z]+)', 'rye', 'https://a.example/rye'],
    ['flags for the rest', '(?i)oven-(?P<id>[a-z]+)', 'OVEN-rye', 'https://a.example/rye'],
    ['alternatives', 'x(?P<id>[0-9])|y', 'y', 'https://a.example/'],
    ['Unicode classes', '(?P<id>\\p{Greek}+)', 'αβ', 'https://a.example/%CE%B1%CE%B2'],
    ['quoting that nothing ends', '(?P<id>a)\\Q.*', 'a.*', 'https://a.example/a'],
    ['quoting that ends', '(?P<id>a)\\Q.*\\E', 'a.*', 'https://a.example/a'],
    ['a backslash before a Q', '(?P<id>a)\\\\Q', 'a\\Q', 'https://a.example/a'],
  ])('supports %s', (_, pattern, text, url) => {
    const [link] = createLinkifier([linkifier({ pattern, url_template: 'https://a.example/{id}' })]).find(text)
    expect(link).toMatchObject({ text, url })
  })

  it('handles groups named like members of Object.prototype', () => {
    const pattern = 'x(?P<constructor>y)?(?P<__proto__>z)?'
    const engine = createLinkifier([linkifier({ pattern, url_template: 'https://a.example/{constructor}{__proto__}' })])
    expect(engine.find('x xy xyz').map(({ url }) => url)).toEqual([
      'https://a.example/',
      'https://a.example/y',
      'https://a.example/yz',
    ])
  })
})

describe('several linkifiers', () => {
  it('return their links one linkifier after the other, each in order of position', () => {
    const found = createLinkifier([orders, issues]).find('#1 ORDER-1 #2 ORDER-2')
    expect(found.map(({ text, id }) => [text, id])).toEqual([
      ['ORDER-1', 2],
      ['ORDER-2', 2],
      ['#1', 1],
      ['#2', 1],
    ])
  })

  it('give precedence to the earlier one', () => {
    const numbers = linkifier({ id: 3, pattern: '[A-Z]+-[0-9]', url_template: 'https://numbers.example.com/' })
    expect(
      createLinkifier([orders, numbers])
        .find('ORDER-1 A-2')
        .map(({ id }) => id),
    ).toEqual([2, 3])
    expect(
      createLinkifier([numbers, orders])
        .find('ORDER-1 A-2')
        .map(({ id }) => id),
    ).toEqual([3, 3])
  })

  it('continue after text that another one has matched', () => {
    const words = { id: 3, pattern: '#?[0-9a-z]+(?: [a-z]+)?', url_template: 'https://words.example.com/' }
    expect(textsOf('rye #1 oats', issues, words)).toEqual(['#1', 'rye', 'oats'])
  })
})

describe('createLinkifier.topicLinks', () => {
  it('returns links in order of position', () => {
    expect(createLinkifier([issues, orders]).topicLinks('ORDER-7 after #1')).toEqual([
      { text: 'ORDER-7', url: 'https://orders.example.com/7' },
      { text: '#1', url: 'https://tracker.example.com/issue/1' },
    ])
  })

  it('returns no links if nothing matches', () => {
    expect(createLinkifier([issues]).topicLinks('greetings')).toEqual([])
  })
})
