import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bakery as seed } from '../../src/simulator/realm/seed/seed.js'
import { md } from '../../src/text/index.js'
import { runs } from '../seed.js'
import { openBakery } from '../simulator/realm/bakery.js'

const bakery = openBakery()
const html = (content: string, on = bakery) => String(on.as('iago').call('messages.render', { content }).rendered)

/** Texts that try to be more than texts. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['@**all**', '@**Iago**', '@**Iago|8**', '@*bakers*', '@_**Echo**', '@', '*', '**', '~~', '`', '```', '~~~'],
        ...[
          '#**kitchen**',
          '#**kitchen>lunch**',
          '[a](http://b.example)',
          '](',
          '[',
          ']',
          '(',
          ')',
          '<time:12>',
          '<',
          '>',
        ],
        ...[
          '$$x$$',
          '$',
          ':smile:',
          ':',
          '\\',
          '|',
          '# ',
          '- ',
          '1. ',
          '> ',
          '/me ',
          '\n',
          '\n\n',
          '    ',
          '\t',
          '\r\n',
        ],
        ...[
          'עִבְרִית',
          '\u202e',
          '🥐',
          '👨‍👩‍👧',
          '\0',
          '\ud83d',
          '=',
          '---',
          '+',
          '_',
          '_i_',
          '&amp;',
          '<b>',
          '!',
          '{',
          '}',
          "'",
          '"',
        ],
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 16 },
  )
  .map((parts) => parts.join(''))

/** What somebody sees of some HTML. */
function seen(markup: string): string {
  return markup
    .replace(/<span[^>]*class="emoji emoji-([\da-f-]+)"[^>]*>[^<]*<\/span>/g, (_, codes: string) =>
      codes
        .split('-')
        .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
        .join(''),
    )
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** A text as it can be seen at best: on one line, without what no message can have. */
function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\p{Surrogate}/gu, '\u{fffd}')
    .trim()
}

const plain = (text: string) => oneLine(text).replaceAll('\ufe0f', '').replace(/\s+/g, ' ').trim()
const tagsOf = (markup: string) =>
  [...markup.replace(/<span[^>]*class="emoji [^>]*>[^<]*<\/span>/g, '').matchAll(/<(\w+)/g)].map(([, tag]) => tag)

describe('md.escape', () => {
  it.each([
    ['plain text, 3.5 % (or so)', 'plain text, 3.5 % (or so)'],
    ['snake_case', 'snake_case'],
    ['rye\\new', 'rye\\new'],
    ['2 * 3', '2 \\* 3'],
    ['@**all**', '@\\*\\*all\\*\\*'],
    ['[x](http://e.org)', '\\[x\\]\\(http://e.org)'],
    ['# no heading', '\\# no heading'],
    ['1. no list', '1\\. no list'],
    ['/me sleeps', '\\/me sleeps'],
    [' two\nlines ', 'two lines'],
    ['a\0b\ud83d', 'a b\u{fffd}'],
    ['', ''],
  ])('writes %j as %j', (text, markdown) => {
    expect(md.escape(text)).toBe(markdown)
  })

  it('shows any text as it is, and makes nothing of it but the links that can be seen in it', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const markup = html(md.escape(text))
        expect(plain(seen(markup))).toBe(plain(text))
        expect(tagsOf(markup).filter((tag) => tag !== 'a')).toEqual(markup === '' ? [] : ['p'])
        expect(markup).not.toMatch(/data-user|class="stream/)
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('does so within other Markdown, too', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const markup = html(`Title: **x ${md.escape(text)} x** end`)
        expect(tagsOf(markup).filter((tag) => tag !== 'a')).toEqual(['p', 'strong'])
        expect(plain(seen(markup))).toBe(plain(`Title: x ${text} x end`))
      }),
      { numRuns: runs(1_000) },
    )
  })
})

