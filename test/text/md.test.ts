import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Message } from '../../src/protocol/index.js'
import { bakery as seed } from '../../src/simulator/realm/seed/seed.js'
import { md, ownWords } from '../../src/text/index.js'
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
          '&#42;',
          '&copy',
          '<b>',
          ':-- | --',
          '---|---',
          '2 * 3',
          ':100:',
          '10:30:00',
          '/poll',
          '١. ',
          'https://e.org/a_(b)',
          'e.org/x',
          '/',
          'a@e.org',
          '```quote',
          '***',
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
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
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
    ['on 2026-03-02', 'on 2026-03-02'],
    ['snake_case', 'snake_case'],
    ['rye\\new', 'rye\\new'],
    ['C:\\', 'C:&#92;'],
    ['Tom & Jerry', 'Tom & Jerry'],
    ['&lt;b&gt; &#42; &#x2A; &copy;', '&amp;lt;b&amp;gt; &amp;#42; &amp;#x2A; &amp;copy;'],
    ['`code`', '&#96;code&#96;'],
    ['2 * 3', '2 * 3'],
    ['2*3', '2&#42;3'],
    ['* first', '&#42; first'],
    ['the last *', 'the last &#42;'],
    ['@**all**', '@&#42;&#42;all&#42;&#42;'],
    ['~5 or ~~6~~', '~5 or &#126;&#126;6&#126;&#126;'],
    ['$5, $$x$$', '$5, &#36;&#36;x&#36;&#36;'],
    ['a < b <time:12>', 'a < b &lt;time:12>'],
    ['[x](y)', '[x]&#40;y)'],
    ['[x] (y)', '[x] (y)'],
    ['call [x]', 'call [x&#93;'],
    [':smile: :+1: :100:', '&#58;smile: &#58;+1: &#58;100:'],
    ['at 10:30:00', 'at 10:30:00'],
    ['# no heading', '&#35; no heading'],
    ['#', '&#35;'],
    ['###### none', '&#35;##### none'],
    ['#12 and ####### x', '#12 and ####### x'],
    ['> a', '&gt; a'],
    ['>a', '&gt;a'],
    ['- a', '&#45; a'],
    ['+ a', '&#43; a'],
    ['-a +b', '-a +b'],
    ['---', '&#45;--'],
    ['___', '&#95;__'],
    ['===', '&#61;=='],
    ['|--|--|', '&#124;--|--|'],
    ['|--|:-:|', '|--|&#58;-:|'],
    [':-- | --', '&#58;-- | --'],
    ['1. no list', '1&#46; no list'],
    ['١. no list', '١&#46; no list'],
    ['1) 1.5', '1) 1.5'],
    ['/me sleeps', '&#47;me sleeps'],
    ['/poll', '&#47;poll'],
    ['/todo a', '&#47;todo a'],
    ['/menu', '/menu'],
    ['https://e.org/a_b?c=[d]&e', 'https://e.org/a_b?c=[d]&e'],
    ['https://e.org/a*b', 'https:&#47;&#47;e.org&#47;a&#42;b'],
    [' two\nlines ', 'two lines'],
    ['a\0b\ud83d', 'a b\u{fffd}'],
    ['', ''],
  ])('turns %j into %j', (text, markdown) => {
    expect(md.escape(text)).toBe(markdown)
  })

  const places: readonly [place: string, before: string, after: string, tags: readonly string[]][] = [
    ['as a whole message', '', '', ['p']],
    ['in the middle of a line', 'Title: ', ' end', ['p']],
    ['in bold text', '**Title: ', ' end**', ['p', 'strong']],
    ['in a list item', '* ', '\n* b', ['ul', 'li', 'li']],
    ['in a quotation', '> ', '', ['blockquote', 'p']],
    ['on a line among others', 'a | b\n', '\nc', ['p', 'br', 'br']],
  ]

  it.each(places)('renders any text unchanged %s, with only its visible links', (_, before, after, tags) => {
    const shown = (around: string) => around.replace(/^[*>] |\*\*|(?<=\n)\* /g, '')
    fc.assert(
      fc.property(hostile, (text) => {
        fc.pre(oneLine(text) !== '')
        const markup = html(before + md.escape(text) + after)
        expect(plain(seen(markup))).toBe(plain(shown(before) + oneLine(text) + shown(after)))
        expect(tagsOf(markup).filter((tag) => tag !== 'a')).toEqual(tags)
        expect(markup).not.toMatch(/data-user|class="stream/)
      }),
      { numRuns: runs(500) },
    )
  })
})

