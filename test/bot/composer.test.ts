import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import {
  type Access,
  type ArgsOf,
  access,
  adding,
  Bot,
  Composer,
  type GroupArgument,
  type Middleware,
  type TopicArgument,
  type UserArgument,
} from '../../src/bot/index.js'
import type { ChannelMessage } from '../../src/protocol/index.js'
import { checkedByCompiler } from '../checkedByCompiler.js'
import { account, replyTo, type Said, say } from './fixture.js'

const told = { description: 'Do it' }
const roleOf = (role: number): Said => ({ server: { 'GET /users/8': { user: account(8, 'Iago', role) } } })

describe('a module of commands', () => {
  it('adds its commands to the bot under its prefix', async () => {
    const topic = new Composer({ prefix: 'topic' })
      .command('list', told, () => 'all')
      .command('close <name>', told, (ctx) => `closed ${ctx.args.name}`)
    const bot = new Bot().use(topic).command('ping', told, () => 'pong')
    expect(await replyTo(bot, 'topic list')).toBe('all')
    expect(await replyTo(bot, 'Topic CLOSE lunch')).toBe('closed lunch')
    expect(await replyTo(bot, 'ping')).toBe('pong')
    expect(await replyTo(bot, 'list')).not.toBe('all')
    expect(await replyTo(bot, 'help')).toContain('* `topic close <name>`: Do it')
    expect(await replyTo(bot, 'topic clsoe lunch')).toContain('Did you mean `topic close lunch`?')
  })

  it('may be nested; its middleware runs inside that of the outer modules', async () => {
    const order: string[] = []
    const layer =
      (name: string): Middleware =>
      async (_, next) => {
        order.push(name)
        await next()
      }
    const inner = new Composer({ prefix: 'now' }).use(layer('inner')).command('go', told, () => 'gone')
    const outer = new Composer({ prefix: 'please' }).use(layer('outer')).use(inner)
    const bot = new Bot().use(layer('bot')).use(outer).use(layer('later'))
    expect(await replyTo(bot, 'please now go')).toBe('gone')
    expect(order).toEqual(['bot', 'outer', 'inner'])
  })

  it('runs its middleware only for its own commands', async () => {
    let ran = 0
    const counted = new Composer()
      .use(async (_, next) => {
        ran += 1
        await next()
      })
      .command('mine', told, () => 'mine')
    const bot = new Bot().use(counted).command('other', told, () => 'other')
    await say(bot, 'other')
    await say(bot, 'mine too much')
    expect(ran).toBe(0)
    await say(bot, 'mine')
    expect(ran).toBe(1)
  })

  it('catches its errors before the bot does', async () => {
    const burn = () => {
      throw new Error('burnt')
    }
    const inner = new Composer().catch(() => undefined).command('inner', told, burn)
    const module = new Composer()
      .use(inner)
      .catch((error) => `The module saw: ${error}`)
      .command('mine', told, burn)
    const bot = new Bot()
      .use(module)
      .command('other', told, burn)
      .catch(() => 'The bot saw it.')
    expect(await replyTo(bot, 'mine')).toBe('The module saw: Error: burnt')
    expect(await replyTo(bot, 'inner')).toBe('The module saw: Error: burnt')
    expect(await replyTo(bot, 'other')).toBe('The bot saw it.')
  })

  it('logs errors of its error handler, and the bot still sends its error reply', async () => {
    const failing = new Composer()
      .catch(() => {
        throw new Error('and again')
      })
      .command('mine', told, () => {
        throw new Error('burnt')
      })
    let seen: unknown
    const bot = new Bot()
      .use(async (ctx, next) => {
        await next()
        seen = ctx.error
      })
      .use(failing)
    const { replies, lines } = await say(bot, 'mine')
    expect(replies).toEqual(['Something went wrong; delivery d-1.'])
    expect(seen).toEqual(new Error('burnt'))
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(2)
  })

  it('can be used by several bots, and throws when it is changed after that', async () => {
    const module = new Composer().command('ping', told, () => 'pong')
    const bots = [new Bot().use(module), new Bot().use(module)]
    for (const bot of bots) expect(await replyTo(bot, 'ping')).toBe('pong')
    const inUse = expect.objectContaining({ code: 'module_in_use' })
    expect(() => module.command('pong', told, () => 'ping')).toThrow(inUse)
    expect(() => module.use(async (_, next) => next())).toThrow(inUse)
    expect(() => module.catch(() => 'no')).toThrow(inUse)
  })

  it('throws when it adds a duplicate command or is added twice', () => {
    const module = new Composer({ prefix: 'a' }).command('b', told, () => '')
    const duplicate = expect.objectContaining({ code: 'duplicate_command' })
    expect(() => new Bot().command('a b', told, () => '').use(module)).toThrow(duplicate)
    expect(() => new Bot().use(module).use(module)).toThrow(duplicate)
    expect(() => new Composer().command('b', told, () => '').command('b', told, () => '')).toThrow(duplicate)
  })

  it.each(['', '<who>', 'a <b>', '`'])('throws for the prefix %j', (prefix) => {
    expect(() => new Composer({ prefix })).toThrow(expect.objectContaining({ code: 'invalid_pattern' }))
  })
})

