import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Bot, BotSetupError } from '../../src/bot/index.js'
import { testBot } from '../../src/testing/index.js'
import { typedVariants } from '../text/typedVariants.js'
import { account, replyTo, say } from './fixture.js'

const told = { description: 'Do it' }
const texts = (replies: readonly { readonly content: string }[]) => replies.map(({ content }) => content)

const bot = new Bot()
  .command('status', { ...told, aliases: ['how are things'] }, () => 'status')
  .command("who's on-call", told, () => 'who')
  .command('run --force', told, () => 'forced')
  .command('größe <x>', told, ({ args }) => `größe ${args.x}`)
  .command("vote <answer:yes|no|don't-know>", told, ({ args }) => `voted ${args.answer}`)
  .command('mark <language:c|c++|c#>', told, ({ args }) => `marked ${args.language}`)
  .command('sign <sign:+|-|👍|👎>', told, ({ args }) => `signed ${args.sign}`)
  .command('rate <n:integer>', told, ({ args }) => `rated ${args.n}`)
  .command('move <what> to <n:integer>', told, ({ args }) => `moved ${args.what} to ${args.n}`)
  .command('note <text...>', told, ({ args }) => `noted ${args.text}`)
  .command('list [filter...]', told, ({ args }) => `list of ${args.filter}`)
  .command('list all', told, () => 'all')
  .hears('good morning', () => 'morning')
  .hears(/^exactly!$/, () => 'exactly')

describe('a command', () => {
  it.each([
    ['status.', 'status'],
    ['Status!', 'status'],
    ['STATUS …', 'status'],
    ['status 👍🏽', 'status'],
    ['status :thumbs_up:', 'status'],
    ['status :)', 'status'],
    ['¡status!', 'status'],
    ['!status', 'status'],
    ['`status`', 'status'],
    ['“status.”', 'status'],
    ['**status**', 'status'],
    ['\u202bstatus\u202c', 'status'],
    ['👋 status', 'status'],
    [':wave: status!', 'status'],
    ['... status', 'status'],
    ['status \u200b', 'status'],
    ['\u200b status', 'status'],
    ['sta\ufefftus', 'status'],
    ['how\u00a0are\u3000things？', 'status'],
    ['who’s on‑call?', 'who'],
    ['run —force', 'forced'],
    ['GRO\u0308SSE 3', 'größe 3'],
    ['vote yes!', 'voted yes'],
    ['vote "yes".', 'voted yes'],
    ['vote Don’t–know 👍', "voted don't-know"],
    ['mark c.', 'marked c'],
    ['mark C++!', 'marked c++'],
    ['mark c#', 'marked c#'],
    ['sign +', 'signed +'],
    ['sign −', 'signed -'],
    ['sign 👎🏿', 'signed 👎'],
    ['rate 3!', 'rated 3'],
    ['rate 3.', 'rated 3'],
    ['move bread to, 3.', 'moved bread to 3'],
    ['note: buy milk!', 'noted buy milk!'],
    ['note buy milk 👍', 'noted buy milk 👍'],
    ['größe 3!', 'größe 3!'],
    ['list rye.', 'list of rye.'],
    ['list all.', 'all'],
    ['Good  morning!', 'morning'],
    ['“good morning” 🌞', 'morning'],
    ['exactly!', 'exactly'],
  ])('is understood as %j', async (typed, reply) => {
    expect(await replyTo(bot, typed)).toBe(reply)
  })

  it.each([
    ['vote 👍', "`<answer>` can't be `👍`"],
    ['vote yes because', "I don't know what to do with `because`"],
    ['status - now', "I don't know what to do with `- now`"],
    ['note!', '`<text...>` is missing'],
    ['exactly', "I don't understand"],
    ['ѕtatus', 'Did you mean `status`? From another alphabet: `ѕ`.'],
    ['vote уes', 'Did you mean `yes`?'],
    ['groesse 3', 'Did you mean `größe 3`?'],
  ])('is not understood as %j', async (typed, problem) => {
    expect(await replyTo(bot, typed)).toContain(problem)
  })

  it('runs in any characters that look the same', async () => {
    for (const [command, reply] of [
      ["who's on-call", 'who'],
      ['status', 'status'],
      ["vote don't-know", "voted don't-know"],
    ] as const) {
      await fc.assert(
        fc.asyncProperty(typedVariants(command), async (typed) => {
          expect(await replyTo(bot, typed)).toBe(reply)
        }),
      )
    }
  })

  it.each(['"', '’', '—', 'a\u0301\u0323', '👍', '\u200b', '!', ' .', ':a:', '`'])(
    'is looked for in linear time in 10,000 of %j',
    async (unit) => {
      for (const typed of [unit.repeat(10_000), `status ${unit.repeat(10_000)}`, `vote ${unit.repeat(10_000)}x`]) {
        const start = performance.now()
        await say(bot, typed)
        expect(performance.now() - start).toBeLessThan(1_000)
      }
    },
  )
})