describe('md.escapeInline', () => {
  it.each([
    [' a ', ' a '],
    ['a\n b', 'a\n b'],
    ['# 1. > -', '# 1. > -'],
    ['2*3', '2&#42;3'],
    ['@**all**', '@&#42;&#42;all&#42;&#42;'],
    ['`x` :tada: [y](z)', '&#96;x&#96; &#58;tada: [y]&#40;z)'],
    ['\ud83d\0', '\u{fffd}'],
    ['', ''],
  ])('turns %j into %j', (text, markdown) => {
    expect(md.escapeInline(text)).toBe(markdown)
  })

  it.each<[place: string, before: string, after: string, tags: readonly string[]]>([
    ['between words', 'Title: ', ' end', ['p']],
    ['right between words', 'Title', 'end', ['p']],
    ['in bold text', '**Title: ', ' end**', ['p', 'strong']],
    ['in brackets', '(', ')', ['p']],
  ])('renders any text of one line unchanged %s, with only its visible links', (_, before, after, tags) => {
    const shown = (around: string) => around.replaceAll('**', '')
    fc.assert(
      fc.property(hostile, (given) => {
        const text = given.replace(/[\s\p{Cc}]+/gu, ' ')
        fc.pre(text.trim() !== '')
        const markup = html(before + md.escapeInline(text) + after)
        expect(plain(seen(markup))).toBe(plain(shown(before) + text + shown(after)))
        expect(tagsOf(markup).filter((tag) => tag !== 'a')).toEqual(tags)
        expect(markup).not.toMatch(/data-user|class="stream/)
      }),
      { numRuns: runs(300) },
    )
  })

  it('keeps every line break', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(md.escapeInline(text).split('\n')).toHaveLength(text.split('\n').length)
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('md.mention', () => {
  it('mentions by name and ID', () => {
    expect(md.mention({ user_id: 8, full_name: 'Iago' })).toBe('@**Iago|8**')
    expect(md.mention({ id: 8, name: 'Iago' })).toBe('@**Iago|8**')
    expect(md.silentMention({ id: 8, name: 'Iago' })).toBe('@_**Iago|8**')
  })

  it('mentions exactly the given user, whatever the name', () => {
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
      { numRuns: runs(600) },
    )
  })
})

describe('md.group', () => {
  it('mentions a group, with or without notification', () => {
    expect(html(md.group('bakers'))).toBe(
      '<p><span class="user-group-mention" data-user-group-id="20">@bakers</span></p>',
    )
    expect(html(md.silentGroup({ name: 'bakers' }))).toContain('user-group-mention silent')
  })

  it("mentions nobody if the group's name is invalid", () => {
    fc.assert(
      fc.property(hostile, (name) => {
        expect(html(md.group(name))).not.toMatch(/data-user-id|data-user-group-id="(?!20")/)
      }),
    )
  })
})

describe('links to conversations', () => {
  it.each([
    [md.channelLink('kitchen'), '<a class="stream" data-stream-id="2" href="/#narrow/channel/2-kitchen">#kitchen</a>'],
    [md.topicLink('kitchen', 'lunch'), 'class="stream-topic" data-stream-id="2"'],
    [md.topicLink('kitchen', ''), '<em>general chat</em>'],
    [md.messageLink('kitchen', 'lunch', 105), 'href="/#narrow/channel/2-kitchen/topic/lunch/near/105"'],
    [md.topicLink({ name: 'kitchen', stream_id: 2 }, 'a*b'), 'href="#narrow/channel/2/topic/a.2Ab"'],
    [md.messageLink({ name: 'kit*chen', stream_id: 2 }, 'x', 5), 'href="#narrow/channel/2/topic/x/near/5"'],
    [md.channelLink({ name: 'kit*chen', stream_id: 2 }), '<a href="#narrow/channel/2">#kit&#42;chen</a>'],
    [md.channelLink('kit*chen'), '<p>#kit&#42;chen</p>'],
    [md.topicLink('kitchen', 'ends like @12'), '<p>#kitchen &gt; ends like @12</p>'],
    [md.topicLink('kitchen', 'ends like @12 '), '<p>#kitchen &gt; ends like @12</p>'],
    [md.topicLink('kitchen', 'ends like @١٢'), '<p>#kitchen &gt; ends like @١٢</p>'],
  ])('render %s', (markdown, markup) => {
    expect(html(markdown)).toContain(markup)
  })

  it('lead to the given topic, whatever its name', () => {
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
    ['[x](y)', 'https://e.org', '[&#91;x&#93;&#40;y)](https://e.org)'],
    ['run', 'javascript:alert(1)', 'run'],
    ['run', ' java\nscript:alert(1)', 'run'],
    ['data', 'DATA:text/html,x', 'data'],
    ['', 'https://e.org', '[https://e.org](https://e.org)'],
    ['nowhere', '', 'nowhere'],
  ])('links %j to %j as %s', (text, url, markdown) => {
    expect(md.link(text, url)).toBe(markdown)
  })

  it('renders exactly one link with the given text', () => {
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
  /** Without white space and control characters, some of which servers cut or replace in code. */
  const codeOf = (text: string) => text.replace(/\p{Surrogate}/gu, '\u{fffd}').replace(/[\s\p{Cc}]+/gu, '')

  it('render only code', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const inline = html(`say ${md.code(text)} now`)
        expect(tagsOf(inline)).toEqual(['p', 'code'])
        const block = html(`${md.codeBlock(text, 'ts')}\n\nEND`)
        expect(tagsOf(block)).toEqual(['div', 'pre', 'span', 'code', 'p'])
        expect(codeOf(seen(block))).toBe(codeOf(`${text}\n\nEND`))
      }),
      { numRuns: runs(500) },
    )
  })

  it.each(['quote', 'spoiler title', 'math', '`', 'a\nb', 'C++'])('render code with the language %j', (language) => {
    expect(tagsOf(html(md.codeBlock('x', language)))).toEqual(['div', 'pre', 'span', 'code'])
  })
})