describe('md.mention', () => {
  it('mentions by name and ID', () => {
    expect(md.mention({ user_id: 8, full_name: 'Iago' })).toBe('@**Iago|8**')
    expect(md.mention({ id: 8, name: 'Iago' })).toBe('@**Iago|8**')
    expect(md.silentMention({ id: 8, name: 'Iago' })).toBe('@_**Iago|8**')
  })

  it('mentions the one who is meant and nobody else, whatever the name', () => {
    fc.assert(
      fc.property(hostile, fc.boolean(), (name, silent) => {
        const users = seed.users.map((user) => (user.user_id === 10 ? { ...user, full_name: name } : user))
        const person = { user_id: 10, full_name: name }
        const markup = html(
          silent ? md.silentMention(person) : md.mention(person),
          openBakery({ seed: { ...seed, users } }),
        )
        expect([...markup.matchAll(/data-user[\w-]*="([^"]*)"/g)].map(([, id]) => id)).toEqual(['10'])
        expect(markup.includes('silent"')).toBe(silent)
      }),
      { numRuns: 150 },
    )
  })
})

describe('md.group', () => {
  it('mentions a group, loudly or not', () => {
    expect(html(md.group('bakers'))).toBe(
      '<p><span class="user-group-mention" data-user-group-id="20">@bakers</span></p>',
    )
    expect(html(md.silentGroup({ name: 'bakers' }))).toContain('user-group-mention silent')
  })

  it('mentions nobody by a name that is none', () => {
    fc.assert(
      fc.property(hostile, (name) => {
        expect(html(md.group(name))).not.toMatch(/data-user-id|data-user-group-id="(?!20")/)
      }),
    )
  })
})

describe('links to places', () => {
  it.each([
    [md.channelLink('kitchen'), '<a class="stream" data-stream-id="2" href="/#narrow/channel/2-kitchen">#kitchen</a>'],
    [md.topicLink('kitchen', 'lunch'), 'class="stream-topic" data-stream-id="2"'],
    [md.topicLink('kitchen', ''), '<em>general chat</em>'],
    [md.messageLink('kitchen', 'lunch', 105), 'href="/#narrow/channel/2-kitchen/topic/lunch/near/105"'],
    [md.topicLink({ name: 'kitchen', stream_id: 2 }, 'a*b'), 'href="#narrow/channel/2/topic/a.2Ab"'],
    [md.messageLink({ name: 'kit*chen', stream_id: 2 }, 'x', 5), 'href="#narrow/channel/2/topic/x/near/5"'],
    [md.channelLink({ name: 'kit*chen', stream_id: 2 }), '<a href="#narrow/channel/2">#kit*chen</a>'],
    [md.channelLink('kit*chen'), '<p>#kit*chen</p>'],
    [md.topicLink('kitchen', 'ends like @12'), '<p>#kitchen &gt; ends like @12</p>'],
  ])('%s', (markdown, markup) => {
    expect(html(markdown)).toContain(markup)
  })

  it('lead to the topic that is meant, whatever it is called', () => {
    const named = hostile.map((text) => oneLine([...text].slice(0, 60).join(''))).filter((text) => text !== '')
    fc.assert(
      fc.property(named, (topic) => {
        const markup = html(md.topicLink({ name: 'kitchen', stream_id: 2 }, topic))
        const [, path = ''] = /href="[^"]*\/topic\/([^"/]*)"/.exec(markup) ?? []
        expect(decodeURIComponent(path.replaceAll('.', '%'))).toBe(topic)
        expect(tagsOf(markup)).toEqual(['p', 'a'])
        expect(plain(seen(markup))).toBe(plain(`#kitchen > ${topic}`))
      }),
      { numRuns: runs(500) },
    )
  })
})

describe('md.link', () => {
  it.each([
    ['manual', 'https://e.org/a_(b) c', '[manual](https://e.org/a_%28b%29%20c)'],
    ['mail', 'mailto:a@e.org', '[mail](mailto:a@e.org)'],
    ['file', '/user_uploads/2/a.txt', '[file](/user_uploads/2/a.txt)'],
    ['[x](y)', 'https://e.org', '[\\[x\\]\\(y)](https://e.org)'],
    ['run', 'javascript:alert(1)', 'run'],
    ['run', ' java\nscript:alert(1)', 'run'],
    ['data', 'DATA:text/html,x', 'data'],
    ['', 'https://e.org', '[https://e.org](https://e.org)'],
    ['nowhere', '', 'nowhere'],
  ])('links %j to %j as %s', (text, url, markdown) => {
    expect(md.link(text, url)).toBe(markdown)
  })

  it('is one link with the text that was meant', () => {
    fc.assert(
      fc.property(hostile, hostile, (text, path) => {
        fc.pre(oneLine(text) !== '')
        const markup = html(md.link(text, `https://e.org/${path}`)).replace(/<div class="message_inline_image">.*/s, '')
        expect(tagsOf(markup)).toEqual(['p', 'a'])
        expect(plain(seen(markup))).toBe(plain(text))
        expect(markup).toMatch(/^<p><a href="https:\/\/e\.org\/[^"]*">/)
      }),
      { numRuns: runs(1_000) },
    )
  })
})

describe('md.code and md.codeBlock', () => {
  it('are code and nothing else', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const inline = html(`say ${md.code(text)} now`)
        expect(tagsOf(inline)).toEqual(['p', 'code'])
        const block = html(`${md.codeBlock(text, 'ts')}\n\nEND`)
        expect(tagsOf(block)).toEqual(['div', 'pre', 'span', 'code', 'p'])
        const lines = text
          .replaceAll('\0', '')
          .replace(/\p{Surrogate}/gu, '\u{fffd}')
          .replace(/\r\n?/g, '\n')
        expect(seen(block)).toBe(`${lines}\n\nEND`)
      }),
      { numRuns: runs(500) },
    )
  })

  it.each(['quote', 'spoiler title', 'math', '`', 'a\nb', 'C++'])('are code with the language %j, too', (language) => {
    expect(tagsOf(html(md.codeBlock('x', language)))).toEqual(['div', 'pre', 'span', 'code'])
  })
})