describe('an alias', () => {
  const bot = new Bot().command(
    'delete topic <name>',
    { description: 'Delete it', aliases: ['rm', 'drop topic'], examples: ['rm lunch'] },
    ({ args }) => `deleted ${args.name}`,
  )

  it('runs the command', async () => {
    for (const text of ['delete topic lunch', 'rm lunch', 'Drop TOPIC lunch']) {
      expect(await replyTo(bot, text)).toBe('deleted lunch')
    }
  })

  it('is shown in the help of the command, but not in the list of commands', async () => {
    expect((await replyTo(bot, 'help')).match(/^\*/gm)).toHaveLength(1)
    const manual = 'Delete it\nUsage: `delete topic <name>`\nFor example: `rm lunch`\nAlso called: `rm`, `drop topic`'
    expect(await replyTo(bot, 'help delete')).toBe(manual)
    expect(await replyTo(bot, 'help rm')).toBe(manual)
    expect(await replyTo(bot, 'rm')).toMatch(/^`<name>` is missing\.\nUsage: `delete topic <name>`/)
  })

  it.each([
    ['as the module has it', 'close #**kitchen>lunch**'],
    ['with the prefix', 'topic close #**kitchen>lunch**'],
    ['with all prefixes', 'admin topic close #**kitchen>lunch**'],
    ['by an alias', 'shut #**kitchen>lunch**'],
    ['by an alias with all prefixes', 'Admin topic shut #**kitchen>lunch**'],
  ])('appears with its prefixes once in an example written %s', async (_, example) => {
    const topic = new Composer({ prefix: 'topic' }).command(
      'close <where:topic>',
      { ...told, aliases: ['shut'], examples: [example] },
      () => '',
    )
    const bot = new Bot().use(new Composer({ prefix: 'admin' }).use(topic))
    const word = example.includes('shut') ? 'shut' : 'close'
    expect((await replyTo(bot, 'help admin topic close')).toLowerCase()).toContain(
      `for example: \`admin topic ${word} #**kitchen>lunch**\``,
    )
  })

  it('gets the prefix of its module', async () => {
    const module = new Composer({ prefix: 'my' }).command('list', { ...told, aliases: ['ls'] }, () => 'all')
    const bot = new Bot().use(module)
    expect(await replyTo(bot, 'my ls')).toBe('all')
    expect(await replyTo(bot, 'help my')).toContain('Also called: `my ls`')
  })

  it('throws if it has arguments, is empty, or is a duplicate', () => {
    const declare = (alias: string) => () => new Bot().command('a <b>', { ...told, aliases: [alias] }, () => '')
    expect(declare('c <d>')).toThrow(expect.objectContaining({ code: 'invalid_pattern' }))
    expect(declare('')).toThrow(expect.objectContaining({ code: 'invalid_pattern' }))
    expect(declare('a')).toThrow(expect.objectContaining({ code: 'duplicate_command' }))
  })
})