describe('md.quote', () => {
  it.each([
    ['hi\nthere', '```quote\nhi\nthere\n```'],
    ['\n\r\nhi \n', '```quote\nhi\n```'],
    ['@**all** and @*bakers*', '```quote\n@_**all** and @_*bakers*\n```'],
    ['`@**all**`\n```\n@**all**\n```', '````quote\n`@**all**`\n```\n@**all**\n```\n````'],
    ['```quote\nold\n```\nnew', '````quote\n```quote\nold\n```\nnew\n````'],
    ['```\nopen', '````quote\n```\nopen\n```\n````'],
    ['```quote\n~~~ts\nopen', '````quote\n```quote\n~~~ts\nopen\n~~~\n```\n````'],
    ['```\t\nopen\r``\u0002`', '````quote\n```\t\nopen\n```\n````'],
    ['``\u0003`ts\nopen', '````quote\n```ts\nopen\n```\n````'],
    [' \n ', ''],
  ])('turns %j into %j', (text, markdown) => {
    expect(md.quote(text)).toBe(markdown)
  })

  it("renders one quotation without mentions, which its content can't end", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const markup = html(`START\n${md.quote(`x${text}`)}\nEND`)
        expect(markup).toMatch(/^<p>START<\/p>\n<blockquote>[\s\S]*<\/blockquote>\n<p>END<\/p>$/)
        expect([...markup.matchAll(/class="(?:user|topic)[^"]*"/g)].filter(([tag]) => !tag.includes('silent'))).toEqual(
          [],
        )
      }),
      { numRuns: runs(500) },
    )
  })

  it('keeps code blocks', () => {
    expect(html(md.quote('see\n```\na *b*\n```'))).toMatch(
      /^<blockquote>[\s\S]*<pre><span><\/span><code>a \*b\*\n<\/code>/,
    )
  })
})

