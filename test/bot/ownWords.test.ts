import { type ApproveOptions, Bot, Composer, md, type Next, session } from 'earshot'
import type { Message } from 'earshot/protocol'
import { type TestChat, testBot } from 'earshot/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { replyTo, say as sayOnce } from './fixture.js'

const lunch = { channel: 'kitchen', topic: 'lunch' }
const contents = (messages: readonly { content: string }[]) => messages.map(({ content }) => content)
const ways = ['webhook', 'events'] as const

let chat: TestChat
afterEach(() => chat?.close())

/** A chat in which Echo is in the group `bakers`, and in the channel `kitchen`. */
async function chatWith(bot: () => Bot, by: (typeof ways)[number] = 'webhook'): Promise<TestChat> {
  chat = await testBot(bot, { by })
  const { realm } = chat.simulator
  const [desdemona, echo] = [realm.account('desdemona'), realm.account('Echo')]
  realm.call('userGroups.updateMembers', desdemona, { user_group_id: 20, add: [echo.id] })
  const who = { principals: [echo.email], authorization_errors_fatal: true, invite_only: false }
  realm.call('subscriptions.add', desdemona, { subscriptions: [{ name: 'kitchen' }], ...who })
  return chat
}

const say = async (text: string, who = 'iago') => contents(await chat.as(who).say(text, lunch))
const dm = async (text: string) => contents(await chat.as('iago').dm(text))

/** A message of Hamlet's that is quoted. */
function hamletSaid(text: string): string {
  chat.simulator.say('hamlet', lunch, text)
  const message = chat.conversation(lunch).at(-1)
  return message === undefined ? '' : `${md.quoteMessage(message)}\n`
}

const kitchenBot = () =>
  new Bot()
    .command('status', { description: 'Say how it is' }, () => 'all fine')
    .command('order <dish>', { description: 'Order' }, (ctx) => `one ${ctx.args.dish}`)
    .use(new Composer({ prefix: 'oven' }).command('heat', { description: 'Heat it' }, () => 'hot'))
    .hears(/^good (\w+)$/, (ctx) => `Good ${ctx.match[1]}!`)

const notUnderstood = expect.stringContaining("I don't understand")

describe.each(ways)('a command by %s', (by) => {
  it('runs if it follows a quotation, and never if it is inside one', async () => {
    await chatWith(kitchenBot, by)
    const quotation = hamletSaid('order soup')
    expect(await say(`${quotation}@**Echo** status`)).toEqual(['all fine'])
    expect(await say(`@**Echo**\n${quotation}status`)).toEqual(['all fine'])
    expect(await say(`${quotation}@**Echo** good morning`)).toEqual(['Good morning!'])
    expect(await say(`${hamletSaid('```\nx\n```')}@**Echo** order rolls`)).toEqual(['one rolls'])
    expect(await say(`${quotation}@**Echo** oven heat`)).toEqual(['hot'])
    expect(await dm(`${quotation}status`)).toEqual(['all fine'])
    expect(
      await dm(`${md.quoteMessage(chat.conversation({ dm: ['iago', 'Echo'] }).at(-1) as Message)}\nstatus`),
    ).toEqual(['all fine'])
    expect(await say(`@**Echo** ${quotation}`)).toEqual([notUnderstood])
    expect(await dm('```quote\nstatus')).toEqual([notUnderstood])
  })

  it("runs after mentions of other people, or before the bot's mention", async () => {
    await chatWith(kitchenBot, by)
    expect(await say('@**Hamlet** @**Echo** status')).toEqual(['all fine'])
    expect(await say('status, @**Echo**')).toEqual(['all fine'])
    expect(await say('@**Echo|12** status @**Echo**')).toEqual([notUnderstood])
  })

  it("runs for a mention of the bot's group, whose other messages get no hint", async () => {
    await chatWith(kitchenBot, by)
    expect(await say('@*bakers* status')).toEqual(['all fine'])
    expect(await say('@*bakers*: order soup')).toEqual(['one soup'])
    expect(await say('@*bakers* oven heat')).toEqual(['hot'])
    expect(await say('@*bakers* good evening')).toEqual(['Good evening!'])
    expect(await say('@*bakers* help status')).toEqual([expect.stringContaining('Say how it is')])
    for (const text of [
      'lunch is ready',
      'order',
      'status of the oven is bad',
      'statsu',
      'help me with the oven',
      '',
    ]) {
      expect(await say(`@*bakers* ${text}`)).toEqual([])
    }
    expect(await say('@*bakers* @**Echo** lunch is ready')).toEqual([notUnderstood])
    expect(await say('@_*bakers* status')).toEqual([])
    expect(await say('@**all** status')).toEqual([])
  })

  it("to a group isn't corrected when it is wrong, but goes to onMention", async () => {
    await chatWith(() => kitchenBot().onMention((ctx) => `${ctx.calledBy}: ${ctx.text}`), by)
    expect(await say('@*bakers* order')).toEqual(['group: order'])
    expect(await say('Lunch is ready, @*bakers*!')).toEqual(['group: Lunch is ready'])
    expect(await say('@**Echo** lunch')).toEqual(['name: lunch'])
    expect(await say('status')).toEqual([])
  })
})

