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
  it('the sender still hears what the handler says about it', async () => {
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

  it('the sender hears of a progress message that could not be sent', async () => {
    const bot = new Bot()
    bot.onDirectMessage(async (ctx) => {
      await ctx.progress('Baking …')
    })
    expect(await heard(bot, fault)).toEqual([expect.stringMatching(/^Something went wrong; delivery /)])
  })

  it("the sender hears what the bot's own error handler says", async () => {
    const bot = new Bot()
    bot.onDirectMessage((ctx) => ctx.send('Here it is').then(() => undefined))
    bot.catch(() => 'Sorry, try again later')
    expect(await heard(bot, fault)).toEqual(['Sorry, try again later'])
  })

  it('the sender hears all that is said about it', async () => {
    const bot = new Bot()
    bot.onDirectMessage(async (ctx) => {
      await ctx.send('Here it is').catch(() => ctx.reply('It could not be sent'))
      return 'Try again later'
    })
    expect(await heard(bot, fault)).toEqual(['It could not be sent\n\nTry again later'])
  })

  it('the sender hears of it where nobody waited for the message', async () => {
    const bot = new Bot()
    bot.onDirectMessage((ctx) => {
      void ctx.send('Here it is').catch(() => ctx.reply('It could not be sent'))
    })
    expect(await heard(bot, fault)).toEqual(['It could not be sent'])
  })
})

it('says what went wrong after a message that was sent', async () => {
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

it('answers with the first reply when it could not be sent before the second', async () => {
  const bot = new Bot()
  bot.onDirectMessage(async (ctx) => {
    await ctx.reply('one')
    await ctx.send('two')
  })
  expect(await heard(bot, 'the next call of messages.send answers 429 with Retry-After 1h')).toEqual(['two', 'one'])
})

it('says nothing twice that may have been sent', async () => {
  const bot = new Bot()
  bot.onDirectMessage(async (ctx) => {
    await ctx.reply('one')
    await ctx.send('two')
  })
  expect(await heard(bot, 'the next call of messages.send answers 500 after taking effect')).toEqual(['one', 'two'])
})

it('logs one error line when a progress message and the apology after it could not be sent', async () => {
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
