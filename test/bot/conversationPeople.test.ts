import { Bot, type People, type Storage, UserError } from 'earshot'
import { roles } from 'earshot/protocol'
import { virtualClock } from 'earshot/simulator'
import { memoryStorage, StorageError } from 'earshot/storage'
import { testBot } from 'earshot/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { idempotence, session } from '../../src/index.js'

const lunch = { channel: 'general', topic: 'lunch' }
const contents = (messages: readonly { content: string }[]) => messages.map(({ content }) => content)

const asking = (from: 'sender' | 'anyone') => () =>
  new Bot().command('ask <what>', { description: 'Ask' }, async (ctx) => {
    const answer = await ctx.ask(`${ctx.args.what}?`, { from })
    return `${ctx.args.what}: ${answer}`
  })

describe('a question to other users', () => {
  const asking = (from: People, choices?: readonly string[]) => () =>
    new Bot()
      .command('ask', { description: 'Ask' }, async (ctx) => {
        const answer = await ctx.ask('Which bread?', { from, ...(choices && { choices }) })
        return `It is ${answer}.`
      })
      .command('ping', { description: 'Ping' }, () => 'pong')

  it.each([
    [{ group: 'bakers' }, 'Only members of the group `bakers` may answer that.'],
    [{ role: 'administrator' }, 'Only organization administrators may answer that.'],
    [{ users: [8, 'othello@example.com'] }, 'Only those who were asked may answer that.'],
  ] as const)('from %j can be answered by one of them, but not by others or the sender', async (from, refusal) => {
    const chat = await testBot(asking(from))
    const say = async (who: string, text: string) => contents(await chat.as(who).say(`@**Echo** ${text}`, lunch))
    expect(await say('polonius', 'ask')).toEqual(['Which bread?'])
    expect(await say('polonius', 'rye')).toEqual([refusal])
    expect(await say('polonius', 'ping')).toEqual(['pong'])
    await chat.restart()
    expect(await say('iago', 'spelt')).toEqual(['It is spelt.'])
    await chat.close()
  })

  it('can be cancelled by the user who caused it and by those who may answer', async () => {
    const chat = await testBot(asking({ group: 'bakers' }, ['rye', 'spelt']))
    const say = async (who: string, text: string) => contents(await chat.as(who).say(`@**Echo** ${text}`, lunch))
    await say('polonius', 'ask')
    expect(await say('desdemona', 'cancel')).toEqual(['Only members of the group `bakers` may answer that.'])
    expect(await say('iago', 'wheat')).toEqual(['Please answer `rye` or `spelt`. Say `cancel` to stop.'])
    expect(await say('desdemona', 'wheat')).toEqual([expect.stringContaining("I don't understand")])
    expect(await say('polonius', 'cancel')).toEqual(['Cancelled.'])
    await say('polonius', 'ask')
    expect(await say('iago', 'cancel')).toEqual(['Cancelled.'])
    await chat.close()
  })

  it('can be answered by the sender if the sender is included', async () => {
    const chat = await testBot(asking({ users: [8] }, ['rye', 'spelt']))
    expect(contents(await chat.as('iago').dm('ask'))).toEqual(['Which bread?'])
    expect(contents(await chat.as('iago').dm('r'))).toEqual(['It is rye.'])
    await chat.close()
  })

  it('to an empty group rejects with nobody_to_answer, again after a restart', async () => {
    const chat = await testBot(() =>
      new Bot().command('ask', { description: 'Ask' }, async (ctx) => {
        const bread = await ctx.ask('Which bread?', { from: { group: 'butchers' } }).catch((error) => error.code)
        return `${bread}, ${await ctx.ask('And now?')}`
      }),
    )
    expect(contents(await chat.as('iago').dm('ask'))).toEqual(['And now?'])
    await chat.restart()
    expect(contents(await chat.as('iago').dm('cake'))).toEqual(['nobody_to_answer, cake'])
    await chat.close()
  })
})