describe('help', () => {
  it.each(['help?', 'Help!', 'help 🙏', 'ｈｅｌｐ', '“help”'])('lists the commands for %j', async (typed) => {
    expect(await replyTo(bot, typed)).toContain('I can do this:')
  })

  it.each(['help status.', 'help `status`', 'help: STATUS?', 'help sta\u00adtus'])(
    'explains one for %j',
    async (typed) => {
      expect(await replyTo(bot, typed)).toContain('Usage: `status`')
    },
  )
})

describe('an answer', () => {
  const asking = new Bot()
    .command('ask', told, async (ctx) => `got ${await ctx.ask('Well?', { choices: ['yes', 'no', "don't know"] })}`)
    .command('name', told, async (ctx) => `name ${await ctx.ask('Who?')}`)

  it.each([
    ['Yes.', 'got yes'],
    ['yes 👍', 'got yes'],
    ['`yes`', 'got yes'],
    ['**No**', 'got no'],
    ['1.', 'got yes'],
    ['2)', 'got no'],
    ['(3)', "got don't know"],
    ['#1', 'got yes'],
    ['３', "got don't know"],
    ['2️⃣', 'got no'],
    ['Don’t\u00a0\u00a0know!', "got don't know"],
    ['d.', "got don't know"],
    ['Cancel.', 'Cancelled.'],
    ['cancel!', 'Cancelled.'],
    ['“cancel”', 'Cancelled.'],
    ['not now.', "Please answer `yes`, `no` or `don't know`. Say `cancel` to stop."],
    ['👍', "Please answer `yes`, `no` or `don't know`. Say `cancel` to stop."],
  ])('%j to a question with choices is understood', async (typed, reply) => {
    await using chat = await testBot(asking)
    await chat.as('iago').dm('ask')
    expect(texts(await chat.as('iago').dm(typed))).toEqual([reply])
  })

  it.each([
    ['Cancel.', 'Cancelled.'],
    ['CANCEL!!', 'Cancelled.'],
    ['cancel 😢', 'Cancelled.'],
    ['cancel my flight', 'name cancel my flight'],
    ['“Jo” …', 'name “Jo” …'],
  ])('%j to a free question is understood', async (typed, reply) => {
    await using chat = await testBot(asking)
    await chat.as('iago').dm('name')
    expect(texts(await chat.as('iago').dm(typed))).toEqual([reply])
  })
})

describe('an approval', () => {
  const guarded = new Bot().command('deploy', told, async (ctx) => {
    await ctx.approve('Deploy?', { by: { users: [10] } })
    return 'deployed'
  })
  const lunch = { channel: 'kitchen', topic: 'lunch' }

  it.each(['Approve.', 'approve!', 'approve 👍', '@**Echo** **approve**', 'ａｐｐｒｏｖｅ'])(
    'is given by %j',
    async (typed) => {
      await using chat = await testBot(guarded)
      await chat.as('iago').say('@**Echo** deploy', lunch)
      const said = typed.startsWith('@') ? typed : `@**Echo** ${typed}`
      expect(texts(await chat.as('hamlet').say(said, lunch))).toEqual(['deployed'])
    },
  )

  it.each(['approve?', 'approve 👎', 'approve :thumbs_down:'])('is not given by %j', async (typed) => {
    await using chat = await testBot(guarded)
    await chat.as('iago').say('@**Echo** deploy', lunch)
    expect(texts(await chat.as('hamlet').say(`@**Echo** ${typed}`, lunch))).not.toContain('deployed')
  })

  it('is given and refused by its number with signs around it', async () => {
    await using chat = await testBot(guarded)
    const [first, second] = [
      await chat.as('iago').say('@**Echo** deploy', lunch),
      await chat.as('iago').say('@**Echo** deploy', lunch),
    ].map((replies) => String(replies[0]?.id))
    const [which] = texts(await chat.as('hamlet').say('@**Echo** approve.', lunch))
    const numbers = [...(which ?? '').matchAll(/`(\d+)`/g)].map(([, number]) => number)
    expect([first, second, ...numbers]).toHaveLength(4)
    expect(texts(await chat.as('hamlet').say(`@**Echo** Reject (${numbers[0]}).`, lunch))[0]).toContain('Rejected')
    expect(texts(await chat.as('hamlet').say(`@**Echo** approve #${numbers[1]}!`, lunch))).toEqual(['deployed'])
  })
})

