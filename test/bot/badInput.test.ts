import { Bot, session } from 'earshot'
import { memoryStorage } from 'earshot/storage'
import { type TestChat, testBot } from 'earshot/testing'
import 'earshot/testing/vitest'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'

// What people type, by way of the whole server and receiver. Each part has its own tests beside this.

let chat: TestChat
afterEach(() => chat.close())

const told = { description: 'Do it' }

const bot = () =>
  new Bot()
    .command('who <who:user>', told, async ({ args }) => {
      const { user_id, full_name } = await args.who.lookUp()
      return `${user_id}: ${full_name}`
    })
    .command('number <n:integer>', told, ({ args }) => `number ${args.n}`)
    .command('span <span:duration>', told, ({ args }) => `span ${args.span}`)
    .command('date <at:date>', told, ({ args }) => args.at.toISOString())
    .command('link <link:url>', told, ({ args }) => args.link.href)
    .command('answer <answer:yes|no>', told, ({ args }) => args.answer)
    .command('team <team:group>', told, async ({ args }) => (await args.team.lookUp()).name)
    .command('place <where:topic>', told, async ({ args }) => (await args.where.lookUp()).topic)
    .command('title <title:quoted>', told, ({ args }) => args.title)
    .command('say <text...>', told, ({ args }) => `${args.text.length} characters`)

describe('arguments of the wrong kind', () => {
  it.each([
    ['number ten', /^`<n>` can't be `ten`/],
    ['number 1.5', /^`<n>` can't be `1.5`/],
    ['number 99999999999999999999', /^`<n>` can't be/],
    ['number @**Iago**', /^`<n>` can't be/],
    ['number', /`<n>`/],
    ['number 1 2', /number/],
    ['who 🥖', /^`<who>` can't be/],
    ['who `@**Iago**`', /^`<who>` can't be/],
    ['who @*bakers*', /^`<who>` can't be/],
    ['who #**kitchen>lunch**', /^`<who>` can't be/],
    ['span 5', /^`<span>` can't be `5`/],
    ['span -5m', /^`<span>` can't be/],
    ['date yesterdayish', /^`<at>` can't be/],
    ['date 2026-02-30', /^`<at>` can't be/],
    ['link javascript:alert(1)', /^`<link>` can't be/],
    ['link kitchen', /^`<link>` can't be/],
    ['answer maybe', /^`<answer>` can't be `maybe`.*`yes`.*`no`/s],
    ['team @**Iago**', /^`<team>` can't be/],
    ['place kitchen', /^`<where>` can't be/],
    ['place `#**kitchen>lunch**`', /^`<where>` can't be/],
    ['title "never closed', /`<title>`/],
  ])('get a reply that names the argument: %s', async (text, reply) => {
    chat = await testBot(bot)
    expect(await chat.as('iago').dm(text)).toHaveReplied(reply)
    expect(chat.log.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('are quoted in the reply without mentioning anybody', async () => {
    chat = await testBot(bot)
    await chat.as('iago').say('@**Echo** number @**all** @*bakers*')
    const [asked, reply] = chat.conversation({ channel: 'general', topic: 'tests' })
    expect(asked?.rendered_content).toContain('user-mention')
    expect(reply?.rendered_content).not.toContain('mention')
  })
})

describe('mentions in code', () => {
  it.each(['`@**Echo** who @**Iago**`', '```\n@**Echo** who @**Iago**\n```', '    @**Echo** who @**Iago**'])(
    "don't call the bot: %j",
    async (text) => {
      chat = await testBot(bot)
      expect(await chat.as('iago').say(text)).not.toHaveReplied()
    },
  )

  it('stay in the text of a command that mentions the bot outside code', async () => {
    chat = await testBot(bot)
    expect(await chat.as('iago').say('@**Echo** say `@**Echo**`')).toHaveReplied('11 characters')
  })
})

describe('names', () => {
  it.each(['שלום עולם', 'محمد', '🥖 Baguette', '👩‍👩‍👧 Family', 'Zoë O’Neil', 'ＦＵＬＬ', 'x'.repeat(100)])(
    'in any script are found by mention and mentioned correctly in the reply: %s',
    async (name) => {
      chat = await testBot(bot)
      const { email } = chat.simulator.addUser({ full_name: name, email: 'new@example.com' })
      const { id } = chat.simulator.realm.account(email)
      expect(await chat.as('iago').say(`@**Echo** who @**${name}**`)).toHaveReplied(`${id}: ${name}`)
      expect(await chat.as(id).dm(`who @**${name}|${id}**`)).toHaveReplied(`${id}: ${name}`)
    },
  )
})

describe('a command of 10,000 characters', () => {
  const rest = (command: string) => 'x'.repeat(10_000 - command.length)

  it('is parsed in full', async () => {
    chat = await testBot(bot)
    expect(await chat.as('iago').dm(`say ${rest('say ')}`)).toHaveReplied('9996 characters')
  })

  it.each(['number ', 'who ', 'span ', 'date ', 'link ', 'answer ', 'team ', 'place ', 'title ', 'unknown ', ''])(
    "gets one short error reply when it can't be parsed: %j",
    async (command) => {
      chat = await testBot(bot)
      const [reply, ...more] = await chat.as('iago').dm(command + rest(command))
      if (command === 'title ') expect(reply?.content).toHaveLength(10_000 - command.length)
      else expect(reply?.content.length).toBeLessThan(1_000)
      expect(more).toEqual([])
      expect(chat.log.filter(({ level }) => level === 'error')).toEqual([])
    },
  )
})

describe("a stored session that doesn't match the new schema", () => {
  const before = session({ name: 'basket', key: 'user', schema: z.number(), initial: () => 0 })
  const schema = z.object({ loaves: z.number() })
  const initial = () => ({ loaves: 0 })
  const counting = (options: object = {}) => {
    const basket = session({ name: 'basket', key: 'user', schema, initial, ...options })
    return new Bot()
      .use(basket)
      .hears('more', async (ctx) => String((await ctx.basket.update(({ loaves }) => ({ loaves: loaves + 1 }))).loaves))
      .hears('hi', () => 'hi!')
  }
  const old = () => new Bot().use(before).hears('more', async (ctx) => String(await ctx.basket.update((n) => n + 1)))

  it("stays unchanged in storage and fails only its own user's handlers", async () => {
    chat = await testBot(old)
    expect(await chat.as('iago').dm('more')).toHaveReplied('1')
    await chat.restart({ bot: () => counting() })
    expect(await chat.as('iago').dm('more')).toHaveReplied(/went wrong/)
    expect(await chat.as('iago').dm('hi')).toHaveReplied('hi!')
    expect(await chat.as('hamlet').dm('more')).toHaveReplied('1')
    await chat.restart({ bot: old })
    expect(await chat.as('iago').dm('more')).toHaveReplied('2')
  })

  it('is converted by `migrate`, or reset with a warning if `unfit` is "start anew"', async () => {
    const storage = memoryStorage()
    chat = await testBot(old, { storage })
    for (const person of ['iago', 'hamlet']) await chat.as(person).dm('more')
    await chat.restart({ bot: () => counting({ migrate: (loaves: unknown) => ({ loaves }) }) })
    expect(await chat.as('iago').dm('more')).toHaveReplied('2')
    await chat.restart({ bot: () => counting({ unfit: 'start anew' }) })
    expect(await chat.as('hamlet').dm('more')).toHaveReplied('1')
    expect(chat.log.some(({ level, message }) => level === 'warn' && /starts over/.test(message))).toBe(true)
  })
})