describe('two people', () => {
  it('in one topic each answer their own question', async () => {
    const chat = await testBot(asking('sender'))
    const [iago, hamlet] = [chat.as('iago'), chat.as('hamlet')]
    await iago.say('@**Echo** ask one', lunch)
    await hamlet.say('@**Echo** ask two', lunch)
    expect(contents(await iago.say('@**Echo** first'))).toEqual(['one: first'])
    expect(contents(await hamlet.say('@**Echo** second'))).toEqual(['two: second'])
    await chat.close()
  })

  it.each([
    ['iago', 'hamlet'],
    ['hamlet', 'iago'],
  ])('racing to answer a question to anyone, %s first, answer it once', async (one, other) => {
    const chat = await testBot(asking('anyone'))
    await chat.as('iago').say('@**Echo** ask who', lunch)
    await Promise.all([chat.as(one).say('@**Echo** ask me', lunch), chat.as(other).say('@**Echo** ask you', lunch)])
    const said = contents(chat.conversation(lunch)).filter((text) => !text.startsWith('@'))
    expect(said.filter((text) => text.startsWith('who: '))).toHaveLength(1)
    expect(said.filter((text) => text === 'me?' || text === 'you?')).toHaveLength(1)
    await chat.close()
  })

  it("can't answer for each other, nor in another conversation", async () => {
    const chat = await testBot(asking('sender'))
    const [iago, hamlet] = [chat.as('iago'), chat.as('hamlet')]
    await iago.say('@**Echo** ask one', lunch)
    expect(contents(await hamlet.say('@**Echo** mine', lunch)).join()).not.toContain('one: ')
    expect(contents(await iago.dm('elsewhere')).join()).not.toContain('one: ')
    expect(contents(await iago.say('@**Echo** here', lunch))).toEqual(['one: here'])
    await chat.close()
  })
})

describe('an answer', () => {
  it('may contain the mention anywhere and be 10,000 characters long', async () => {
    const chat = await testBot(() =>
      new Bot().command('ask', { description: 'Ask' }, async (ctx) => {
        const answer = await ctx.ask('Well?')
        return `${answer.length}: ${answer.slice(0, 20)}`
      }),
    )
    const iago = chat.as('iago')
    await iago.say('@**Echo** ask', lunch)
    expect(contents(await iago.say('the rye @**Echo** please', lunch))).toEqual(['14: the rye please'])
    await iago.dm('ask')
    expect(contents(await iago.dm('é'.repeat(10_000)))).toEqual([`10000: ${'é'.repeat(20)}`])
    await chat.close()
  })

  it('that is empty is requested again', async () => {
    const chat = await testBot(asking('sender'))
    const iago = chat.as('iago')
    await iago.say('@**Echo** ask it', lunch)
    expect(contents(await iago.say('@**Echo**'))).toEqual(['I am waiting for your answer. Say `cancel` to stop.'])
    expect(contents(await iago.say('@**Echo** yes'))).toEqual(['it: yes'])
    await chat.close()
  })

  it('in a loop is requested once per pass, across restarts', async () => {
    const chat = await testBot(() =>
      new Bot().command('list', { description: 'List' }, async (ctx) => {
        const items: string[] = []
        for (;;) {
          const item = await ctx.ask(`Item ${items.length + 1}?`)
          if (item === 'done') return items.join(', ')
          items.push(item)
        }
      }),
    )
    const iago = chat.as('iago')
    await iago.dm('list')
    for (const item of ['a', 'b', 'c']) {
      await iago.dm(item)
      await chat.restart()
    }
    expect(contents(await iago.dm('done'))).toEqual(['a, b, c'])
    await chat.close()
  })

  it('goes to the later of two questions; the user is notified that the earlier one is closed', async () => {
    const chat = await testBot(() =>
      new Bot()
        .command('one', { description: 'One' }, async (ctx) => `one: ${await ctx.ask('One?', { choices: ['a'] })}`)
        .command('two', { description: 'Two' }, async (ctx) => `two: ${await ctx.ask('Two?')}`),
    )
    const iago = chat.as('iago')
    await iago.dm('one')
    expect(contents(await iago.dm('two'))).toEqual(['Two?', 'I no longer wait for an answer to my earlier question.'])
    expect(contents(await iago.dm('a'))).toEqual(['two: a'])
    await chat.close()
  })
})

