import { createLinkifier } from 'earshot/linkify'
import { describe, expect, it } from 'vitest'
import { issues, linkifier, orders } from './linkifiers.js'

const reversed = (url: string, pattern: string, url_template: string, reverse_template: string) =>
  createLinkifier([linkifier({ pattern, url_template, reverse_template })]).reverse(url)

describe('createLinkifier.reverse', () => {
  it('returns the text that links to the URL', () => {
    expect(createLinkifier([issues]).reverse('https://tracker.example.com/issue/12')).toBe('#12')
  })

  it('uses alternative templates', () => {
    expect(createLinkifier([issues]).reverse('https://tracker.example.com/i/12')).toBe('#12')
  })

  it('prefers the main URL template to alternative ones', () => {
    const ambiguous = linkifier({
      pattern: '(?P<a>[a-z]+)-(?P<b>[a-z]+)',
      url_template: 'https://a.example/{a}/{b}',
      reverse_template: '{a}-{b}',
      alternative_url_templates: ['https://a.example/{b}/{a}'],
    })
    expect(createLinkifier([ambiguous]).reverse('https://a.example/x/y')).toBe('x-y')
  })

  it.each([
    ['of no linkifier', 'https://elsewhere.example.com/'],
    ['with more than the template makes', 'https://tracker.example.com/issue/12#comment-3'],
    ['with something before it', 'see https://tracker.example.com/issue/12'],
    ['whose value the pattern does not match', 'https://tracker.example.com/issue/twelve'],
    ['without a value', 'https://tracker.example.com/issue/'],
    ['whose escapes are no text', 'https://tracker.example.com/issue/%FF'],
    ['that is no URL', 'issue 12'],
    ['that is empty', ''],
    ['of a linkifier that goes one way', 'https://orders.example.com/7'],
  ])('returns nothing for a URL %s', (_, url) => {
    expect(createLinkifier([issues, orders]).reverse(url)).toBeUndefined()
  })

  it('uses the linkifiers in order', () => {
    const short = linkifier({ ...issues, id: 7, pattern: 'i(?P<id>[0-9]+)', reverse_template: 'i{id}' })
    expect(createLinkifier([short, issues]).reverse('https://tracker.example.com/issue/12')).toBe('i12')
    expect(createLinkifier([issues, short]).reverse('https://tracker.example.com/issue/12')).toBe('#12')
  })

  it('returns no text that an earlier linkifier would link elsewhere', () => {
    const other = linkifier({ id: 7, pattern: '#1(?P<id>[0-9])', url_template: 'https://other.example.com/{id}' })
    const both = createLinkifier([other, issues])
    expect(both.reverse('https://tracker.example.com/issue/12')).toBeUndefined()
    expect(both.reverse('https://tracker.example.com/issue/22')).toBe('#22')
  })

  it.each([
    ['braces', '{{{x}}}', '{rye}'],
    ['a brace alone', '{x}}', 'rye}'],
    ['signs that patterns and replacements know', '$1 \\1 $& {x}', '$1 \\1 $& rye'],
    ['HTML', '<b>{x}</b> &amp;', '<b>rye</b> &amp;'],
  ])('keeps %s in the reverse template', (_, template, text) => {
    const pattern = `\\Q${text.replace('rye', '\\E(?P<x>[a-z]+)\\Q')}\\E`
    expect(reversed('https://a.example/rye', pattern, 'https://a.example/{x}', template)).toBe(text)
  })

  it('ignores white space around the template', () => {
    expect(reversed('https://a.example/rye', '(?P<x>[a-z]+)', 'https://a.example/{x}', ' {x}\n')).toBe('rye')
  })

  it.each([null, '', '  '])('returns nothing with the template %j', (reverse_template) => {
    const engine = createLinkifier([linkifier({ ...issues, reverse_template })])
    expect(engine.reverse('https://tracker.example.com/issue/12')).toBeUndefined()
  })
})