describe('a wildcard mention of the bot', () => {
  it('runs commands and gets no hint', async () => {
    const channel = { where: 'channel' } as const
    expect(await replyTo(kitchenBot(), '@**all** status', channel)).toBe('all fine')
    expect((await sayOnce(kitchenBot(), '@**all** lunch is ready', channel)).replies).toEqual([])
    expect(
      await replyTo(
        kitchenBot().onMention((ctx) => `${ctx.calledBy}`),
        '@**all** lunch',
        channel,
      ),
    ).toBe('wildcard')
  })

  it('is parsed without API calls, and so are group mentions and quotations', async () => {
    const channel = { where: 'channel' } as const
    for (const text of ['@**all** status', '@*bakers* status', '```quote\n@**Echo|20**\n```\n@**Echo** status']) {
      expect((await sayOnce(kitchenBot(), text, channel)).calls).toEqual([])
    }
  })
})

describe('a message without any visible mention of the bot', () => {
  it('has ctx.calledBy "name" if its trigger is a mention', async () => {
    expect(await replyTo(kitchenBot(), 'lunch', { where: 'channel' })).toContain("I don't understand")
  })

  it('has no ctx.calledBy if it has another trigger', async () => {
    const bot = kitchenBot().onTrigger('every_message', (ctx) => `${ctx.calledBy}: ${ctx.text}`)
    expect(await replyTo(bot, '@*bakers* status', { trigger: 'every_message' })).toBe('undefined: @*bakers* status')
  })
})

describe('ctx.quoted', () => {
  const quoting = () =>
    new Bot().onMention((ctx) => JSON.stringify(ctx.quoted ?? 'none')).onDirectMessage((ctx) => `${ctx.calledBy}`)

  it('has the author, message ID and text of the quotation', async () => {
    await chatWith(quoting)
    const [reply = ''] = await say(`${hamletSaid('Is there *soup*?')}@**Echo** well?`)
    const message = chat.conversation(lunch).find(({ content }) => content === 'Is there *soup*?')
    expect(JSON.parse(reply)).toEqual({
      sender: { id: 10, name: 'Hamlet' },
      messageId: message?.id,
      text: 'Is there *soup*?',
    })
  })

  it("has a quotation of the bot's own message", async () => {
    await chatWith(quoting)
    const [sent] = await chat.as('iago').say('@**Echo** hi', lunch)
    const [reply = ''] = await say(`${md.quoteMessage(sent as Message)}\n@**Echo** well?`)
    expect(JSON.parse(reply)).toMatchObject({ sender: { name: 'Echo' }, messageId: sent?.id, text: '"none"' })
  })

  it("is undefined if the message doesn't start with a quotation", async () => {
    await chatWith(quoting)
    expect(await say('@**Echo** hi')).toEqual(['"none"'])
    expect(await say(`@**Echo** look:\n${hamletSaid('soup')}`)).toEqual(['"none"'])
    expect(await dm('hi')).toEqual(['direct'])
  })

  it("can't be replaced by middleware, and neither can ctx.calledBy", async () => {
    for (const name of ['quoted', 'calledBy']) {
      const bot = new Bot().use((_, next: Next<object>) => next({ [name]: 'soup' }))
      const { lines } = await sayOnce(bot, 'hi')
      expect(lines).toContainEqual(
        expect.objectContaining({
          fields: expect.objectContaining({ error: expect.objectContaining({ code: 'reserved_name' }) }),
        }),
      )
    }
  })
})