describe('a handler that continues after a question', () => {
  it("doesn't repeat session updates, ctx.once, cool-downs or idempotence from before it", async () => {
    const basket = session({
      name: 'basket',
      key: 'user',
      schema: z.object({ loaves: z.number() }),
      initial: () => ({ loaves: 0 }),
    })
    let made = 0
    const chat = await testBot(() =>
      new Bot()
        .use(idempotence())
        .use(basket)
        .command('buy', { description: 'Buy', cooldown: '1h' }, async (ctx) => {
          const { loaves } = await ctx.basket.update((old) => ({ loaves: old.loaves + 1 }))
          await ctx.once('made', () => {
            made += 1
          })
          const before = await ctx.basket.get()
          await ctx.ask('Sure?')
          await ctx.basket.set({ loaves: before.loaves + 10 })
          return `${loaves} ${before.loaves} ${(await ctx.basket.get()).loaves}`
        }),
    )
    const iago = chat.as('iago')
    await iago.dm('buy')
    await chat.restart()
    expect(contents(await iago.dm('yes'))).toEqual(['1 1 11'])
    expect(made).toBe(1)
    await chat.close()
  })

  it('catches the same API error from before it again', async () => {
    const chat = await testBot(() =>
      new Bot().command('try', { description: 'Try' }, async (ctx) => {
        const failed = await ctx.client.messages.send({ type: 'direct', to: [4242], content: 'hi' }).then(
          () => 'sent',
          (error: { code?: string; name?: string }) => `${error.name} ${error.code}`,
        )
        await ctx.ask('Well?')
        return failed
      }),
    )
    await chat.as('iago').dm('try')
    expect(contents(await chat.as('iago').dm('so'))).toEqual([expect.stringMatching(/^ApiError /)])
    await chat.close()
  })
})