describe('md.quoteMessage', () => {
  const hamlets = { id: 123, sender_id: 10, sender_email: 'hamlet@example.com', sender_full_name: 'Hamlet' }
  const inTopic = (content: string, subject = 'lunch', more = {}) =>
    Message.parse({ ...hamlets, type: 'stream', stream_id: 2, display_recipient: 'kitchen', subject, content, ...more })
  const recipients = [8, 10].map((id) => ({ id, email: `user${id}@example.com`, full_name: `User ${id}` }))

  it('names the author and links to the message, in channels and direct messages', () => {
    expect(md.quoteMessage(inTopic('Soup?\n```\n@**all**\n```'))).toBe(
      '@_**Hamlet|10** [said](#narrow/channel/2/topic/lunch/near/123):\n````quote\nSoup?\n```\n@**all**\n```\n````',
    )
    const direct = Message.parse({ ...hamlets, type: 'private', display_recipient: recipients, content: 'Soup?' })
    expect(md.quoteMessage(direct)).toBe('@_**Hamlet|10** [said](#narrow/dm/8,10-dm/near/123):\n```quote\nSoup?\n```')
  })

  it('is rendered as a quotation by the server', () => {
    expect(html(`${md.quoteMessage(inTopic('Soup?'))}\nYes.`)).toMatch(
      /^<p><span class="user-mention silent" data-user-id="10">Hamlet<\/span> <a href="#narrow[^"]*">said<\/a>:<\/p>\n<blockquote>\n<p>Soup\?<\/p>\n<\/blockquote>\n<p>Yes.<\/p>$/,
    )
  })

  it('is parsed as a quotation by bots, whatever the text, author and topic', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (text, name, topic) => {
        const quotation = md.quoteMessage(inTopic(`x${text}`, topic, { sender_full_name: name }))
        const { text: own, quoted } = ownWords(`${quotation}\n@**Echo** status`, { bot: { name: 'Echo' } })
        expect([own, quoted?.messageId, quoted?.sender?.id]).toEqual(['status', 123, 10])
        expect(quoted?.text.startsWith('x')).toBe(true)
      }),
      { numRuns: runs(500) },
    )
  })
})

describe('md.spoiler', () => {
  it('renders a title and hidden text', () => {
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

  it('accepts Markdown as content', () => {
    expect(html(md.spoiler('Why', { markdown: 'a **b**\n~~~\nc\n~~~' }))).toContain('<strong>b</strong>')
  })

  it('closes open fences in its content', () => {
    expect(md.spoiler('~ Why', { markdown: '```\nopen' })).toBe('~~~spoiler &#126; Why\n```\nopen\n```\n~~~')
  })
})

describe('md.table', () => {
  it('renders the given cells', () => {
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

  it('accepts numbers, gaps and rows of any length', () => {
    expect(md.table(['who', 'n'], [['Iago', 3], [null], [true, 2n, 'more']])).toBe(
      '| who | n |  |\n| --- | --- | --- |\n| Iago | 3 |  |\n|  |  |  |\n| true | 2 | more |',
    )
    expect(md.table([], [])).toBe('')
  })

  it.each([
    ['a mention, by its name', md.mention({ id: 8, name: 'Iago' }), '@**Iago**'],
    ['a silent mention, by its name', md.silentMention({ id: 8, name: 'Iago' }), '@_**Iago**'],
    ['bold text with a pipe', '**a|b**', '**a&#124;b**'],
    ['a pipe in code', `${md.code('a|b')} | ${md.code('c`|')}`, '`a|b` &#124; ``c`|``'],
    ['a topic with a pipe, as text', md.topicLink('kitchen', 'a|*'.slice(0, 2)), '#kitchen>a&#124;'],
    ['a group with a pipe, as text', md.group('a|b'), '@a&#124;b'],
    ['several lines, on one', 'a\n b', 'a b'],
  ])('accepts Markdown in a cell: %s', (_, markdown, written) => {
    expect(md.table(['a'], [[{ markdown }]])).toBe(`| a |\n| --- |\n| ${written} |`)
  })

  it('mentions users in cells', () => {
    expect(html(md.table(['who'], [[{ markdown: md.mention({ id: 8, name: 'Iago' }) }]]))).toContain('data-user-id="8"')
  })
})

describe('md.time', () => {
  it('renders a point in time and throws for an invalid date', () => {
    expect(md.time(new Date(0))).toBe('<time:1970-01-01T00:00:00Z>')
    expect(html(md.time(Date.UTC(2026, 2, 2, 5)))).toContain('<time datetime="2026-03-02T05:00:00Z">')
    expect(() => md.time(new Date('soon'))).toThrow(/can't show the time/)
  })
})
