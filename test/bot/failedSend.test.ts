import { Bot } from 'earshot'
import { testBot } from 'earshot/testing'
import { describe, expect, it } from 'vitest'

const failures = [
  'every call of messages.send answers 503',
  'every call of messages.send answers 500',
  'every call of messages.send is reset before taking effect',
  'every call of messages.send finds the key revoked',
]

/** What the bot says to somebody who writes to it. */
async function heard(bot: Bot, ...faults: string[]): Promise<string[]> {
  const chat = await testBot(bot, { simulator: { faults } })
  const replies = await chat.as('hamlet').dm('go')
  await chat.close()
  return replies.map(({ content }) => content)
}

describe.each(failures)('when %s', (fault) => {
  it('the sender gets what the handler returns after catching the error', async () => {
    const bot = new Bot()
    bot.onDirectMessage(async (ctx) => {
      try {
        await ctx.send('Here it is')
      } catch {
        return 'It could not be sent'
      }
      return undefined
    })
    expect(await heard(bot, fault)).toEqual(['It could not be sent'])
  })

  it('the sender gets an error reply for a failed progress message', async () => {
    const bot = new Bot()
    bot.onDirectMessage(async (ctx) => {
      await ctx.progress('Baking …')
    })
    expect(await heard(bot, fault)).toEqual([expect.stringMatching(/^Something went wrong; delivery /)])
  })

  it("the sender gets the reply of the bot's error handler", async () => {
    const bot = new Bot()
    bot.onDirectMessage((ctx) => ctx.send('Here it is').then(() => undefined))
    bot.catch(() => 'Sorry, try again later')
    expect(await heard(bot, fault)).toEqual(['Sorry, try again later'])
  })

  it('the sender gets all replies as one text', async () => {
    const bot = new Bot()
    bot.onDirectMessage(async (ctx) => {
      await ctx.send('Here it is').catch(() => ctx.reply('It could not be sent'))
      return 'Try again later'
    })
    expect(await heard(bot, fault)).toEqual(['It could not be sent\n\nTry again later'])
  })

  it('the sender gets the reply to a failed send that nobody awaited', async () => {
    const bot = new Bot()
    bot.onDirectMessage((ctx) => {
      void ctx.send('Here it is').catch(() => ctx.reply('It could not be sent'))
    })
    expect(await heard(bot, fault)).toEqual(['It could not be sent'])
  })
})

it('a bot reports a failure after an earlier message was sent', async () => {
  const bot = new Bot()
  bot.onDirectMessage(async (ctx) => {
    await ctx.send('one')
    await ctx.send('two')
  })
  expect(await heard(bot, 'call 2 of messages.send answers 429 with Retry-After 1h')).toEqual([
    'one',
    expect.stringMatching(/^Something went wrong; delivery /),
  ])
})

it('a bot sends the first reply as the response if it failed before the second', async () => {
  const bot = new Bot()
  bot.onDirectMessage(async (ctx) => {
    await ctx.reply('one')
    await ctx.send('two')
  })
  expect(await heard(bot, 'the next call of messages.send answers 429 with Retry-After 1h')).toEqual(['two', 'one'])
})

it("a bot doesn't repeat a message that may have been sent", async () => {
  const bot = new Bot()
  bot.onDirectMessage(async (ctx) => {
    await ctx.reply('one')
    await ctx.send('two')
  })
  expect(await heard(bot, 'the next call of messages.send answers 500 after taking effect')).toEqual(['one', 'two'])
})

it('a bot logs one error line when a progress message and its error reply both fail', async () => {
  const bot = new Bot()
  bot.onDirectMessage(async (ctx) => {
    await ctx.sleep('20s')
    await ctx.progress('Baking …')
  })
  const chat = await testBot(bot, { simulator: { faults: ['every call of messages.send answers 503'] } })
  await chat.as('hamlet').dm('go')
  await chat.advance('2m')
  const errors = chat.log.filter(({ level }) => level === 'error')
  expect(errors.map(({ message }) => message)).toEqual(['The handler failed'])
  expect(
    chat.log.filter(({ level, fields }) => level !== 'debug' && Object(Object(fields).error).stack !== undefined),
  ).toHaveLength(1)
  await chat.close()
})
