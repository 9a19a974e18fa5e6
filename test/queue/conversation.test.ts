import { Bot } from 'earshot'
import { expect, it } from 'vitest'
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

const every = process.env.EARSHOT_TESTS === 'full' ? 1 : 4

it.each([0, 1, 2])(
  'goes on with a conversation wherever a process dies in its part %i',
  async (part) => {
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
  },
  300_000,
)

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
