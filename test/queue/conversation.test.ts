import { Bot, NoAnswer } from 'earshot'
import { describe, expect, it } from 'vitest'
import { type Town, town } from './town.js'

const bot = () =>
  new Bot().onMention(async (ctx) => {
    await ctx.send('Let me see.')
    const size = await ctx.ask('Which size?')
    await ctx.client.messages.send({ type: 'stream', to: 'kitchen', topic: 'orders', content: `One ${size}` })
    await ctx.reply('Ordered.')
    const more = await ctx.ask('Anything else?')
    return `${size} and ${more} it is.`
  })

const whole = ['Let me see.', 'Which size?', 'Ordered.', 'Anything else?', 'large and tea it is.']

const every = process.env.EARSHOT_TESTS === 'full' ? 1 : 8

it.each([0, 1, 2])('a worker continues a conversation wherever its process is killed in part %i', async (part) => {
  const outcomes = new Set<string>()
  // Until it gets through the whole of the part.
  for (let dieAt = 1 + part; !outcomes.has('lived'); dieAt += every) {
    const place = await town()
    try {
      outcomes.add(await converse(place, part, dieAt))
    } finally {
      await place.close()
    }
  }
  expect(outcomes).toContain('died, and went on')
})

async function converse(place: Town, part: number, dieAt: number): Promise<string> {
  let outcome = 'lived'
  for (const [at, text] of ['order', 'large', 'tea'].entries()) {
    await place.say(text)
    const process = place.start(bot(), at === part ? dieAt : undefined)
    await place.settle()
    if (process.isDead) {
      outcome = 'died, and went on'
      await place.simulator.clock.advance(31_000)
      const next = place.start(bot())
      await place.settle()
      next.die()
    }
    process.die()
    const [letter] = await place.dead()
    if (letter) {
      expect(letter.reason).toBe('uncertain')
      expect(process.open, `died at ${dieAt}`).not.toEqual([])
      const said = place.said().filter((text) => !text.startsWith('I was interrupted'))
      expect(said, `died at ${dieAt}`).toEqual(whole.slice(0, said.length))
      return 'uncertain'
    }
  }
  expect(place.said(), `died at ${dieAt}`).toEqual(whole)
  expect(place.said('orders'), `died at ${dieAt}`).toEqual(['One large'])
  return outcome
}

describe('a delivery that also ends an earlier question', () => {
  const replaced = 'I no longer wait for an answer to my earlier question.'
  const timedOut = 'I waited for an answer, but the time for it is up.'

  const desk = () =>
    new Bot()
      .command('book', { description: 'Book a seat' }, async (ctx) => {
        const { id } = ctx.message
        const order = (content: string) =>
          ctx.client.messages.send({ type: 'stream', to: 'kitchen', topic: 'orders', content })
        try {
          return await ctx.ask('Which seat?', { choices: ['a', 'b'], timeout: '1m' })
        } catch (error) {
          await order(`book: ${await ctx.once('undo', () => `undone ${id}`)}`)
          if (error instanceof NoAnswer) await ctx.reply(`Seat: ${error.code}`)
          throw error
        }
      })
      .command('bind', { description: 'Bind a book' }, async (ctx) => {
        const { id } = ctx.message
        const content = `bind: ${await ctx.once('undo', () => `undone ${id}`)}`
        await ctx.client.messages.send({ type: 'stream', to: 'kitchen', topic: 'orders', content })
        return ctx.ask('Leather or cloth?', { choices: ['leather', 'cloth'] })
      })
      .command('ping', { description: 'Say pong' }, () => 'pong')

  it('sends the replies and makes the calls of both handlers', async () => {
    const place = await town()
    place.start(desk())
    const first = await place.say('book')
    await place.settle()
    const second = await place.say('bind')
    await place.settle()
    expect(place.said()).toEqual(['Which seat?', 'Leather or cloth?', 'Seat: replaced', replaced])
    expect(place.said('orders')).toEqual([`bind: undone ${second}`, `book: undone ${first}`])
    await place.close()
  })

  it('sends the time-out notice of the question and its own reply', async () => {
    const place = await town()
    place.start(withoutTimers(desk()))
    await place.say('book')
    await place.settle()
    await place.simulator.clock.advance('2m')
    await place.say('ping')
    await place.settle()
    expect(place.said()).toEqual(['Which seat?', 'Seat: timed_out', timedOut, 'pong'])
    await place.close()
  })

  it('reports the failures of both handlers to the sender', async () => {
    const place = await town({ attempts: 1 })
    const bot = new Bot()
      .command('book', { description: 'Book a seat' }, async (ctx) => {
        await ctx.ask('Which seat?', { choices: ['a'], timeout: '1m' }).catch(() => Promise.reject(new Error('lost')))
      })
      .command('fail', { description: 'Fail' }, () => Promise.reject(new Error('failed')))
      .catch((error) => (error instanceof Error ? `Error: ${error.message}` : undefined))
    place.start(withoutTimers(bot))
    await place.say('book')
    await place.settle()
    await place.simulator.clock.advance('2m')
    await place.say('fail')
    await place.settle()
    expect(place.said()).toEqual(['Which seat?', 'Error: lost', 'Error: failed'])
    await place.close()
  })
})

/** As on an edge platform, between two ticks. */
function withoutTimers(bot: Bot): Bot {
  const handle: Bot['handle'] = (delivery) => bot.handle(delivery)
  return { handle } as Bot
}
