import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Bot } from '../../src/bot/index.js'
import { account, replyTo, type Said, say } from './fixture.js'

const told = { description: 'Do it' }

const bakery = {
  'GET /users': {
    members: [
      account(8, 'Iago', 200),
      account(10, 'Hamlet', 400),
      account(11, 'King Lear', 400),
      account(12, 'Twin', 400),
      account(13, 'Twin', 400),
      account(14, 'Gone', 400, { is_active: false }),
      account(17, 'Hamlet Prince', 400),
      account(15, 'שלום עולם', 400),
      account(16, '🥖 Baguette', 400),
    ],
  },
  'GET /users/8': { user: account(8, 'Iago', 200, { timezone: 'Europe/Rome' }) },
  'GET /users/user8%40example.com': { user: account(8, 'Iago', 200) },
  'GET /user_groups': {
    user_groups: [
      { id: 21, name: 'bakers', description: '', members: [8], direct_subgroup_ids: [], is_system_group: false },
      { id: 22, name: 'drivers', description: '', members: [], direct_subgroup_ids: [21], is_system_group: false },
      {
        id: 23,
        name: 'old',
        description: '',
        members: [8],
        direct_subgroup_ids: [],
        is_system_group: false,
        deactivated: true,
      },
    ],
  },
  'GET /streams': {
    streams: [
      { stream_id: 2, name: 'kitchen', description: '', invite_only: false },
      { stream_id: 3, name: 'cellar', description: '', invite_only: true },
    ],
  },
}
const asked: Said = { server: bakery }