describe.each(ways)('a question by %s', (by) => {
  const choosing = () =>
    new Bot()
      .command(
        'lunch',
        { description: 'Ask' },
        async (ctx) => `${await ctx.ask('Soup or stew?', { choices: ['soup', 'stew'] })}!`,
      )
      .command('name', { description: 'Ask' }, async (ctx) => `<${await ctx.ask('Your name?')}>`)
      .command('ping', { description: 'Say pong' }, () => 'pong')

  /** Asks Iago something, and returns the question, quoted. */
  async function asked(command: string): Promise<string> {
    const [question] = await chat.as('iago').say(`@**Echo** ${command}`, lunch)
    return `${md.quoteMessage(question as Message)}\n`
  }

  it('with choices can be answered below a quotation of it', async () => {
    await chatWith(choosing, by)
    expect(await say(`${await asked('lunch')}@**Echo** 2`)).toEqual(['stew!'])
    expect(await say(`@**Echo** ${await asked('lunch')}soup`)).toEqual(['soup!'])
  })

  it('gets an answer without the quotation above it', async () => {
    await chatWith(choosing, by)
    expect(await say(`${await asked('name')}@**Echo** Iago`)).toEqual(['<Iago>'])
    await dm('name')
    const question = chat.conversation({ dm: ['iago', 'Echo'] }).at(-1) as Message
    expect(await dm(`${md.quoteMessage(question)}\nIago\nof Venice`)).toEqual(['<Iago\nof Venice>'])
  })

  it("isn't answered by quoted text", async () => {
    await chatWith(choosing, by)
    const question = await asked('lunch')
    expect(await say(`${hamletSaid('soup')}@**Echo** `)).toEqual([expect.stringContaining('Please answer')])
    expect(await say(`${hamletSaid('soup')}@**Echo** ping`)).toEqual(['pong'])
    expect(await say(`${question}@**Echo** cancel`)).toEqual(['Cancelled.'])
    await asked('name')
    expect(await say(`@**Echo** ${hamletSaid('Hamlet')}`)).toEqual([expect.stringContaining('waiting for')])
    expect(await say('@**Echo** Iago')).toEqual(['<Iago>'])
  })

  it("is answered by a mention of the bot's group only if the text is a choice or `cancel`", async () => {
    await chatWith(choosing, by)
    await asked('lunch')
    expect(await say('@*bakers* lunch is ready')).toEqual([])
    expect(await say('@*bakers* ping')).toEqual(['pong'])
    expect(await say('@*bakers* stew')).toEqual(['stew!'])
    await asked('name')
    expect(await say('@*bakers* lunch is ready')).toEqual([])
    expect(await say('@*bakers* cancel')).toEqual(['Cancelled.'])
  })
})

describe('an approval', () => {
  const options: ApproveOptions = { by: { group: 'bakers' } }
  const releasing = () =>
    new Bot().command('release', { description: 'Release' }, async (ctx) => {
      const { answers } = await ctx.approve('Release it?', options)
      return `Released by ${answers.map(({ user }) => user.name).join()}.`
    })

  it('can be given below a quotation, but not by quoted text', async () => {
    await chatWith(releasing)
    await say('@**Echo** release', 'hamlet')
    expect(await say(`@**Echo** ${hamletSaid('approve')}`, 'iago')).toEqual([notUnderstood])
    expect(await say(`${hamletSaid('reject')}@**Echo** approve`, 'iago')).toEqual(['Released by Iago.'])
  })
})

describe('a session', () => {
  it('has the same key for a message with a quotation and one without', async () => {
    const count = session({ name: 'count', key: 'user', schema: z.number(), initial: () => 0 })
    await chatWith(() => {
      const bot = new Bot()
      bot.use(count).onMention(async (ctx) => String(await ctx.count.update((before) => before + 1)))
      return bot
    })
    expect(await say('@**Echo** one')).toEqual(['1'])
    expect(await say(`${hamletSaid('two')}@**Echo** three`)).toEqual(['2'])
  })
})
