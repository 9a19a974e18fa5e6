import { Bot as WholeBot, Commands as WholeCommands } from 'earshot'
import { Bot, BotSetupError, Commands, conversations, moreArguments, schedules } from 'earshot/edge'
import type { Delivery, DeliveryHandler } from 'earshot/receiver'
import { type TestChat, testBot } from 'earshot/testing'
import { afterEach, describe, expect, it } from 'vitest'

let chat: TestChat | undefined
afterEach(async () => {
  await chat?.close()
  chat = undefined
})

async function chatWith(bot: DeliveryHandler): Promise<TestChat> {
  chat = await testBot(bot)
  return chat
}

const contents = (messages: readonly { content: string }[]) => messages.map(({ content }) => content)
const once = { timezone: 'UTC' }

describe('a bot that is made with nothing', () => {
  it('has commands, help, hints and handlers', async () => {
    const bot = new Bot({ name: 'lean' })
    bot.command('echo <text...>', { description: 'Say it back' }, (ctx) => ctx.args.text)
    bot.onDirectMessage(async (ctx) => {
      await ctx.reply('First')
      return `Last of ${ctx.sender.name}`
    })
    const { as } = await chatWith(bot)
    expect(contents(await as('iago').dm('echo rye bread'))).toEqual(['rye bread'])
    expect(contents(await as('iago').dm('hello'))).toEqual(['First', 'Last of Iago'])
    expect(contents(await as('iago').dm('help'))[0]).toContain('echo <text...>')
  })

  it('reads words, numbers, spans, links and choices', async () => {
    const bot = new Bot()
    const pattern = 'bake <what:quoted> <count:integer> <time:duration> <link:url> <how:dark|light>'
    bot.command(pattern, { description: 'Bake' }, ({ args }) =>
      [args.what, args.count, args.time, args.link.host, args.how].join(', '),
    )
    const { as } = await chatWith(bot)
    const [reply] = await as('iago').dm('bake "rye bread" 2 1h https://example.com/rye dark')
    expect(reply?.content).toBe('rye bread, 2, 3600000, example.com, dark')
  })

  it.each(['user', 'group', 'topic', 'date'])('says what it takes to read an argument of the type %s', (type) => {
    const declare = () => new Bot().command(`do <it:${type}>`, { description: 'Do it' }, () => {})
    expect(declare).toThrow(BotSetupError)
    expect(declare).toThrow(
      `The command pattern 'do <it:${type}>' can't be used: the type '${type}' of '<it:${type}>' needs moreArguments, ` +
        'which this was made without. Make it with them: ' +
        "import { moreArguments } from 'earshot/edge', then new Bot({ with: [moreArguments] }); the Bot of 'earshot' has everything.",
    )
  })

  it('tells a type that there is not from one that it was made without', () => {
    expect(() => new Bot().command('do <it:usr>', { description: 'Do it' }, () => {})).toThrow(
      "the type 'usr', which there is not. Did you mean 'user'?",
    )
  })

  it('can ask nothing, which a compiler says, and the log', async () => {
    const bot = new Bot()
    // @ts-expect-error: the bot was made without conversations.
    bot.onDirectMessage((ctx) => ctx.ask('How large?'))
    const { as, log } = await chatWith(bot)
    const [reply] = await as('iago').dm('hello')
    expect(reply?.content).toContain('Something went wrong')
    const failure = log.find(({ message }) => message === 'The handler failed')
    expect(JSON.stringify(failure)).toContain('ctx.ask needs conversations, which this was made without.')
  })

  it('does nothing at certain times, which a compiler says, and an error', () => {
    const bot = new Bot()
    // @ts-expect-error: the bot was made without schedules.
    expect(() => bot.every('weekdays at 9:00', once, () => {})).toThrow('bot.every needs schedules')
    // @ts-expect-error: the same.
    expect(() => bot.catchScheduled(() => {})).toThrow('bot.catchScheduled needs schedules')
    // @ts-expect-error: the same for its modules.
    expect(() => new Commands().every('weekdays at 9:00', once, () => {})).toThrow('commands.every needs schedules')
  })

  it('takes over the commands of a module, and no schedules', () => {
    const module = new WholeCommands({ prefix: 'bread' })
    module.command('list', { description: 'List' }, () => 'rye')
    expect(() => new Bot().use(module)).not.toThrow()
    const timed = new WholeCommands().every('weekdays at 9:00', once, () => {})
    expect(() => new Bot().use(timed)).toThrow('A schedule of a module needs schedules')
  })

  it('has nothing due', async () => {
    const { as, advance } = await chatWith(new Bot().onDirectMessage(() => 'Yes.'))
    await advance('1d')
    expect(contents(await as('iago').dm('there?'))).toEqual(['Yes.'])
  })
})