describe('a <user> argument', () => {
  const bot = new Bot().command('who <who:user> [more...]', told, async ({ args }) => {
    const user = await args.who.lookUp()
    return `${user.user_id} ${args.more ?? ''}`.trim()
  })

  it.each<readonly [typed: string, found: string]>([
    ['@**Iago**', '8'],
    ['@_**iago**', '8'],
    ['@**Iago|8**', '8'],
    ['@**|8**', '8'],
    ['@**King Lear** is late', '11 is late'],
    ['@**Iago**, please', '8 please'],
    ['user8@example.com', '8'],
    ['8', '8'],
    ['@**שלום עולם**', '15'],
    ['\u200f@**שלום עולם**\u200f', '15'],
    ['\u2067@**שלום עולם**\u2069: hi', '15 hi'],
    ['@**🥖 Baguette** 🥐', '16 🥐'],
    ['@**Gone**', '14'],
    ...[
      'Iago',
      'iago',
      '@Iago',
      '@iago',
      'IAGO.',
      'Ｉａｇｏ',
      '"Iago"',
      '８',
      '＠Iago',
      'user8@example.com.',
      '<user8@example.com>',
    ].flatMap((typed) => [
      [typed, '8'] as const,
      [`${typed} the rye`, '8 the rye'] as const,
      [`${typed}: the rye`, '8 the rye'] as const,
    ]),
    ...['me', 'Me', 'myself'].map((typed) => [`${typed}, the rye`, '8 the rye'] as const),
    ['@**Iago**. The rye', '8 The rye'],
    ['"King Lear" is late', '11 is late'],
    ['@“King Lear” is late', '11 is late'],
    ['Hamlet Princess', '10 Princess'],
    ['Iago me', '8 me'],
  ])('resolves %s', async (typed, found) => {
    expect(await replyTo(bot, `who ${typed}`, asked)).toBe(found)
  })

  it.each([
    '@**Iago',
    '@*bakers*',
    '**Iago**',
    '@**Iago**x',
    '`@**Iago**`',
    '#**kitchen>lunch**',
    '-8',
    '8.5',
    '@',
    '1e3',
  ])('rejects %s with one reply that names the argument and shows the usage', async (typed) => {
    const { replies, calls } = await say(bot, `who ${typed}`, asked)
    expect(replies).toHaveLength(1)
    expect(replies[0]).toMatch(/^`<who>` can't be .*\. It should be a person: .*\nUsage: `who <who> \[more\.\.\.\]`$/)
    expect(calls).toEqual([])
  })

  it("doesn't take a word for the sender in a language that the bot doesn't speak", async () => {
    for (const word of ['ich', 'yo', '私']) {
      expect(await replyTo(bot, `who ${word}, the rye`, asked)).toMatch(/^`<who>` can't be /)
    }
  })

  it('rejects a mention inside code', async () => {
    for (const text of ['who `x @**Iago**`', 'who ```\n@**Iago**\n```', 'who\n```\n@**Iago**\n```']) {
      expect(await replyTo(bot, text, asked)).toMatch(/^`<who>` can't be /)
    }
  })

  it('never runs the handler with a part of a name', async () => {
    const lazy = new Bot().command('who <who:user> [more...]', told, ({ args }) => `ran with ${args.who.text}`)
    const replies = [
      'Hamlet Prince',
      '@hamlet prince is late',
      'King Lear is late',
      'Twin',
      'Iagoo',
      'it',
      '"Iago',
    ].map((typed) => replyTo(lazy, `who ${typed}`, asked))
    expect(await Promise.all(replies)).toEqual([
      '`<who>`: more than one is called `Hamlet`. Say which: `@_**Hamlet|10**`, `@_**Hamlet Prince|17**`.',
      '`<who>`: more than one is called `hamlet`. Say which: `@_**Hamlet|10**`, `@_**Hamlet Prince|17**`.',
      "`<who>`: I don't know `King`. Did you mean `@_**King Lear**`?",
      '`<who>`: more than one is called `Twin`. Say which: `@_**Twin|12**`, `@_**Twin|13**`.',
      "`<who>`: I don't know `Iagoo`. Did you mean `@_**Iago**`?",
      "`<who>` can't be `it`. It should be a person: a mention such as `@**Iago**`, an address, or an ID.",
      expect.stringMatching(/^`<who>`: I see `"`, but not the quotation mark that ends it\./),
    ])
  })

  it('takes a name of several words where nothing can follow', async () => {
    const alone = new Bot().command('who <who:user>', told, async ({ args }) =>
      String((await args.who.lookUp()).user_id),
    )
    expect(await replyTo(alone, 'who king lear', asked)).toBe('11')
    expect(await replyTo(alone, 'who @Hamlet Prince!', asked)).toBe('17')
    expect(await replyTo(alone, 'who Hamlet', asked)).toBe('10')
    expect(await replyTo(alone, 'who King', asked)).toBe(
      "`<who>`: I don't know `King`. Did you mean `@_**King Lear**`?",
    )
  })

  it('replies that the user is unknown and suggests a similar name', async () => {
    expect(await replyTo(bot, 'who @**Hamlt**', asked)).toBe(
      "`<who>`: I don't know `Hamlt`. Did you mean `@_**Hamlet**`?",
    )
    expect(await replyTo(bot, 'who @**all**', asked)).toBe("`<who>`: I don't know `all`.")
    expect(await replyTo(bot, 'who 999', asked)).toBe("`<who>`: I don't know `999`.")
    expect(await replyTo(bot, 'who nobody@example.com', asked)).toBe("`<who>`: I don't know `nobody@example.com`.")
  })

  it('rejects a mention whose name and ID belong to different users', async () => {
    expect(await replyTo(bot, 'who @**Hamlet|8**', asked)).toBe("`<who>`: I don't know `@_**Hamlet|8**`.")
  })

  it('lists the mentions with IDs when two users have the same name', async () => {
    expect(await replyTo(bot, 'who @**Twin**', asked)).toBe(
      '`<who>`: more than one is called `Twin`. Say which: `@_**Twin|12**`, `@_**Twin|13**`.',
    )
  })

  it('is looked up only when the handler calls lookUp(), and only once', async () => {
    const lazy = new Bot().command('who <who:user>', told, ({ args }) => args.who.text)
    expect((await say(lazy, 'who @**Iago**', asked)).calls).toEqual([])
    const eager = new Bot().command('who <who:user>', told, async ({ args: { who } }) => {
      await Promise.all([who.lookUp(), who.lookUp()])
      return (await who.lookUp()).full_name
    })
    const { calls, replies } = await say(eager, 'who 8', asked)
    expect(replies).toEqual(['Iago'])
    expect(calls).toEqual(['GET /users/8'])
  })
})

describe('a <group> argument', () => {
  const bot = new Bot().command('tell <group:group> [what...]', told, async ({ args }) => {
    return `${(await args.group.lookUp()).id} ${args.what ?? ''}`.trim()
  })

  it.each([
    ['@*bakers*', '21'],
    ['@_*Bakers* hello', '21 hello'],
    ['bakers', '21'],
    ['@bakers, hello', '21 hello'],
    ['*bakers*', '21'],
    ['"bakers" hello', '21 hello'],
    ['Bakers. Hello', '21 Hello'],
    ['22', '22'],
    ['２２', '22'],
  ])('resolves %s', async (typed, found) => {
    expect(await replyTo(bot, `tell ${typed}`, asked)).toBe(found)
  })

  it.each(['@**Iago**', '`@*bakers*`', '@*bakers', '@***', '@'])('rejects %s', async (typed) => {
    expect(await replyTo(bot, `tell ${typed}`, asked)).toMatch(/^`<group>` can't be .* It should be a group: /)
  })

  it("replies that the group is unknown, suggests a similar name, and doesn't find deactivated groups", async () => {
    expect(await replyTo(bot, 'tell bakrs', asked)).toBe(
      '`<group>`: there is no group called `bakrs`. Did you mean `@_*bakers*`?',
    )
    expect(await replyTo(bot, 'tell old', asked)).toBe('`<group>`: there is no group called `old`.')
  })
})

describe('a <topic> argument', () => {
  const bot = new Bot().command('close <where:topic>', told, async ({ args }) => {
    return `${args.where.channel}: ${JSON.stringify(await args.where.lookUp())}`
  })

  it.each<readonly [typed: string, found: string]>([
    ['#**kitchen>lunch**', 'kitchen: {"stream_id":2,"topic":"lunch"}'],
    ['#**Kitchen>a > b@7**', 'Kitchen: {"stream_id":2,"topic":"a > b"}'],
    ['#**kitchen>**', 'kitchen: {"stream_id":2,"topic":""}'],
    ['#**kitchen>שלום 🥖**', 'kitchen: {"stream_id":2,"topic":"שלום 🥖"}'],
    ...[
      'https://chat.example.com/#narrow/channel/2-kitchen/topic/rye.20.26.20more',
      'https://chat.example.com/#narrow/stream/2-kitchen/topic/rye.20.26.20more/near/123',
      '<https://CHAT.example.com/#narrow/channel/2-old-name/topic/rye.20.26.20more/with/123>.',
      '[#kitchen > rye](#narrow/channel/2-kitchen/topic/rye.20.26.20more)',
      '#narrow/channel/2/topic/rye.20.26.20more',
      '/#narrow/stream/2-kitchen/subject/rye.20.26.20more',
      '#kitchen > rye & more',
      'kitchen>rye & more',
    ].map((typed) => [typed, 'kitchen: {"stream_id":2,"topic":"rye & more"}'] as const),
    ['https://chat.example.com/#narrow/channel/2-kitchen/topic/', 'kitchen: {"stream_id":2,"topic":""}'],
    ['#narrow/channel/2-kitchen/topic/%E3%83%91%E3%83%B3.E3.83.91', 'kitchen: {"stream_id":2,"topic":"パンパ"}'],
  ])('parses %s', async (typed, found) => {
    expect(await replyTo(bot, `close ${typed}`, asked)).toBe(found)
  })

  it.each([
    'kitchen',
    '#kitchen',
    '#**kitchen**',
    '`#**kitchen>lunch**`',
    '#**>lunch**',
    '#**kitchen>lunch',
    'https://other.example.com/#narrow/channel/2-kitchen/topic/lunch',
    'https://chat.example.com/#narrow/dm/8-Iago/near/5',
    'https://chat.example.com/#narrow/channel/2-kitchen',
    'https://chat.example.com/#narrow/channel/2-kitchen/topic/.E3',
    'https://chat.example.com/x/#narrow/channel/2-kitchen/topic/lunch',
  ])('rejects %s', async (typed) => {
    expect(await replyTo(bot, `close ${typed}`, asked)).toMatch(
      /^`<where>` can't be .* It should be a channel and topic/,
    )
  })

  it('rejects a channel and topic without stars if anything can follow, and shows the stars', async () => {
    const bot = new Bot().command('post <where:topic> <text...>', told, ({ args }) => `ran in ${args.where.topic}`)
    expect(await replyTo(bot, 'post #kitchen>rye bread hello', asked)).toMatch('Did you mean `#**kitchen>rye**`?')
    expect(await replyTo(bot, 'post #narrow/channel/2/topic/rye hello', asked)).toBe('ran in rye')
    expect(await replyTo(bot, 'post #narrow/channel/9/topic/rye hello', asked)).toBe(
      '`<where>`: I know no channel called `#narrow/channel/9/topic/rye`.',
    )
  })

  it('suggests similar public channels but no private one', async () => {
    expect(await replyTo(bot, 'close #**kitchn>a**', asked)).toContain('Did you mean `#**kitchen>a**`?')
    expect(await replyTo(bot, 'close #**cellr>a**', asked)).toBe('`<where>`: I know no channel called `cellr`.')
  })

  it('resolves the channel of the message without an API call', async () => {
    const { replies, calls } = await say(bot, 'close #**kitchen>x**', { where: 'channel' })
    expect(replies).toEqual(['kitchen: {"stream_id":2,"topic":"x"}'])
    expect(calls).toEqual([])
  })
})

describe('word, number, choice and URL arguments', () => {
  const bot = new Bot()
    .command(
      'n <n:integer> [more...]',
      told,
      ({ args }) => `${args.n}${args.more === undefined ? '' : ` ${args.more}`}`,
    )
    .command('q <title:quoted> [more...]', told, ({ args }) => JSON.stringify([args.title, args.more]))
    .command('w <one:word>', told, ({ args }) => args.one)
    .command('c <what:Yes|no|later>', told, ({ args }) => args.what)
    .command('nn <n:integer> [m:integer]', told, ({ args }) => `${args.n} ${args.m}`)
    .command('u <link:url>', told, ({ args }) => args.link.href)
    .command('o [n:integer]', told, ({ args }) => String(args.n))
    .command('book <amount:number> [more...]', told, ({ args }) => JSON.stringify([args.amount, args.more]))

  it.each<readonly [typed: string, said: string]>([
    ['n 12', '12'],
    ['n -0', '0'],
    ['n +7, then', '7 then'],
    ['n 9007199254740991', '9007199254740991'],
    ['o', 'undefined'],
    ['o 3', '3'],
    ['book 12', '[12,null]'],
    ['book 1.', '[1,null]'],
    ['book -2.50, then', '[-2.5,"then"]'],
    ['book +.5', '[0.5,null]'],
    ['book -0.0', '[0,null]'],
    ['w "two', '"two'],
    ['q "rye bread" please', '["rye bread","please"]'],
    ['q “rye bread”', '["rye bread",null]'],
    ['q «pain de seigle»', '["pain de seigle",null]'],
    ['q « pain, « de » seigle » oui', '["pain, « de » seigle","oui"]'],
    ['q "say \\"hi\\" \\\\ \\n"', '["say \\"hi\\" \\\\ \\\\n",null]'],
    ['q ""', '["",null]'],
    ['q rye', '["rye",null]'],
    ['c YES', 'Yes'],
    ['c later.'.slice(0, -1), 'later'],
    ['u https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    ['u <http://example.com>', 'http://example.com/'],
    ...['−3', '–3', '—3', '－３', '-٣', '-3.', '-3!'].map((typed) => [`n ${typed}`, '-3'] as const),
    ...['1000', "1'000", '1’000', '1_000', '１０００', '#1000', '1000?'].map(
      (typed) => [`n ${typed}`, '1000'] as const,
    ),
    ...['1,000,000', '1.000.000'].map((typed) => [`n ${typed}`, '1000000'] as const),
    ['n 5 - then', '5 - then'],
    ['n 5 kittens', '5 kittens'],
    ['n 5 tomatoes', '5 tomatoes'],
    ['n 12 34567', '12 34567'],
    ['nn 2 100', '2 100'],
    ['book 1.', '[1,null]'],
    ['book 1,000.5', '[1000.5,null]'],
    ['book 1.000,5', '[1000.5,null]'],
    ['book 0.125', '[0.125,null]'],
    ...[
      '‘a b’',
      "'a b'",
      '“a b"',
      '„a b“',
      '„a b”',
      '”a b”',
      '«a b»',
      '« a b »',
      '»a b«',
      '‹a b›',
      '「a b」',
      '『a b』',
      '＂a b＂',
    ]
      .flatMap((quotation) => [quotation, `${quotation}?`, `${quotation},`, `${quotation}。`])
      .concat('`a b`')
      .map((typed) => [`q ${typed} c`, '["a b","c"]'] as const),
    ["q 'don't panic' yes", `["don't panic","yes"]`],
    ['q ‘don’t panic’ yes', '["don’t panic","yes"]'],
    ["q 'rock 'n' roll' x", `["rock 'n' roll","x"]`],
    ['q "say "hi" now" x', '["say \\"hi\\" now","x"]'],
    ['q \u200f"a b"\u200f c', '["a b","c"]'],
    ['q "a" "b c" d', '["a","\\"b c\\" d"]'],
    ["q don't panic", `["don't","panic"]`],
    ...[
      '[the menu](%)',
      '[x](<%> "y").',
      '<%>',
      '<%>.',
      '%.',
      '%,',
      '%!',
      '%?',
      '%)',
      '(%)',
      '(%).',
      '“%”',
      '%。',
      '%…',
    ].map((typed) => [`u ${typed.replace('%', 'https://example.com/menu')}`, 'https://example.com/menu'] as const),
    ['u https://example.com/a(b)', 'https://example.com/a(b)'],
    ['u https://example.com/a(b).', 'https://example.com/a(b)'],
    ['u HTTP://example.com/', 'http://example.com/'],
  ])('%s → %s', async (typed, said) => {
    expect(await replyTo(bot, typed)).toBe(said)
  })

  it.each([
    ['n 1.5', '<n>'],
    ['n 1e3', '<n>'],
    ['n 0x10', '<n>'],
    ['n 9007199254740993', '<n>'],
    ['n twelve', '<n>'],
    ['book 1e3', '<amount>'],
    ['book .', '<amount>'],
    ['book 1,5', '<amount>'],
    ['book NaN', '<amount>'],
    ['book 0x10', '<amount>'],
    ['book 9999999999999999', '<amount>'],
    ['n --1', '<n>'],
    ['o three', '[n]'],
    ['c maybe', '<what>'],
    ['u javascript:alert(1)', '<link>'],
    ['u example.com', '<link>'],
    ['u http://', '<link>'],
    ['u http:///x', '<link>'],
    ['u https://a b', undefined],
    ['u https://a?b=“c”', '<link>'],
    ['u `https://example.com`', '<link>'],
    ['u file:///etc/passwd', '<link>'],
  ])('rejects %s with the usage and without an error in the log', async (typed, argument) => {
    const { replies, lines } = await say(bot, typed)
    const start = argument === undefined ? "I don't know what to do with" : `\`${argument}\` can't be `
    expect(replies).toEqual([expect.stringMatching(/\nUsage: `/)])
    expect(replies[0]?.startsWith(start)).toBe(true)
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  it.each([
    ['n 1,000', '1,000', '`1000`'],
    ['n 1.000', '1.000', '`1000`'],
    ['n 1 000 eggs', '1 000', '`1000`'],
    ['n 1\u202f000 eggs', '1 000', '`1000`'],
    ['nn 1 000', '1 000', '`1000`'],
    ['n 1e3', '1e3', '`1000`'],
    ['book 1,5', '1,5', '`1.5`'],
    ['book 1.500', '1.500', '`1500` / `1.5000`'],
    ['u example.com/menu', 'example.com/menu', '`https://example.com/menu`'],
    ['u https:/example.com.', 'https:/example.com.', '`https://example.com`'],
  ])('rejects %s and suggests what it may mean', async (typed, found, meant) => {
    expect(await replyTo(bot, typed)).toMatch(` can't be \`${found}\`.`)
    expect(await replyTo(bot, typed)).toMatch(`Did you mean ${meant}?`)
  })

  it.each([
    '2 1/2 cups',
    '2 ½ cups',
    '2 and a half cups',
    '5 k',
    '5 million eggs',
    '5 dozen eggs',
    '5 % off',
    '5 - 7 eggs',
    '5 to 7 eggs',
    '5 or 6 eggs',
    '5, 6 and 7',
    '5 x 6',
    '5-7',
    '5%',
    '½',
    '3rd',
  ])('rejects the number in %s, of which it would be a part', async (typed) => {
    expect(await replyTo(bot, `n ${typed}`)).toMatch(/^`<n>` can't be `/)
    expect(await replyTo(bot, `book ${typed}`)).toMatch(/^`<amount>` can't be `/)
  })

  it.each([
    ['"rye bread', '"'],
    ['"rye"bread', '"'],
    ['‘rye bread" x', '‘'],
    ['"', '"'],
    ['’tis', '’'],
    ["'the dogs' bowl' x", "'"],
    ['"5" pipe" x', '"'],
  ])('replies that the quotation in %s has no end', async (typed, mark) => {
    expect(await replyTo(bot, `q ${typed}`)).toMatch(
      `\`<title>\`: I see \`${mark}\`, but not the quotation mark that ends it.`,
    )
  })

  it.each([
    ['remind tomorow 9am eat', 'tomorow', 'tomorrow 9am'],
    ['remind at 9am tommorrow eat', 'at 9am tommorrow', 'at 9am tomorrow'],
    ['remind wendesday 9:00', 'wendesday', 'wednesday 9:00'],
    ['remind in 5 minuts eat', 'in 5 minuts', 'in 5 minutes'],
    ['off febuary 3 skiing', 'febuary', 'february 3'],
    ['timer 5 minuts eggs', '5 minuts', '5 minutes'],
  ])('suggests the nearest date after the typo of %s', async (typed, found, meant) => {
    const dated = new Bot()
      .command('remind <when:date> [text...]', () => 'ok')
      .command('off <on:day> [text...]', () => 'ok')
      .command('timer <for:duration> [text...]', () => 'ok')
    const reply = await replyTo(dated, typed)
    expect(reply).toContain(`can't be \`${found}\``)
    expect(reply).toContain(`Did you mean \`${meant}\`?`)
  })

  it.each(['remind the eggs', 'remind lunch', 'timer minute hand'])('suggests no date for %s', async (typed) => {
    const dated = new Bot()
      .command('remind <when:date> [text...]', () => 'ok')
      .command('timer <for:duration> [text...]', () => 'ok')
    expect(await replyTo(dated, typed)).not.toContain('Did you mean')
  })

  it('suggests the only choice that begins so', async () => {
    expect(
      await replyTo(
        new Bot().command('deploy <env:staging|production>', () => 'ok'),
        'deploy prod',
      ),
    ).toContain('Did you mean `production`?')
  })

  it('suggests the nearest choice after a typo', async () => {
    expect(await replyTo(bot, 'c latr')).toBe(
      "`<what>` can't be `latr`. It should be one of `Yes`, `no`, `later`. Did you mean `later`?\nUsage: `c <what:Yes|no|later>`",
    )
  })

  it('replies which argument is missing and what it should be', async () => {
    expect(await replyTo(bot, 'n')).toBe(
      '`<n>` is missing. It should be a whole number, such as `12`.\nUsage: `n <n> [more...]`',
    )
  })
})

describe('several typed arguments', () => {
  const bot = new Bot().command('remind <who:user> <when:duration> [text...]', told, ({ args }) =>
    JSON.stringify([args.who.text, args.when, args.text]),
  )

  it('are parsed in order, whatever the white space between them', async () => {
    expect(await replyTo(bot, 'remind @**King Lear**  2 days\n  feed the sour\n\n    dough ')).toBe(
      JSON.stringify(['@**King Lear**', 172_800_000, 'feed the sour\n\n    dough']),
    )
  })

  it('are named individually in the error reply', async () => {
    expect(await replyTo(bot, 'remind @**King Lear** bread')).toMatch(/^`<when>` can't be `bread`\./)
    expect(await replyTo(bot, 'remind # 5m')).toMatch(/^`<who>` can't be `#`\./)
  })

  it("let the second of two commands match if the first doesn't", async () => {
    const two = new Bot()
      .command('show <n:integer>', told, () => 'number')
      .command('show <who:user>', told, () => 'user')
    expect(await replyTo(two, 'show 12')).toBe('number')
    expect(await replyTo(two, 'show @**Iago**')).toBe('user')
    expect(await replyTo(two, 'show it', asked)).toMatch(/^`<who>` can't be `it`/)
    expect(await replyTo(two, 'show 1.5')).toMatch(/^`<n>` can't be `1.5`/)
    two.command('show <what:word>', told, () => 'word')
    expect(await replyTo(two, 'show it')).toBe('word')
  })
})

describe('hostile arguments', () => {
  const bot = new Bot()
  const types = [
    'user',
    'group',
    'topic',
    'duration',
    'date',
    'day',
    'url',
    'integer',
    'number',
    'quoted',
    'word',
    'yes|no',
  ]
  for (const [at, type] of types.entries()) bot.command(`c${at} <x:${type}> [more...]`, told, () => 'ok')

  const long = 10_000
  const texts = {
    stars: '*'.repeat(long),
    mention: `@**${'a'.repeat(long)}`,
    mentions: '@**a** '.repeat(long / 7),
    'half mentions': '@**'.repeat(long / 3),
    link: `#**${'>'.repeat(long)}`,
    numbers: '9'.repeat(long),
    spans: '1s'.repeat(long / 2),
    'spaced spans': '1 s '.repeat(long / 4),
    commas: ','.repeat(long),
    'commas in a word': `${','.repeat(long)}x`,
    quotes: '"'.repeat(long),
    'quoted words': '"a b" '.repeat(long / 6),
    apostrophes: "'a ".repeat(long / 3),
    dashes: '–'.repeat(long),
    groups: '1 000'.repeat(long / 5),
    'spaced groups': `1${' 000'.repeat(long / 4)}`,
    brackets: '['.repeat(long),
    'half links': '[a]('.repeat(long / 4),
    parentheses: `https://a/${'('.repeat(long / 2)}${').'.repeat(long / 4)}`,
    backslashes: `"${'\\'.repeat(long)}`,
    backticks: '`'.repeat(long),
    'odd backticks': '` `` '.repeat(long / 5),
    directions: '\u200f'.repeat(long),
    blanks: `x${' '.repeat(long)}x`,
    times: '9:00 '.repeat(long / 5),
    months: 'march '.repeat(long / 6),
    url: `https://${'a.'.repeat(long / 2)}`,
    surrogates: '\ud83e'.repeat(long),
    one: 'a'.repeat(long),
    lines: '\n'.repeat(long),
  }

  it.each(Object.entries(texts))('get exactly one short reply: %s', async (_, text) => {
    for (const at of types.keys()) {
      const { replies, lines } = await say(bot, `c${at} ${text}`, asked)
      expect(replies).toHaveLength(1)
      expect(replies[0]?.length).toBeLessThan(600)
      expect(lines.filter(({ level }) => level === 'error')).toEqual([])
    }
  })

  it('get exactly one reply and never log an error', async () => {
    const piece = fc.constantFrom(
      '@',
      '**',
      '*',
      'Iago',
      '|8',
      '#',
      '>',
      '"',
      '`',
      '5',
      'm',
      ':',
      'tomorrow',
      ' ',
      'in',
      '2026-12-01',
      'T',
      '\u200f',
      '😀',
      '\0',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.nat(types.length - 1),
        fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 4 }))),
        async (at, pieces) => {
          const { replies, lines } = await say(bot, `c${at} ${pieces.join('')}`, asked)
          expect(replies).toHaveLength(1)
          expect(lines.filter(({ level }) => level === 'error')).toEqual([])
        },
      ),
    )
  })
})