describe('access', () => {
  const only = (rule: Access) => new Bot().command('burn', { ...told, access: rule }, () => 'burnt')

  it.each([
    ['administrator', 100, true],
    ['administrator', 200, true],
    ['administrator', 300, false],
    ['moderator', 300, true],
    ['moderator', 400, false],
    ['owner', 200, false],
    ['member', 400, true],
    ['member', 600, false],
    ['guest', 600, true],
    ['administrator', 150, false],
  ] as const)('for %s, with the role %i: %s', async (rule, role, isLet) => {
    const reply = await replyTo(only(rule), 'burn', roleOf(role))
    if (isLet) expect(reply).toBe('burnt')
    else expect(reply).toMatch(/^Only .* may do this\.$/)
  })

  it('is denied to a deactivated user', async () => {
    const server = { 'GET /users/8': { user: account(8, 'Iago', 100, { is_active: false }) } }
    expect(await replyTo(only('guest'), 'burn', { server })).toMatch(/^Only /)
  })

  const groups = (members: number[], subgroup: number[], more: object = {}): Said => {
    const group = { description: '', is_system_group: false, ...more }
    return {
      server: {
        ...roleOf(400).server,
        'GET /user_groups': {
          user_groups: [
            { ...group, id: 21, name: 'Bakers', members, direct_subgroup_ids: [22] },
            { ...group, id: 22, name: 'night shift', members: subgroup, direct_subgroup_ids: [21] },
          ],
        },
      },
    }
  }

  it('by group accepts a name or ID and members of subgroups', async () => {
    for (const group of ['bakers', 21]) {
      expect(await replyTo(only({ group }), 'burn', groups([8], []))).toBe('burnt')
      expect(await replyTo(only({ group }), 'burn', groups([], [8]))).toBe('burnt')
      expect(await replyTo(only({ group }), 'burn', groups([9], [10]))).toMatch(/^Only members of the group/)
    }
  })

  it('by a group that is unknown or deactivated is denied to everybody, with a warning', async () => {
    const { replies, lines } = await say(only({ group: 'choir' }), 'burn', groups([8], [8]))
    expect(replies).toEqual(['Only members of the group `choir` may do this.'])
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'warn', fields: expect.objectContaining({ group: 'choir' }) }),
    )
    expect(await replyTo(only({ group: 'bakers' }), 'burn', groups([8], [], { deactivated: true }))).toMatch(/^Only /)
  })

  it('by a list of rules is granted by any of them', async () => {
    const rule: Access = ['owner', { group: 'bakers' }]
    expect(await replyTo(only(rule), 'burn', groups([8], []))).toBe('burnt')
    expect(await replyTo(only(rule), 'burn', roleOf(100))).toBe('burnt')
    expect(await replyTo(only(rule), 'burn', groups([], []))).toBe(
      'Only organization owners and members of the group `bakers` may do this.',
    )
  })

  it("is denied when the role can't be looked up", async () => {
    let ran = false
    const bot = new Bot().command('burn', { ...told, access: 'guest' }, () => {
      ran = true
    })
    expect(await replyTo(bot, 'burn')).toBe('Something went wrong; delivery d-1.')
    expect(ran).toBe(false)
  })

  it('is shown in the help, together with the rule of the module', async () => {
    const module = new Composer({ access: 'moderator' }).command('burn', { ...told, access: 'owner' }, () => '')
    expect(await replyTo(new Bot().use(module), 'help burn')).toBe(
      'Do it\nUsage: `burn`\nOnly for organization moderators.\nOnly for organization owners.',
    )
  })

  it('of a module is checked before its commands, as middleware or as an option', async () => {
    for (const module of [new Composer({ access: 'moderator' }), new Composer().use(access('moderator'))]) {
      const bot = new Bot().use(module.command('burn', told, () => 'burnt'))
      expect(await replyTo(bot, 'burn', roleOf(300))).toBe('burnt')
      expect(await replyTo(bot, 'burn', roleOf(400))).toBe('Only organization moderators may do this.')
    }
  })

  it.each(['boss', 'constructor', '', [], [''], { group: '' }, {}, null])('throws for the invalid rule %j', (rule) => {
    expect(() => only(rule as Access)).toThrow(expect.objectContaining({ code: 'invalid_access' }))
  })
})

