import { createLinkifier } from 'earshot/linkify'
import { describe, expect, it } from 'vitest'
import { linkifier } from './linkifiers.js'

/** The URL that a template makes of values; a value of undefined is a group that takes no part in the match. */
function urlOf(template: string, values: Readonly<Record<string, string | undefined>>): string | undefined {
  const names = Object.keys(values)
  const pattern = names.map((name) => `(?:=(?P<${name}>[^|]*))?\\|`).join('')
  const text = names.map((name) => (values[name] === undefined ? '|' : `=${values[name]}|`)).join('')
  return createLinkifier([linkifier({ pattern, url_template: template })]).find(text)[0]?.url
}

/** The strings of RFC 6570, section 3.2. */
const values = {
  dub: 'me/too',
  hello: 'Hello World!',
  half: '50%',
  var: 'value',
  who: 'fred',
  base: 'http://example.com/home/',
  path: '/foo/bar',
  v: '6',
  x: '1024',
  y: '768',
  empty: '',
  undef: undefined,
}

describe('a URL template', () => {
  it.each([
    ['{var}', 'value'],
    ['{hello}', 'Hello%20World%21'],
    ['{half}', '50%25'],
    ['O{empty}X', 'OX'],
    ['O{undef}X', 'OX'],
    ['{x,y}', '1024,768'],
    ['{x,hello,y}', '1024,Hello%20World%21,768'],
    ['?{x,empty}', '?1024,'],
    ['?{x,undef}', '?1024'],
    ['?{undef,y}', '?768'],
    ['{var:3}', 'val'],
    ['{var:30}', 'value'],
    ['{+var}', 'value'],
    ['{+hello}', 'Hello%20World!'],
    ['{+half}', '50%25'],
    ['{base}index', 'http%3A%2F%2Fexample.com%2Fhome%2Findex'],
    ['{+base}index', 'http://example.com/home/index'],
    ['O{+empty}X', 'OX'],
    ['O{+undef}X', 'OX'],
    ['{+path}/here', '/foo/bar/here'],
    ['here?ref={+path}', 'here?ref=/foo/bar'],
    ['up{+path}{var}/here', 'up/foo/barvalue/here'],
    ['{+x,hello,y}', '1024,Hello%20World!,768'],
    ['{+path,x}/here', '/foo/bar,1024/here'],
    ['{+path:6}/here', '/foo/b/here'],
    ['{#var}', '#value'],
    ['{#hello}', '#Hello%20World!'],
    ['{#half}', '#50%25'],
    ['foo{#empty}', 'foo#'],
    ['foo{#undef}', 'foo'],
    ['{#x,hello,y}', '#1024,Hello%20World!,768'],
    ['{#path:6}here', '#/foo/bhere'],
    ['{.who}', '.fred'],
    ['{.who,who}', '.fred.fred'],
    ['{.half,who}', '.50%25.fred'],
    ['X{.empty}', 'X.'],
    ['X{.undef}', 'X'],
    ['X{.var:3}', 'X.val'],
    ['{/who}', '/fred'],
    ['{/half,who}', '/50%25/fred'],
    ['{/who,dub}', '/fred/me%2Ftoo'],
    ['{/var,empty}', '/value/'],
    ['{/var,undef}', '/value'],
    ['{/var,x}/here', '/value/1024/here'],
    ['{/var:1,var}', '/v/value'],
    ['{;who}', ';who=fred'],
    ['{;half}', ';half=50%25'],
    ['{;empty}', ';empty'],
    ['{;v,empty,who}', ';v=6;empty;who=fred'],
    ['{;v,undef,who}', ';v=6;who=fred'],
    ['{;hello:5}', ';hello=Hello'],
    ['{?who}', '?who=fred'],
    ['{?half}', '?half=50%25'],
    ['{?x,y,empty}', '?x=1024&y=768&empty='],
    ['{?x,y,undef}', '?x=1024&y=768'],
    ['{?var:3}', '?var=val'],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['{&x,y,empty}', '&x=1024&y=768&empty='],
    ['{&x,y,undef}', '&x=1024&y=768'],
    ['{var*}', 'value'],
    ['{?var*}', '?var=value'],
  ])('expands %s to %s as in RFC 6570', (template, url) => {
    expect(urlOf(template, values)).toBe(url)
  })

  it.each([
    ['what HTML reads as its own', '{v}', `<a href="x" title='y'>&`, '%3Ca%20href%3D%22x%22%20title%3D%27y%27%3E%26'],
    ['HTML characters in a reserved expansion', '{+v}', `"><script>&`, '%22%3E%3Cscript%3E&'],
    ['punctuation that only some encoders escape', '{v}', "!'()*", '%21%27%28%29%2A'],
    ['line breaks and control signs', '{v}', 'a\r\nb\0c\x7F', 'a%0D%0Ab%00c%7F'],
    ['control characters in a reserved expansion', '{+v}', 'a\r\n\0\x7F\x85\uFFFEb', 'a%0D%0A%00%7F%C2%85%EF%BF%BEb'],
    ['non-Latin text and emoji', '{v}', 'Ærø 🥐', '%C3%86r%C3%B8%20%F0%9F%A5%90'],
    ['a lone surrogate', '{v}{+v}', 'a\uD83Eb', 'a%EF%BF%BDba%EF%BF%BDb'],
    ['an existing escape', '{v}', 'a%20b', 'a%2520b'],
    ['only invalid escapes in a reserved expansion', '{+v}', 'a%20b%C3%86%zz', 'a%20b%C3%86%25zz'],
  ])('escapes %s', (_, template, value, url) => {
    expect(urlOf(template, { v: value })).toBe(url)
  })

  it.each([
    ['spaces and quotes', 'https://a.example/a b"<c>', 'https://a.example/a%20b%22%3Cc%3E'],
    ['non-ASCII characters', 'https://a.example/Ærø', 'https://a.example/%C3%86r%C3%B8'],
    ['a lone percent sign', 'https://a.example/100%', 'https://a.example/100%25'],
    ['no valid escape', 'https://a.example/a%20b', 'https://a.example/a%20b'],
    ['a lone surrogate', 'https://a.example/\uDC00', 'https://a.example/%EF%BF%BD'],
  ])('escapes in its literal text %s', (_, template, url) => {
    expect(urlOf(template, { v: 'x' })).toBe(url)
  })

  it.each([
    ['javascript:alert(1)'],
    ['JavaScript:alert(1)//{v}'],
    ['{+v}'],
    ['{+v}//x'],
    ['data:text/html,{v}'],
    ['vbscript:{v}'],
  ])('produces no link from %s if that would run a script', (template) => {
    expect(urlOf(template, { v: 'javascript:alert(1)' })).toBeUndefined()
  })

  it.each(['{v}', ' {+v}', '\n{+v}', 'java\tscript:{v}'])('produces no script URL from %j', (template) => {
    expect(urlOf(template, { v: 'javascript:alert(1)' })).not.toMatch(/^\s*[a-z]+:/i)
  })
})