describe('a bot that is made with', () => {
  it('conversations asks, over a restart', async () => {
    const bot = new Bot({ with: [conversations] })
    bot.onDirectMessage(async (ctx) => `Welcome, ${await ctx.ask('Who is there?')}.`)
    const { as, restart } = await chatWith(bot)
    expect(contents(await as('iago').dm('hello'))).toEqual(['Who is there?'])
    await restart()
    expect(contents(await as('iago').dm('Iago'))).toEqual(['Welcome, Iago.'])
  })

  it('schedules does something at its time, also what a module asks for', async () => {
    const bot = new Bot({ with: [schedules] })
    const done: string[] = []
    bot.every('every hour', once, (ctx) => done.push(ctx.name))
    bot.use(new Commands({ with: [schedules] }).every('every 2 hours', once, (ctx) => done.push(ctx.name)))
    const { advance } = await chatWith(bot)
    await advance('2h')
    expect(done.sort()).toEqual(['every 2 hours', 'every hour', 'every hour'])
  })

  it('more arguments reads people, groups, topics and dates', async () => {
    const bot = new Bot({ with: [moreArguments] })
    bot.command('tell <who:user> <when:date>', { description: 'Tell' }, async ({ args }) => {
      const { full_name } = await args.who.lookUp()
      return `${full_name} at ${args.when.toISOString()}`
    })
    bot.use(
      new Commands({ prefix: 'topic', with: [moreArguments] }).command(
        'move <where:topic> <to:group>',
        { description: 'Move' },
        ({ args }) => `${args.where.text} to ${args.to.text}`,
      ),
    )
    const { as } = await chatWith(bot)
    const [told] = await as('iago').dm('tell @**Hamlet** 2026-12-01T14:30Z')
    expect(told?.content).toBe('Hamlet at 2026-12-01T14:30:00.000Z')
    const [moved] = await as('iago').dm('topic move #**kitchen>lunch** bakers')
    expect(moved?.content).toBe('#**kitchen>lunch** to bakers')
  })

  it('several of them has them all, in types as well', async () => {
    const bot = new Bot({ with: [conversations, schedules, moreArguments] })
    bot.every('every hour', once, () => {})
    bot.command(
      'greet <who:user>',
      { description: 'Greet' },
      async (ctx) => `${await ctx.ask('How?')} ${ctx.args.who.text}`,
    )
    const { as } = await chatWith(bot)
    await as('iago').dm('greet @**Hamlet**')
    expect(contents(await as('iago').dm('Hi'))).toEqual(['Hi @**Hamlet**'])
  })
})

describe('a delivery out of a queue', () => {
  /** The bot as a queue hands deliveries to it, with what it does for them by name. */
  function queued(bot: DeliveryHandler, fails = false): DeliveryHandler & { readonly names: string[] } {
    const names: string[] = []
    return {
      names,
      handle: (delivery) => bot.handle(asQueued(delivery, names, fails)),
    }
  }

  function asQueued(delivery: Delivery, names: string[], fails: boolean): Delivery {
    const { id, notification, client, ownEmails, signal, log, clock, storage } = delivery
    return {
      ...{ id, notification, client, ownEmails, signal, log, clock, storage },
      reply: (content, options) => {
        names.push(`reply ${options?.name}: ${content}`)
        return delivery.reply(content, options)
      },
      again: () => fails,
      once: (step, work) => {
        names.push(`${step.kind} ${step.key}`)
        return work()
      },
    }
  }

  const handlerOf = <B extends Bot | WholeBot>(bot: B): B =>
    bot.onDirectMessage(async (ctx) => {
      await ctx.reply('One')
      const react = () => ctx.client.messages.send({ type: 'direct', to: [ctx.sender.id], content: 'Two' })
      await react()
      await react()
      await ctx.once('outer', async () => {
        await react()
        await ctx.once('inner', react)
      })
      await Promise.all([ctx.once('side', () => 1), ctx.once('side', () => 2)])
      await ctx.client.users.me()
      await ctx.send('Three')
      await ctx.send({ to: [ctx.sender.id] }, 'Elsewhere')
      return 'Four'
    }) as B

  it('does everything by the same names as a bot that can ask', async () => {
    const lean = queued(handlerOf(new Bot()))
    const whole = queued(handlerOf(new WholeBot()))
    const leanly = await chatWith(lean)
    await leanly.as('iago').dm('hello')
    await leanly.close()
    await (await chatWith(whole)).as('iago').dm('hello')
    expect(lean.names).toHaveLength(12)
    expect(lean.names).toEqual(whole.names)
  })

  it.each([
    ['a bot that is made with nothing', () => new Bot()],
    ['a bot that is made with everything', () => new WholeBot()],
  ])('that comes again is left by %s without a word', async (_, make) => {
    const done: string[] = []
    const bot = make().onDirectMessage(async (ctx) => {
      void ctx.reply('Working')
      await Promise.resolve()
      throw new Error('No more flour')
    })
    const handler = queued(bot, true)
    const { as, log } = await chatWith(handler)
    await as('iago').dm('hello')
    expect(handler.names).toEqual(['reply 0: Working'])
    expect(done).toEqual([])
    expect(log.map(({ message }) => message)).toContain('The handler failed; the delivery comes again')
  })

  it('has a name for each ctx.once', async () => {
    const bot = new Bot().onDirectMessage(async (ctx) => ctx.once('', () => 'nothing'))
    const { as, log } = await chatWith(bot)
    await as('iago').dm('hello')
    expect(JSON.stringify(log)).toContain('ctx.once needs a name for what it does.')
  })
})