describe('md.quote', () => {
  it('is a quotation that mentions nobody', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const markup = html(`${md.quote(text)}\n\nEND`)
        expect(markup).toMatch(/^<blockquote>[\s\S]*<\/blockquote>\n<p>END<\/p>$/)
        expect([...markup.matchAll(/class="(?:user|topic)[^"]*"/g)].filter(([tag]) => !tag.includes('silent'))).toEqual(
          [],
        )
      }),
      { numRuns: runs(500) },
    )
  })
})

describe('md.spoiler', () => {
  it('shows a title and hides a text', () => {
    fc.assert(
      fc.property(hostile, hostile, (title, text) => {
        const markup = html(`${md.spoiler(title, text)}\n\nEND`)
        const [, head = '', body = ''] =
          /^<div class="spoiler-block"><div class="spoiler-header">\n([\s\S]*)<\/div><div class="spoiler-content" aria-hidden="true">\n([\s\S]*)<\/div><\/div>\n<p>END<\/p>$/.exec(
            markup,
          ) ?? []
        expect(plain(seen(head))).toBe(plain(title))
        expect(plain(seen(body))).toBe(plain(text))
        expect(markup).not.toMatch(/data-user|class="stream|<blockquote|<h\d|<li|<code|<strong|<em|<hr/)
      }),
      { numRuns: runs(500) },
    )
  })

  it('takes Markdown where it is said to be', () => {
    expect(html(md.spoiler('Why', { markdown: 'a **b**\n~~~\nc\n~~~' }))).toContain('<strong>b</strong>')
  })
})

describe('md.table', () => {
  it('has the cells that it was given', () => {
    const cell = hostile
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 4 }), (rows) => {
        const markup = html(`${md.table(['a', 'b|c'], rows)}\n\nEND`)
        const cells = [...markup.matchAll(/<t[hd]>([\s\S]*?)<\/t[hd]>/g)].map(([, content = '']) =>
          plain(seen(content)),
        )
        expect(cells).toEqual(['a', 'b|c', ...rows.flat().map(plain)])
        expect(markup).toMatch(/<\/table>\n<p>END<\/p>$/)
        expect(markup).not.toMatch(/data-user|class="stream|<code|<strong|<em/)
      }),
      { numRuns: runs(300) },
    )
  })

  it('takes numbers, gaps, rows of any length, and Markdown where it is said to be', () => {
    expect(
      md.table(['who', 'n'], [[{ markdown: md.mention({ id: 8, name: 'Iago' }) }, 3], [null], [true, 2n, 'more']]),
    ).toBe('| who | n |  |\n| --- | --- | --- |\n| @**Iago\\|8** | 3 |  |\n|  |  |  |\n| true | 2 | more |')
    expect(html(md.table(['who'], [[{ markdown: '@**Iago|8**' }]]))).toContain('data-user-id="8"')
    expect(md.table([], [])).toBe('')
  })
})

describe('md.time', () => {
  it('is a moment', () => {
    expect(md.time(new Date(0))).toBe('<time:1970-01-01T00:00:00Z>')
    expect(html(md.time(Date.UTC(2026, 2, 2, 5)))).toContain('<time datetime="2026-03-02T05:00:00Z">')
    expect(() => md.time(new Date('soon'))).toThrow(/can't show the time/)
  })
})
