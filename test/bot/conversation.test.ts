import { Bot, NoAnswer } from 'earshot'
import { testBot } from 'earshot/testing'
import { describe, expect, it } from 'vitest'

const lunch = { channel: 'general', topic: 'lunch' }
const contents = (messages: readonly { content: string }[]) => messages.map(({ content }) => content)

/** Asks whether to delete, and says what became of it. */
function deleter(): Bot {
  return new Bot()
    .command('delete <what>', { description: 'Delete something' }, async (ctx) => {
      const answer = await ctx.ask(`Really delete **${ctx.args.what}**?`, { choices: ['yes', 'no'], timeout: '5m' })
      return answer === 'yes' ? `Deleted ${ctx.args.what}.` : `Kept ${ctx.args.what}.`
    })
    .command('ping', { description: 'Say pong' }, () => 'pong')
}

/** Asks for a name and an age. */
function registrar(): Bot {
  return new Bot().command('register', { description: 'Register' }, async (ctx) => {
    const name = await ctx.ask('Your name?')
    const age = await ctx.ask(`How old are you, ${name}?`)
    return `${name} is ${age}.`
  })
}

describe('a question', () => {
  it('takes the next message of the same user as its answer', async () => {
    const chat = await testBot(deleter)
    const iago = chat.as('iago')
    expect(contents(await iago.dm('delete lunch'))).toEqual(['Really delete **lunch**?'])
    expect(contents(await iago.dm('yes'))).toEqual(['Deleted lunch.'])
    expect(contents(await iago.dm('ping'))).toEqual(['pong'])
    expect(contents(await iago.dm('yes'))).not.toEqual(['Deleted lunch.'])
    await chat.close()
  })

  it.each([
    ['yes', 'Deleted lunch.'],
    ['YES', 'Deleted lunch.'],
    [' y ', 'Deleted lunch.'],
    ['1', 'Deleted lunch.'],
    ['2', 'Kept lunch.'],
    ['No', 'Kept lunch.'],
    ['cancel', 'Cancelled.'],
    ['CANCEL', 'Cancelled.'],
    ['perhaps', 'Please answer `yes` or `no`. Say `cancel` to stop.'],
    ['3', 'Please answer `yes` or `no`. Say `cancel` to stop.'],
    ['yes please', 'Please answer `yes` or `no`. Say `cancel` to stop.'],
    ['ping', 'pong'],
  ])('with choices replies correctly to %j', async (said, reply) => {
    const chat = await testBot(deleter)
    await chat.as('iago').dm('delete lunch')
    expect(contents(await chat.as('iago').dm(said))).toEqual([reply])
    await chat.close()
  })

  it("stays open while the user writes anything that isn't an answer", async () => {
    const chat = await testBot(deleter)
    const iago = chat.as('iago')
    await iago.dm('delete lunch')
    await iago.dm('perhaps')
    await iago.dm('ping')
    await iago.dm('help')
    expect(contents(await iago.dm('yes'))).toEqual(['Deleted lunch.'])
    await chat.close()
  })

  it('can be answered after a restart', async () => {
    const chat = await testBot(registrar)
    const iago = chat.as('iago')
    expect(contents(await iago.say('@**Echo** register', lunch))).toEqual(['Your name?'])
    expect(contents(await chat.restart())).toEqual([])
    expect(contents(await iago.say('@**Echo** Iago'))).toEqual(['How old are you, Iago?'])
    expect(contents(await chat.restart())).toEqual([])
    expect(contents(await iago.say('@**Echo** 30'))).toEqual(['Iago is 30.'])
    await chat.close()
  })

  it('times out once, also after a restart', async () => {
    const chat = await testBot(deleter)
    const iago = chat.as('iago')
    await iago.dm('delete lunch')
    expect(contents(await chat.advance('4m'))).toEqual([])
    await chat.restart()
    expect(contents(await chat.advance('61s'))).toEqual(['I waited for an answer, but the time for it is up.'])
    expect(contents(await chat.advance('1d'))).toEqual([])
    await chat.close()
  })

  it('rejects with a NoAnswer whose code gives the reason', async () => {
    const chat = await testBot(() =>
      new Bot().command('ask', { description: 'Ask' }, async (ctx) => {
        try {
          return await ctx.ask('Well?', { timeout: '1m' })
        } catch (error) {
          return error instanceof NoAnswer ? `none: ${error.code}` : 'something else'
        }
      }),
    )
    const iago = chat.as('iago')
    await iago.dm('ask')
    expect(contents(await iago.dm('Cancel'))).toEqual(['none: cancelled'])
    await iago.dm('ask')
    expect(contents(await chat.advance('2m'))).toEqual(['none: timed_out'])
    await chat.close()
  })
})