describe('a pasted URL', () => {
  const article = ['wiki:(?P<x>.+)', 'https://wiki.example.com/{x}', 'wiki:{x}'] as const

  it.each([
    ['escaped as the template does', 'https://wiki.example.com/Rye_%28bread%29', 'wiki:Rye_(bread)'],
    ['with signs that need no escape', 'https://wiki.example.com/Rye_(bread)', 'wiki:Rye_(bread)'],
    ['with small hex digits', 'https://wiki.example.com/%c3%86r%c3%b8', 'wiki:Ærø'],
    ['with other scripts', 'https://wiki.example.com/Ærø', 'wiki:Ærø'],
    ['with needless escapes', 'https://%77iki.example.com/%72ye', 'wiki:rye'],
    ['with an escaped slash in the value', 'https://wiki.example.com/a%2Fb', 'wiki:a/b'],
  ])('is recognised %s', (_, url, text) => {
    expect(reversed(url, ...article)).toBe(text)
  })

  it.each([
    ['path', 'https://wiki.example.com/a/b'],
    ['query', 'https://wiki.example.com/a?b'],
    ['fragment', 'https://wiki.example.com/a#b'],
  ])("isn't truncated at its %s", (_, url) => {
    expect(reversed(url, ...article)).toBeUndefined()
  })

  it("isn't truncated at an additional parameter", () => {
    const search = ['find (?P<q>.+)', 'https://a.example/?q={q}', 'find {q}'] as const
    expect(reversed('https://a.example/?q=rye', ...search)).toBe('find rye')
    expect(reversed('https://a.example/?q=rye&page=2', ...search)).toBeUndefined()
  })
})

describe('a template with several variables', () => {
  const word = '[a-z]+'

  it.each([
    ['{x}/{y}', '/rye/oats'],
    ['{x}{y}', '/ryeoats'],
    ['{x,y}', '/rye,oats'],
    ['{+x}/{+y}', '/rye/oats'],
    ['{#x,y}', '/#rye,oats'],
    ['{.x,y}', '/.rye.oats'],
    ['{/x,y}', '//rye/oats'],
    ['{;x,y}', '/;x=rye;y=oats'],
    ['{?x,y}', '/?x=rye&y=oats'],
    ['?z=1{&x,y}', '/?z=1&x=rye&y=oats'],
    ['{x}-{x}-{y}', '/rye-rye-oats'],
    ['{x:1}/{x}/{y}', '/r/rye/oats'],
    ['{x}/{x:1}/{y}', '/rye/r/oats'],
    ['{?y,x*}', '/?y=oats&x=rye'],
  ])('%s reads both values', (template, path) => {
    const url_template = `https://a.example/${template}`
    expect(reversed(`https://a.example${path}`, '(?P<x>rye):(?P<y>oats)', url_template, '{x}:{y}')).toBe('rye:oats')
  })

  it.each([
    ['{x}-{x}', '/rye-oats'],
    ['{x:1}/{x}', '/o/rye'],
    ['{x}/{x:1}', '/rye/o'],
    ['{x:1}', '/rye'],
  ])("%s rejects a URL that it doesn't produce", (template, path) => {
    const url_template = `https://a.example/${template}`
    expect(reversed(`https://a.example${path}`, `(?P<x>${word})`, url_template, '{x}')).toBeUndefined()
  })

  it('splits the URL where the pattern requires', () => {
    const split = (pattern: string, text: string) =>
      reversed('https://a.example/rye-oats-wheat', pattern, 'https://a.example/{x}-{y}', text)
    expect(split('(?P<x>[a-z]+)/(?P<y>[a-z-]+)', '{x}/{y}')).toBe('rye/oats-wheat')
    expect(split('(?P<x>[a-z-]+)/(?P<y>[a-z]+)', '{x}/{y}')).toBe('rye-oats/wheat')
    expect(
      reversed('https://a.example/RYE12', '(?P<x>[A-Z]+)-(?P<y>[0-9]+)', 'https://a.example/{x}{y}', '{x}-{y}'),
    ).toBe('RYE-12')
  })

  it.each([
    ['{;x}', '/;x'],
    ['{?x}', '/?x='],
    ['{/x}', '//'],
    ['{x}', '/'],
  ])('%s reads an empty value', (template, path) => {
    const url_template = `https://a.example/${template}`
    expect(reversed(`https://a.example${path}`, 'rye:(?P<x>[a-z]*)!', url_template, 'rye:{x}!')).toBe('rye:!')
  })

  it('reads an optional group as missing', () => {
    const optional = ['rye(?:/(?P<x>[a-z]+))?', 'https://a.example/{?x}'] as const
    expect(reversed('https://a.example/?x=oats', ...optional, 'rye/{x}')).toBe('rye/oats')
    expect(reversed('https://a.example/', ...optional, 'rye{x}')).toBe('rye')
    expect(reversed('https://a.example/', ...optional, 'rye/{x}')).toBeUndefined()
  })

  it('returns no text from which the pattern would read other values', () => {
    expect(
      reversed('https://a.example/rye/oats', '(?P<x>[a-z]+?)(?P<y>[a-z]+)', 'https://a.example/{x}/{y}', '{x}{y}'),
    ).toBeUndefined()
  })
})