describe('a conversation', () => {
  const older = () =>
    new Bot().command('go', { description: 'Go' }, async (ctx) => {
      await ctx.once('step', () => 1)
      return `was ${await ctx.ask('Well?')}`
    })

  it.each([
    ['returns', 'reply', 'The oven is broken.'],
    ['throws', 'refuse', 'The oven is broken.'],
    ['throws an unexpected error', 'fail', /^Something went wrong; delivery /],
  ] as const)(
    "ends with the handler's reply if the handler %s before it reaches its question again",
    async (_, how, text) => {
      let isBroken = false
      const baking = () =>
        new Bot().command('bake', { description: 'Bake' }, async (ctx) => {
          await ctx.reply('Looking into the oven.')
          if (isBroken && how === 'reply') return 'The oven is broken.'
          if (isBroken && how === 'refuse') throw new UserError('The oven is broken.')
          if (isBroken) throw new Error('broken')
          return `Baked ${await ctx.ask('How many?')}.`
        })
      const chat = await testBot(baking)
      expect(contents(await chat.as('iago').dm('bake'))).toEqual(['Looking into the oven.', 'How many?'])
      isBroken = true
      await chat.restart()
      const told = contents(await chat.as('iago').dm('three'))
      expect(told).toEqual([typeof text === 'string' ? text : expect.stringMatching(text)])
      isBroken = false
      // It has ended: what comes next is no answer.
      expect(contents(await chat.as('iago').dm('three'))).toEqual([expect.stringContaining("I don't understand that")])
      await chat.close()
    },
  )

  it('ends if the user has lost the right to use the command before answering', async () => {
    const chat = await testBot(() =>
      new Bot().command('bake', { description: 'Bake', access: 'administrator' }, async (ctx) => {
        await ctx.ask('Really?')
        return 'Baked.'
      }),
    )
    await chat.as('iago').dm('bake')
    chat.simulator.realm.account('iago').role = roles.member
    expect(contents(await chat.as('iago').dm('yes'))).toEqual(['Only organization administrators may do this.'])
    await chat.close()
  })

  it("ends with a notice if the bot's code has changed in the meantime", async () => {
    const chat = await testBot(older)
    await chat.as('iago').dm('go')
    await chat.restart({
      bot: () =>
        new Bot().command('go', { description: 'Go' }, async (ctx) => {
          await ctx.once('another step', () => 1)
          return `is ${await ctx.ask('Well?')}`
        }),
    })
    expect(contents(await chat.as('iago').dm('so'))).toEqual([
      'I was changed since I asked, so I can’t go on with that. Please begin again.',
    ])
    expect(chat.log).toContainEqual(
      expect.objectContaining({
        level: 'error',
        fields: expect.objectContaining({ expected: 'step', found: 'another step' }),
      }),
    )
    expect(contents(await chat.as('iago').dm('go'))).toEqual(['Well?'])
    expect(contents(await chat.as('iago').dm('so'))).toEqual(['is so'])
    await chat.close()
  })

  it.each(['of/', 'at/'])(
    'with corrupt storage under %s ends with a notice, and the user can start again',
    async (part) => {
      const clock = virtualClock()
      const storage = memoryStorage({ clock })
      const chat = await testBot(older, { storage })
      await chat.as('iago').dm('go')
      for (const { key } of await storage.list('conversation/'))
        if (key.includes(`/${part}`)) await storage.set(key, '{"x":')
      expect(contents(await chat.as('iago').dm('so'))).toEqual([
        'I have lost track of what we were talking about. Please begin again.',
      ])
      expect(contents(await chat.as('iago').dm('go'))).toEqual(['Well?'])
      expect(contents(await chat.as('iago').dm('so'))).toEqual(['was so'])
      await chat.close()
    },
  )

  it('fails to start when storage fails, while other commands keep working', async () => {
    const failing: Storage = {
      ...memoryStorage(),
      get: async () => Promise.reject(new StorageError('failed', 'no disk')),
      set: async () => Promise.reject(new StorageError('failed', 'no disk')),
    }
    const chat = await testBot(() => older().command('ping', { description: 'Ping' }, () => 'pong'), {
      storage: failing,
    })
    expect(contents(await chat.as('iago').dm('ping'))).toEqual(['pong'])
    expect(contents(await chat.as('iago').dm('go'))).toEqual([expect.stringMatching(/^Something went wrong/)])
    await chat.close()
  })

  it('lets outer middleware finish when it is suspended', async () => {
    const seen: string[] = []
    const chat = await testBot(() => {
      const bot = new Bot().use(async (ctx, next) => {
        seen.push(`in ${ctx.resumed}`)
        await next()
        seen.push('out')
      })
      return bot.command('go', { description: 'Go' }, async (ctx) => ctx.ask('Well?'))
    })
    await chat.as('iago').dm('go')
    expect(seen).toEqual(['in false', 'out'])
    expect(contents(await chat.as('iago').dm('so'))).toEqual(['so'])
    expect(seen).toEqual(['in false', 'out', 'in true', 'out'])
    await chat.close()
  })

  it('fails with asked_out_of_order when two questions are asked at once', async () => {
    const chat = await testBot(() =>
      new Bot().command('go', { description: 'Go' }, async (ctx) => {
        await Promise.all([ctx.ask('One?'), ctx.ask('Two?')])
      }),
    )
    const [reply] = contents(await chat.as('iago').dm('go'))
    expect(reply).toMatch(/^Something went wrong/)
    expect(JSON.stringify(chat.log)).toContain('asked_out_of_order')
    await chat.close()
  })

  it.each([
    ['', {}],
    ['Well?', { choices: [] }],
    ['Well?', { choices: ['a', 'A'] }],
    ['Well?', { timeout: 'soon' }],
    ['Well?', { timeout: -1 }],
    ['Well?', { from: { role: 'boss' as 'owner' } }],
    ['Well?', { from: 'everyone' as 'anyone' }],
  ])('fails with invalid_question for %j and %j', async (question, options) => {
    const chat = await testBot(() =>
      new Bot().command('go', { description: 'Go' }, (ctx) => ctx.ask(question, options)),
    )
    expect(contents(await chat.as('iago').dm('go'))).toEqual([expect.stringMatching(/^Something went wrong/)])
    expect(JSON.stringify(chat.log)).toContain('invalid_question')
    await chat.close()
  })
})
