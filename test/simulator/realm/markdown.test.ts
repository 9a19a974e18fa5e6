import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageLink, messageOf } from '../../../src/simulator/realm/conversations/messages.js'
import { runs } from '../../seed.js'
import { openBakery } from './bakery.js'

const bakery = openBakery()
const html = (content: string) => {
  const message_id = bakery.say('iago', { channel: 'kitchen', topic: 'markdown' }, content)
  return bakery.as('iago').call('messages.get', { message_id }).message.content
}
const inline = (content: string) => html(content).replace(/^<p>([\s\S]*)<\/p>$/, '$1')

const echo = '<span class="user-mention" data-user-id="20">@Echo</span>'
const issue = (id: number) => `<a href="https://tracker.example.com/issue/${id}">#${id}</a>`

describe('Markdown elements', () => {
  it.each([
    ['plain text', 'plain text'],
    ['one\ntwo', 'one<br>\ntwo'],
    ['**b** *i* ~~s~~ `c`', '<strong>b</strong> <em>i</em> <del>s</del> <code>c</code>'],
    ['snake_case and _under_ __scores__', 'snake_case and _under_ __scores__'],
    ['<b>raw</b> & "quotes"', '&lt;b&gt;raw&lt;/b&gt; &amp; "quotes"'],
    ['`"<`', '<code>"&lt;</code>'],
    ['&quot;', '&quot;'],
    ['&#42;not italics&#42;', '&#42;not italics&#42;'],
    ['&nonsense', '&amp;nonsense'],
    ['[text](https://example.com/a?b=c&d)', '<a href="https://example.com/a?b=c&amp;d">text</a>'],
    ['[](https://example.com)', '<a href="https://example.com">https://example.com</a>'],
    ['[x](javascript:alert(1))', '[x](javascript:alert(1))'],
    ['see https://example.com/x.', 'see <a href="https://example.com/x">https://example.com/x</a>.'],
    ['www.example.com', '<a href="http://www.example.com">www.example.com</a>'],
    ['[here](https://bakery.example.com/#narrow/channel/2-kitchen)', '<a href="#narrow/channel/2-kitchen">here</a>'],
    [
      '$$x < 1$$',
      '<span class="katex"><span class="katex-mathml"><math><semantics><annotation encoding="application/x-tex">x &lt; 1</annotation></semantics></math></span></span>',
    ],
    ['/me bakes', '/me bakes'],
    ['<time:2026-03-02 05:01:00+00:00>', '<time datetime="2026-03-02T05:01:00Z">2026-03-02 05:01:00+00:00</time>'],
    ['<time:2026-03-02 05:01>', '<time datetime="2026-03-02T05:01:00Z">2026-03-02 05:01</time>'],
  ])('are rendered in %j', (content, expected) => {
    expect(inline(content)).toBe(expected)
  })

  it.each([
    ['# Bread', '<h1>Bread</h1>'],
    ['#Bread', '<p>#Bread</p>'],
    ['one\n\ntwo', '<p>one</p>\n<p>two</p>'],
    ['one\n---', '<p>one</p>\n<hr>'],
    ['* a\n* b\n  * c', '<ul>\n<li>a</li>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>'],
    ['3. a\n4. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['> said\n> so', '<blockquote>\n<p>said<br>\nso</p>\n</blockquote>'],
    ['```quote\nsaid\n```', '<blockquote>\n<p>said</p>\n</blockquote>'],
    [
      '> @**Echo** @**all**',
      '<blockquote>\n<p><span class="user-mention silent" data-user-id="20">Echo</span> <span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span></p>\n</blockquote>',
    ],
    [
      '```py\nx < 1\n```',
      '<div class="codehilite" data-code-language="Python"><pre><span></span><code>x &lt; 1\n</code></pre></div>',
    ],
    ['~~~\nx\n~~~', '<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>'],
    ['    x', '<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>'],
    [
      '```constructor\nx\n```',
      '<div class="codehilite" data-code-language="constructor"><pre><span></span><code>x\n</code></pre></div>',
    ],
    [
      '```spoiler Who *did*\nthe **baker**\n```',
      '<div class="spoiler-block"><div class="spoiler-header">\n<p>Who <em>did</em></p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>the <strong>baker</strong></p>\n</div></div>',
    ],
    [
      '```spoiler\nx\n```',
      '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<p>x</p>\n</div></div>',
    ],
    [
      '```math\nx^2\n```',
      '<p><span class="katex-display"><span class="katex"><span class="katex-mathml"><math><semantics><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span></span></span></p>',
    ],
    [
      'a | b\n--|--\n1 | 2',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      'see https://example.com/a.png',
      '<p>see <a href="https://example.com/a.png">https://example.com/a.png</a></p>\n<div class="message_inline_image"><a href="https://example.com/a.png"><img src="https://example.com/a.png"></a></div>',
    ],
    [
      'https://example.com/a.png',
      '<div class="message_inline_image"><a href="https://example.com/a.png"><img src="https://example.com/a.png"></a></div>',
    ],
    [
      '- https://example.com/a.png b',
      '<ul>\n<li><a href="https://example.com/a.png">https://example.com/a.png</a> b<div class="message_inline_image"><a href="https://example.com/a.png"><img src="https://example.com/a.png"></a></div></li>\n</ul>',
    ],
    [
      '> https://example.com/a.png',
      '<blockquote>\n<p><a href="https://example.com/a.png">https://example.com/a.png</a></p>\n</blockquote>',
    ],
    [
      '[oven](https://example.com/a.mp4)',
      '<p><a href="https://example.com/a.mp4">oven</a></p>\n<div class="message_inline_image message_inline_video"><a href="https://example.com/a.mp4" title="oven"><video preload="metadata" src="https://example.com/a.mp4"></video></a></div>',
    ],
    [
      '![oven](/user_uploads/2/ab/oven.png)',
      '<p><img alt="oven" class="inline-image" src="/user_uploads/2/ab/oven.png"></p>',
    ],
    ['![oven](https://example.com/oven)', '<p><a href="https://example.com/oven">oven</a></p>'],
  ])('are rendered in %j', (content, expected) => {
    expect(html(content)).toBe(expected)
  })

  it('include fenced blocks in others, and unclosed ones', () => {
    expect(html('```quote\nbefore\n```js\nx\n```\nafter\n```\nout')).toBe(
      '<blockquote>\n<p>before</p>\n<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code>x\n</code></pre></div>\n<p>after</p>\n</blockquote>\n<p>out</p>',
    )
    expect(html('~~~quote\nnever closed')).toBe('<blockquote>\n<p>never closed</p>\n</blockquote>')
  })

  it('are replaced by a note if the HTML grows too large', () => {
    const small = openBakery({
      assumptions: { messageLength: 20 },
    })
    const message_id = small.say('iago', { channel: 'kitchen', topic: 'x' }, '🤣'.repeat(20))
    expect(small.as('iago').call('messages.get', { message_id }).message.content).toBe(
      '<p>[the service note: Sorry, we could not understand the formatting of your message]</p>',
    )
  })
})

describe('mentions', () => {
  it.each([
    ['@**Echo**', echo],
    ['@**ECHO**', echo],
    ['@**Echo|20**', echo],
    ['@**|20**', echo],
    ['("@**Echo**")', `("${echo}")`],
    ['/@**Echo**', `/${echo}`],
    ['@_**Echo**', '<span class="user-mention silent" data-user-id="20">Echo</span>'],
    ['@**Prospero**', '<span class="user-mention silent" data-user-id="14">Prospero</span>'],
    ['@**all**', '<span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span>'],
    ['@_**all**', '<span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span>'],
    ['@**topic**', '<span class="topic-mention">@topic</span>'],
    ['@*bakers*', '<span class="user-group-mention" data-user-group-id="20">@bakers</span>'],
    ['@_*BAKERS*', '<span class="user-group-mention silent" data-user-group-id="20">bakers</span>'],
    ['@*night-shift*', '<span class="user-group-mention silent" data-user-group-id="23">night-shift</span>'],
    ['@**nobody**', '@<strong>nobody</strong>'],
    ['@**echo|20**', '@<strong>echo|20</strong>'],
    ['@**Echo|8**', '@<strong>Echo|8</strong>'],
    ['@*nobody*', '@<em>nobody</em>'],
    ['a@**Echo**', 'a@<strong>Echo</strong>'],
    ['`@**Echo**`', '<code>@**Echo**</code>'],
    ['[@**Echo**](https://example.com)', `<a href="https://example.com">${echo}</a>`],
  ])('are rendered in %j', (content, expected) => {
    expect(inline(content)).toBe(expected)
  })
})

describe('mentions in a quote', () => {
  const silentEcho = '<span class="user-mention silent" data-user-id="20">Echo</span>'
  const quoted = (text: string) => `<blockquote>\n<p>${text}</p>\n</blockquote>`
  it.each([
    ['> @**Echo|20**', quoted(silentEcho)],
    ['> @*bakers*', quoted('<span class="user-group-mention silent" data-user-group-id="20">bakers</span>')],
    ['> @**topic**', quoted('<span class="topic-mention silent">topic</span>')],
    ['> ("@**Echo**")', quoted(`("${silentEcho}")`)],
    ['> **for @**Echo** **', quoted(`<strong>for ${silentEcho} </strong>`)],
    ['> > @**Echo**', quoted(`${silentEcho}`).replace(/<p>.*<\/p>/, (inner) => quoted(inner.slice(3, -4)))],
    ['```quote\n@**Echo** said\n```', quoted(`${silentEcho} said`)],
    ['```quote\n@**Echo**\n```\n@**Echo**', `${quoted(silentEcho)}\n<p>${echo}</p>`],
  ])('in %j are silent', (content, expected) => {
    expect(html(content)).toBe(expected)
  })

  it.each([
    ['> a@**Echo**', quoted('a@<strong>Echo</strong>')],
    ['> @**nobody** and a@*nobody*', quoted('@_<strong>nobody</strong> and a@<em>nobody</em>')],
    ['> `to @**Echo**`', quoted('<code>to @_**Echo**</code>')],
    ['>@**Echo**', quoted('@<strong>Echo</strong>')],
  ])('are not recognised in %j', (content, expected) => {
    expect(html(content)).toBe(expected)
  })
})

describe('links into the organisation', () => {
  it.each([
    ['#**general**', '<a class="stream" data-stream-id="1" href="/#narrow/channel/1-general">#general</a>'],
    [
      '#**kitchen>oven #12**',
      '<a class="stream-topic" data-stream-id="2" href="/#narrow/channel/2-kitchen/topic/oven.20.2312/with/104">#kitchen &gt; oven #12</a>',
    ],
    [
      '#**old-branch>a.b/c**',
      '<a class="stream-topic" data-stream-id="5" href="/#narrow/channel/5-old-branch/topic/a.2Eb.2Fc">#old-branch &gt; a.b/c</a>',
    ],
    [
      '#**general>plan@214**',
      '<a class="message-link" href="/#narrow/channel/1-general/topic/plan/near/214">#general &gt; plan @ 💬</a>',
    ],
    [
      '#**general>**',
      '<a class="stream-topic" data-stream-id="1" href="/#narrow/channel/1-general/topic/">#general &gt; <em>general chat</em></a>',
    ],
    ['#**cellar**', '#<strong>cellar</strong>'],
    ['#**KITCHEN**', '#<strong>KITCHEN</strong>'],
    ['x#**general**', 'x#<strong>general</strong>'],
  ])('are rendered in %j', (content, expected) => {
    expect(inline(content)).toBe(expected)
  })

  it('are made for messages in channels and direct messages', () => {
    const { world } = bakery.realm
    const linkTo = (id: number) => messageLink(world, messageOf(world, id))
    expect(linkTo(105)).toBe('https://bakery.example.com/#narrow/channel/2-kitchen/topic/lunch/near/105')
    expect(linkTo(107)).toBe('https://bakery.example.com/#narrow/dm/8,10-pm/near/107')
    expect(() => linkTo(9999)).toThrow(/no message 9999/)
  })
})

describe('emoji', () => {
  const bread = '<span aria-label="bread" class="emoji emoji-1f35e" role="img" title="bread">:bread:</span>'
  it.each([
    [':bread:', bread],
    ['🍞', bread],
    ['❤️', '<span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">:heart:</span>'],
    ['a🍞b', `a${bread}b`],
    [':+1:', '<span aria-label="+1" class="emoji emoji-1f44d" role="img" title="+1">:+1:</span>'],
    [':baguette:', '<img alt=":baguette:" class="emoji" src="/user_avatars/2/emoji/images/2.png" title="baguette">'],
    [':svc:', '<img alt=":svc:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/svc.png" title="svc">'],
    [':brioche: 10:30:45 :constructor:', ':brioche: 10:30:45 :constructor:'],
    ['`:bread: 🍞`', '<code>:bread: 🍞</code>'],
  ])('are rendered in %j', (content, expected) => {
    expect(inline(content)).toBe(expected)
  })
})

describe('linkifiers in messages', () => {
  it.each([
    ['#12', issue(12)],
    ['(#12, #13)', `(${issue(12)}, ${issue(13)})`],
    ['#12 #13', `${issue(12)} ${issue(13)}`],
    ['ORDER-7', '<a href="https://orders.example.com/7">ORDER-7</a>'],
    ['x#12 #12x #x', 'x#12 #12x #x'],
    ['`#12`', '<code>#12</code>'],
    ['[#12](https://example.com)', '<a href="https://example.com">#12</a>'],
    ['batch rye', '<a href="https://batches.example.com/?name=rye">batch rye</a>'],
  ])('are rendered in %j', (content, expected) => {
    expect(inline(content)).toBe(expected)
  })

  it('make the links of a topic in the order of its text', () => {
    const message_id = bakery.say('iago', { channel: 'kitchen', topic: 'ORDER-7 for #12' }, 'x')
    expect(bakery.as('iago').call('messages.get', { message_id }).message.topic_links).toEqual([
      { text: 'ORDER-7', url: 'https://orders.example.com/7' },
      { text: '#12', url: 'https://tracker.example.com/issue/12' },
    ])
  })
})

describe('times', () => {
  it.each([
    ['2017-06-05T22:30Z', '2017-06-05T22:30:00Z'],
    ['2017-06-05T22:30:15+02:00', '2017-06-05T20:30:15Z'],
    ['2017-06-05T22:30', '2017-06-05T22:30:00Z'],
    ['2017-06-05', '2017-06-05T00:00:00Z'],
    ['1496701800', '2017-06-05T22:30:00Z'],
    ['June 5, 2025 10:30pm', '2025-06-05T22:30:00Z'],
    ['31 Dec 2017 5:30 am IST', '2017-12-31T00:00:00Z'],
    ['Thu, 01 Jan 2026 10:00:00 GMT', '2026-01-01T10:00:00Z'],
    ['06/05/2025', '2025-06-05T00:00:00Z'],
    ['13/05/2025 10:00', '2025-05-13T10:00:00Z'],
    ['20260302T1030Z', '2026-03-02T10:30:00Z'],
    ['2026-03-02 10:30 -0500', '2026-03-02T15:30:00Z'],
    ['10:30', '2026-03-02T10:30:00Z'],
  ])('are rendered in <time:%s>', (given, datetime) => {
    expect(inline(`<time:${given}>`)).toBe(`<time datetime="${datetime}">${given}</time>`)
  })

  it.each(['tomorrow', '2017-13-40T99:99Z', '2026-02-30', '99999999999999999999'])(
    'stay text if they are invalid: <time:%s>',
    (given) => {
      expect(inline(`<time:${given}>`)).toBe(`&lt;time:${given}&gt;`)
    },
  )
})

describe('arbitrary text', () => {
  const pieces = fc.constantFrom(
    ...[
      '@**Echo**',
      '@_**',
      '**',
      '*',
      '`',
      '```quote\n',
      '```spoiler x\n',
      '```\n',
      '~~~',
      '> ',
      '* ',
      '\n',
      '\n\n',
      '$$',
      '<time:',
      '>',
      ':bread:',
      ':',
      '🍞',
      '#**general>',
      '#12',
      '[',
      '](',
      ')',
      '|',
      '<script>',
      '&',
      '_',
      '\\',
      '    ',
      'x',
      ' ',
    ],
  )

  it('is rendered without tags or attributes from the text', () => {
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 25 }), (parts) => {
        fc.pre(parts.join('').trim() !== '')
        const made = html(parts.join(''))
        expect(made).not.toMatch(/<script|javascript:/)
        const tags = new Set([...made.matchAll(/<\/?([a-z0-9]+)/g)].map(([, tag]) => tag))
        for (const tag of tags) expect(knownTags).toContain(tag)
      }),
      { numRuns: runs(300) },
    )
  })
})

const knownTags = [
  ...['p', 'br', 'strong', 'em', 'del', 'code', 'pre', 'span', 'div', 'a', 'img', 'time', 'blockquote', 'hr'],
  ...['ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['math', 'semantics', 'annotation'],
]

describe('a link to a private channel', () => {
  it.each([
    ['cordelia', /<a class="stream"/],
    ['othello', /#<strong>/],
  ])('is made only if its author, %s, can access the channel', (who, made) => {
    const { as, realm } = openBakery()
    as('cordelia').call('subscriptions.add', { subscriptions: [{ name: 'cellar' }], invite_only: true })
    const { id } = realm.account(who)
    const message_id = as(who).call('messages.send', { type: 'direct', to: [id], content: '#**cellar**' }).id
    expect(as(who).call('messages.get', { message_id }).message.content).toMatch(made)
  })
})