describe('the group of an access rule', () => {
  const groups = (...names: string[]) => ({
    'GET /user_groups': {
      user_groups: names.map((name, at) => ({
        id: 30 + at,
        name,
        description: '',
        members: [8],
        direct_subgroup_ids: [],
        is_system_group: false,
      })),
    },
    'GET /users/8': { user: account(8, 'Iago', 400) },
  })
  const forBakers = new Bot().command('bake', { ...told, access: { group: 'night-bakers' } }, () => 'baked')

  it('is no other group that only looks like it, which anybody may have made', async () => {
    expect(await replyTo(forBakers, 'bake', { server: groups('Night-Bakers') })).toBe('baked')
    for (const name of ['night–bakers', 'night-bakers!', '(night-bakers)', 'ｎｉｇｈｔ-bakers']) {
      expect(await replyTo(forBakers, 'bake', { server: groups(name) })).not.toBe('baked')
    }
    expect(await replyTo(forBakers, 'bake', { server: groups('night–bakers', 'night-bakers') })).toBe('baked')
  })
})

describe('names that people can’t tell apart are refused', () => {
  const setups: readonly [string, () => unknown, readonly string[]][] = [
    [
      'commands',
      () => new Bot().command('größe', told, () => {}).command('gro\u0308ße', told, () => {}),
      ["'größe'", "'gro\u0308ße'"],
    ],
    [
      'aliases',
      () => new Bot().command('dry-run', { ...told, aliases: ['dry–run'] }, () => {}),
      ["'dry-run'", "'dry–run'"],
    ],
    ['choices', () => new Bot().command("a <x:don't|don’t>", told, () => {}), ["'don't'", "'don’t'"]],
    [
      'texts of hears',
      () => new Bot().hears('Hi there', () => {}).hears('hi\u00a0there', () => {}),
      ["'Hi there'", "'hi\u00a0there'"],
    ],
    ['invisible commands', () => new Bot().command('\u200b', told, () => {}), ['invisible']],
    ['invisible choices', () => new Bot().command('a <x:\u200b|b>', told, () => {}), ['empty']],
  ]
  it.each(setups)('%s', (_, setUp, quoted) => {
    expect(setUp).toThrow(BotSetupError)
    for (const part of quoted) expect(setUp).toThrow(part)
  })

  it('says where both were declared', () => {
    const setUp = () => new Bot().hears('hi', () => {}).hears('Hi', () => {})
    expect(setUp).toThrow(/at \S+folded\.test\.ts:\d+:\d+ and at \S+folded\.test\.ts:\d+:\d+\. Rename one\.$/)
    const commands = () => new Bot().command('hi', told, () => {}).command('Hi', told, () => {})
    expect(commands).toThrow(/at \S+folded\.test\.ts:\d+:\d+ and at \S+folded\.test\.ts:\d+:\d+\. Rename one\.$/)
  })

  it('choices of a question', async () => {
    const asks = new Bot().command('ask', told, (ctx) => ctx.ask('Well?', { choices: ["don't", 'don’t'] }))
    const { lines } = await say(asks, 'ask')
    expect(JSON.stringify(lines)).toContain("the choice 'don't' twice: people can't tell it from 'don’t'")
  })

  it('but signs may tell them apart', () => {
    expect(() =>
      new Bot()
        .command('a <x:c|c++|c#|+|-|👍|👎|1|2>', told, () => {})
        .hears('yes', () => {})
        .hears('yes!', () => {}),
    ).not.toThrow()
  })
})
