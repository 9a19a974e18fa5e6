import { Bot } from 'earshot'
import { NodeClient, type NodeClientOptions } from 'earshot/node'
import { type TestBotOptions, type TestChat, testBot } from 'earshot/testing'
import { describe, expect, it, onTestFinished } from 'vitest'

/** A bot whose client keeps to the rate limit, as it does in a process of its own. */
async function served(bot: Bot, options: Omit<TestBotOptions, 'receiver'> = {}, handlerTimeout = 300_000) {
  const receiver = { handlerTimeout, createClient: (given: NodeClientOptions) => new NodeClient(given) }
  const chat = await testBot(bot, { receiver, ...options })
  onTestFinished(() => chat.close())
  return chat
}

const blocksFor = (time: string) => `the next call of users.me answers 429 with Retry-After ${time}`

/** Looks somebody up, or works for ten seconds with a progress message. */
function baker(): Bot {
  const bot = new Bot()
  bot.command('look', { description: 'Look up the bot' }, async (ctx) => (await ctx.client.users.me()).full_name)
  bot.command('bake', { description: 'Bake a loaf' }, async (ctx) => {
    await ctx.progress('Baking …')
    await ctx.sleep('10s')
    return `A loaf for ${ctx.sender.name}`
  })
  bot.command('fry', { description: 'Fry an egg' }, async (ctx) => {
    const progress = await ctx.progress('Frying …')
    await ctx.sleep('10s')
    progress.update('Nearly done')
    await ctx.sleep('10s')
    await progress.done(`An egg for ${ctx.sender.name}`)
  })
  bot.command('stir', { description: 'Stir' }, async (ctx) => {
    const progress = await ctx.progress('Stirring …')
    await ctx.sleep('10s')
    progress.update('Stirred')
  })
  return bot
}

const said = (chat: TestChat, who: string) =>
  chat.conversation({ dm: [chat.botName, who] }).map(({ content }) => content)

/** Everybody writes at once; the calls of one of them are refused for so long, after five seconds. */
async function whileBlocked(chat: TestChat, commands: Record<string, string>, time: string): Promise<void> {
  const asked = Object.entries(commands).map(([who, text]) => chat.as(who).dm(text))
  await chat.advance('5s')
  chat.faults.add(blocksFor(time))
  asked.push(chat.as('iago').dm('look'))
  await chat.advance('10m')
  await Promise.all(asked)
}

const refused = ({ simulator }: TestChat) =>
  simulator.journal
    .read({ limit: 10_000, kinds: ['answer'] })
    .entries.filter((entry) => entry.kind === 'answer' && entry.status === 429).length

const problems = ({ log }: TestChat) => log.filter(({ level }) => level === 'error').map(({ message }) => message)

describe('a server that refuses one call with a wait of 45 seconds', () => {
  it("delays the finished replies to others, and doesn't lose them", async () => {
    const chat = await served(baker())
    await whileBlocked(chat, { hamlet: 'bake', cordelia: 'bake' }, '45s')
    expect(said(chat, 'hamlet').slice(-3)).toEqual(['bake', 'Baking …', 'A loaf for Hamlet'])
    expect(said(chat, 'cordelia').slice(-3)).toEqual(['bake', 'Baking …', 'A loaf for Cordelia'])
    expect(said(chat, 'iago').at(-1)).toMatch(/^Something went wrong/)
    expect(refused(chat)).toBe(1)
    expect(problems(chat)).toEqual(['The handler failed'])
  })

  it('delays the end of a progress message, and what it showed last', async () => {
    const chat = await served(baker())
    await whileBlocked(chat, { hamlet: 'fry', cordelia: 'stir' }, '45s')
    expect(said(chat, 'hamlet').slice(-2)).toEqual(['fry', 'An egg for Hamlet'])
    expect(said(chat, 'cordelia').slice(-2)).toEqual(['stir', 'Stirred'])
    expect(problems(chat)).toEqual(['The handler failed'])
  })

  it('delays a reply whose own call it refused', async () => {
    const chat = await served(
      new Bot().onDirectMessage(async (ctx) => {
        await ctx.sleep('10s')
        return 'Here it is'
      }),
    )
    chat.faults.add('the next call of messages.send answers 429 with Retry-After 45s')
    const asked = chat.as('hamlet').dm('go')
    await chat.advance('2m')
    await asked
    expect(said(chat, 'hamlet').at(-1)).toBe('Here it is')
    expect(problems(chat)).toEqual([])
  })

  it('delays what a handler says whose time is up meanwhile', async () => {
    const bot = baker().command('braise', { description: 'Braise a roast' }, async (ctx) => {
      await ctx.sleep('10m')
      return 'A roast'
    })
    const chat = await served(bot, {}, 30_000)
    await whileBlocked(chat, { hamlet: 'braise' }, '60s')
    expect(said(chat, 'hamlet').at(-1)).toMatch(/^I had to stop/)
  })

  it('sends replies before what else waits', async () => {
    const bot = new Bot().onDirectMessage(async (ctx) => {
      await ctx.sleep('10s')
      await ctx.client.users.me()
      const looking = ctx.client.users.get({ user_id: ctx.sender.id })
      await ctx.sleep('1s')
      await ctx.reply('Here it is')
      await looking
    })
    const chat = await served(bot, { simulator: { rateLimit: { calls: 1, seconds: 10 } } })
    const asked = chat.as('hamlet').dm('go')
    await chat.advance('2m')
    await asked
    expect(chat.calls().map(({ endpoint }) => endpoint)).toEqual(['users.me', 'messages.send', 'users.get'])
  })
})

it('gives up a reply that would have to wait for more than five minutes, and says why', async () => {
  const chat = await served(baker())
  await whileBlocked(chat, { hamlet: 'bake' }, '6m')
  expect(said(chat, 'hamlet').slice(-1)).toEqual(['Baking …'])
  const messages = chat.log.map(({ fields }) => String(Object(Object(fields).error).message ?? ''))
  expect(messages).toContainEqual(
    expect.stringMatching(
      /^messages\.send was not sent: .* would have to wait 5 minutes 5\d.*, and it may wait no longer than 5 minutes/,
    ),
  )
  expect(messages.join()).not.toMatch(/sent \d times|timed out/)
})