describe('the types of a composer', () => {
  beforeEach(checkedByCompiler)

  it('infer the arguments from the pattern', () => {
    expectTypeOf<
      ArgsOf<'a <who:user> <g:group> <where:topic> <when:duration> [at:date] <link:url> <n:integer> <q:quoted> [w:word]'>
    >().toEqualTypeOf<{
      readonly who: UserArgument
      readonly g: GroupArgument
      readonly where: TopicArgument
      readonly when: number
      readonly at: Date | undefined
      readonly link: URL
      readonly n: number
      readonly q: string
      readonly w: string | undefined
    }>()
    expectTypeOf<ArgsOf<'a <b:yes|no> [c:one|two|three]'>>().toEqualTypeOf<{
      readonly b: 'yes' | 'no'
      readonly c: 'one' | 'two' | 'three' | undefined
    }>()
    expectTypeOf<ArgsOf<'a <b:nonsense>'>>().toEqualTypeOf<{ readonly b: never }>()
    new Composer({ prefix: 'x' }).command('a <n:integer>', told, (ctx) => {
      expectTypeOf(ctx.args.n).toEqualTypeOf<number>()
    })
  })

  it('include in the context what earlier middleware added', () => {
    const withOven: Middleware<unknown, { oven: { heat: number } }> = (_, next) => next({ oven: { heat: 230 } })
    const withHeat = adding((ctx: { readonly oven: { heat: number } }) => ({ heat: ctx.oven.heat }))
    const bot = new Bot()
      .use(withOven)
      .use(withHeat)
      .use(async (ctx, next) => {
        expectTypeOf(ctx.heat).toEqualTypeOf<number>()
        expectTypeOf(next).toEqualTypeOf<() => Promise<void>>()
        await next()
      })
    expectTypeOf(bot).toExtend<Bot<{ oven: { heat: number } } & { heat: number }>>()
    expectTypeOf(bot).toExtend<Bot>()
    bot
      .hears('hot?', (ctx) => expectTypeOf(ctx.oven.heat).toEqualTypeOf<number>() && undefined)
      .hears(/hot/, (ctx) => expectTypeOf(ctx.heat).toEqualTypeOf<number>() && undefined)
      .command('heat <n:integer>', told, (ctx) => {
        expectTypeOf(ctx.heat + ctx.args.n).toEqualTypeOf<number>()
        if (ctx.isChannelMessage()) expectTypeOf(ctx.message).toEqualTypeOf<ChannelMessage>()
      })
      .on('mention:channel', (ctx) => {
        expectTypeOf(ctx.message.stream_id).toEqualTypeOf<number>()
        expectTypeOf(ctx.heat).toEqualTypeOf<number>()
      })
      .onMention((ctx) => expectTypeOf(ctx.heat).toEqualTypeOf<number>() && undefined)
    // @ts-expect-error: there is no oven yet.
    new Bot().use(withHeat)
    // @ts-expect-error: what it says to add has to be passed along.
    const forgetful: Middleware<unknown, { oven: number }> = (_, next) => next()
    expectTypeOf(forgetful).toBeFunction()
    // @ts-expect-error: nobody added an oven.
    new Bot().hears('hot?', (ctx) => ctx.oven)
  })

  it('require that the bot provides what a module needs in the context', () => {
    const module = new Composer<{ readonly oven: number }>().command('heat', told, (ctx) => {
      expectTypeOf(ctx.oven).toEqualTypeOf<number>()
    })
    expectTypeOf(module).toExtend<Composer<{ readonly oven: number }>>()
    new Bot().use(adding(() => ({ oven: 230 }))).use(module)
    // @ts-expect-error: the bot has no oven.
    new Bot().use(module)
    const grown = new Composer()
      .use(adding(() => ({ oven: 230 })))
      .use(new Composer<{ readonly oven: number }>().command('cool', told, () => ''))
    new Bot().use(grown)
  })
})
